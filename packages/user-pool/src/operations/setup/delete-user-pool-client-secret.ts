import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { getPool } from '../../accounts/admin-target.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { deleteClientSecret, listClientSecrets, lockClientRecord } from '../../store/client-records.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const deleteUserPoolClientSecretInput = z.object({
  UserPoolId: shape.poolId,
  ClientId: shape.clientId,
  ClientSecretId: shape.shortText,
});

/** The last secret cannot be deleted: the client would become public. */
const deleteUserPoolClientSecret =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof deleteUserPoolClientSecretInput>>): OperationResult => {
    const pool = await getPool(deps, input.UserPoolId);
    if (!pool.ok) return pool;
    return await deps.db.transaction().execute(async (tx): OperationResult => {
      const client = await lockClientRecord(tx, { poolId: pool.value.id, clientId: input.ClientId });
      if (client === undefined) return err(errors.clientNotFound(input.ClientId));
      const present = await listClientSecrets(tx, client.id);
      const secret = present.find(({ id }) => id === input.ClientSecretId);
      if (secret === undefined) return err(errors.secretNotFound);
      if (present.length === 1)
        return err(errors.invalidParameter('The last secret of a client can not be deleted.'));
      await deleteClientSecret(tx, secret.id);
      return ok({});
    });
  };

export const DeleteUserPoolClientSecret = defineOperation(
  'signed',
  deleteUserPoolClientSecretInput,
  deleteUserPoolClientSecret,
);
