import { err, ok } from '@coffer/kit';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { type UpdateUserPoolInput, updateUserPoolInput } from '../../setup/pool-shape.ts';
import { readPool } from '../../setup/read-pool.ts';
import { lockPoolRecord, updatePoolRecord } from '../../store/pool-records.ts';
import type { OperationRequest, OperationResult } from '../operation.ts';

export { updateUserPoolInput };

/** Sets a pool anew: what is left out goes back to its default, as at Cognito. */
export const updateUserPool =
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
