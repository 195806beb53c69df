import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { getPool } from '../../accounts/admin-target.ts';
import { sealClientSecret } from '../../accounts/clients.ts';
import { createName } from '../../crypto/ids.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { createSecretId, presentSecret, SECRETS_MAX } from '../../setup/client-secrets.ts';
import { insertClientSecret, listClientSecrets, lockClientRecord } from '../../store/client-records.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const addUserPoolClientSecretInput = z.object({
  UserPoolId: shape.poolId,
  ClientId: shape.clientId,
  ClientSecret: shape.clientSecret.optional(),
});

const SECRET_LENGTH = 51;

const addUserPoolClientSecret =
  (deps: Pick<Deps, 'db' | 'clock' | 'vault'>) =>
  async ({ input }: OperationRequest<z.output<typeof addUserPoolClientSecretInput>>): OperationResult => {
    const pool = await getPool(deps, input.UserPoolId);
    if (!pool.ok) return pool;
    return await deps.db.transaction().execute(async (tx): OperationResult => {
      const client = await lockClientRecord(tx, { poolId: pool.value.id, clientId: input.ClientId });
      if (client === undefined) return err(errors.clientNotFound(input.ClientId));
      const present = await listClientSecrets(tx, client.id);
      if (present.length === 0)
        return err(errors.invalidParameter(`Client ${client.id} was made without a secret and stays so.`));
      if (present.length >= SECRETS_MAX) return err(errors.tooMany('secrets of the client'));
      const value = input.ClientSecret ?? createName(SECRET_LENGTH, 'lower');
      const now = deps.clock.now();
      const secret = {
        id: createSecretId(client.id, now),
        sealed: sealClientSecret(deps.vault, client.id, value),
        createdAt: now,
      };
      await insertClientSecret(tx, client.id, secret);
      const shown = input.ClientSecret === undefined ? { ClientSecretValue: value } : {};
      return ok({ ClientSecretDescriptor: { ...presentSecret(secret), ...shown } });
    });
  };

export const AddUserPoolClientSecret = defineOperation(
  'signed',
  addUserPoolClientSecretInput,
  addUserPoolClientSecret,
);
