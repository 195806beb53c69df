import { err, ok } from '@coffer/kit';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { type UpdateUserPoolInput, updateUserPoolInput } from '../../setup/pool-shape.ts';
import { readPool } from '../../setup/read-pool.ts';
import { lockPoolRecord, updatePoolRecord } from '../../store/pool-records.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';

export { updateUserPoolInput };

/** As at Cognito, omitted members return to their defaults. */
const updateUserPool =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<UpdateUserPoolInput>): OperationResult =>
    await deps.db.transaction().execute(async (tx): OperationResult => {
      const pool = await lockPoolRecord(tx, input.UserPoolId);
      if (pool === undefined) return err(errors.poolNotFound(input.UserPoolId));
      const read = readPool(input, pool.settings);
      if (!read.ok) return read;
      const name = input.PoolName ?? pool.name;
      await updatePoolRecord(tx, { id: pool.id, name, ...read.value, updatedAt: deps.clock.now() });
      return ok({});
    });

export const UpdateUserPool = defineOperation('signed', updateUserPoolInput, updateUserPool);
