import { err, ok } from '@coffer/kit';
import type { z } from 'zod';
import { sealClientSecret } from '../../accounts/clients.ts';
import { createName } from '../../crypto/ids.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { createSecretId } from '../../setup/client-secrets.ts';
import { createUserPoolClientInput } from '../../setup/client-shape.ts';
import { presentClient } from '../../setup/present-client.ts';
import { readClient } from '../../setup/read-client.ts';
import {
  countClients,
  insertClientRecord,
  insertClientSecret,
  listProviderNames,
} from '../../store/client-records.ts';
import { lockPoolRecord } from '../../store/pool-records.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';

export { createUserPoolClientInput };

const CLIENT_ID_LENGTH = 26;
const SECRET_LENGTH = 51;
const CLIENTS_MAX = 1000;

const createUserPoolClient =
  (deps: Pick<Deps, 'db' | 'clock' | 'vault'>) =>
  async ({ input }: OperationRequest<z.output<typeof createUserPoolClientInput>>): OperationResult => {
    if (input.GenerateSecret === true && input.ClientSecret !== undefined)
      return err(errors.invalidParameter('GenerateSecret and ClientSecret can not be given together.'));
    const secret = input.GenerateSecret === true ? createName(SECRET_LENGTH, 'lower') : input.ClientSecret;
    const now = deps.clock.now();
    return await deps.db.transaction().execute(async (tx): OperationResult => {
      const pool = await lockPoolRecord(tx, input.UserPoolId);
      if (pool === undefined) return err(errors.poolNotFound(input.UserPoolId));
      if ((await countClients(tx, pool.id)) >= CLIENTS_MAX)
        return err(errors.tooMany('clients in the user pool'));
      const providerNames = await listProviderNames(tx, pool.id, input.SupportedIdentityProviders ?? []);
      const read = readClient(input, { pool, hasSecret: secret !== undefined, providerNames });
      if (!read.ok) return read;
      const client = {
        id: createName(CLIENT_ID_LENGTH, 'lower'),
        poolId: pool.id,
        name: input.ClientName,
        ...read.value,
        createdAt: now,
        updatedAt: now,
      };
      await insertClientRecord(tx, client);
      if (secret !== undefined)
        await insertClientSecret(tx, client.id, {
          id: createSecretId(client.id, now),
          sealed: sealClientSecret(deps.vault, client.id, secret),
          createdAt: now,
        });
      return ok({ UserPoolClient: presentClient(client, secret) });
    });
  };

export const CreateUserPoolClient = defineOperation(
  'signed',
  createUserPoolClientInput,
  createUserPoolClient,
);
