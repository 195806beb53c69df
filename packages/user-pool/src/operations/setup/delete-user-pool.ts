import { err, ok } from '@coffer/kit';
import type { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { errors } from '../../errors.ts';
import { deletePoolRecord, lockPoolRecord } from '../../store/pool-records.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import { describeUserPoolInput } from './describe-user-pool.ts';

const deleteUserPoolInput = describeUserPoolInput;

const deleteUserPool =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof deleteUserPoolInput>>): OperationResult =>
    await deps.db.transaction().execute(async (tx): OperationResult => {
      const pool = await lockPoolRecord(tx, input.UserPoolId);
      if (pool === undefined) return err(errors.poolNotFound(input.UserPoolId));
      if (pool.settings.isDeletionProtected) return err(errors.deletionProtected);
      await deletePoolRecord(tx, pool.id);
      return ok({});
    });

export const DeleteUserPool = defineOperation('signed', deleteUserPoolInput, deleteUserPool);
