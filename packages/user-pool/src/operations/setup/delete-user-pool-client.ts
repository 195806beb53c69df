import { err, ok } from '@coffer/kit';
import type { z } from 'zod';
import { getPool } from '../../accounts/admin-target.ts';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { deleteClientRecord } from '../../store/client-records.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import { describeUserPoolClientInput } from './describe-user-pool-client.ts';

const deleteUserPoolClientInput = describeUserPoolClientInput;

const deleteUserPoolClient =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof deleteUserPoolClientInput>>): OperationResult => {
    const pool = await getPool(deps, input.UserPoolId);
    if (!pool.ok) return pool;
    const key = { poolId: pool.value.id, clientId: input.ClientId };
    return (await deleteClientRecord(deps.db, key)) ? ok({}) : err(errors.clientNotFound(input.ClientId));
  };

export const DeleteUserPoolClient = defineOperation(
  'signed',
  deleteUserPoolClientInput,
  deleteUserPoolClient,
);
