import { err, ok } from '@coffer/kit';
import type { z } from 'zod';
import { getPool } from '../../../accounts/admin-target.ts';
import type { Deps } from '../../../deps.ts';
import { errors } from '../../../errors.ts';
import { deleteGroup as eraseGroup } from '../../../store/groups.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import { getGroupInput } from './get-group.ts';

const deleteGroupInput = getGroupInput;

const deleteGroup =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof deleteGroupInput>>): OperationResult => {
    const pool = await getPool(deps, input.UserPoolId);
    if (!pool.ok) return pool;
    const isDeleted = await eraseGroup(deps.db, pool.value.id, input.GroupName);
    return isDeleted ? ok({}) : err(errors.groupNotFound);
  };

export const DeleteGroup = defineOperation('signed', deleteGroupInput, deleteGroup);
