import { err, ok } from '@coffer/kit';
import type { z } from 'zod';
import { getPool } from '../../../accounts/admin-target.ts';
import type { Deps } from '../../../deps.ts';
import { errors } from '../../../errors.ts';
import { presentGroup } from '../../../groups/present.ts';
import { updateGroup as writeGroup } from '../../../store/groups.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import { createGroupInput } from './create-group.ts';

const updateGroupInput = createGroupInput;

const updateGroup =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<z.output<typeof updateGroupInput>>): OperationResult => {
    const pool = await getPool(deps, input.UserPoolId);
    if (!pool.ok) return pool;
    const target = { poolId: pool.value.id, name: input.GroupName };
    const group = await writeGroup(deps.db, target, {
      description: input.Description,
      roleArn: input.RoleArn,
      precedence: input.Precedence,
      now: deps.clock.now(),
    });
    return group === undefined ? err(errors.groupNotFound) : ok({ Group: presentGroup(group) });
  };

export const UpdateGroup = defineOperation('signed', updateGroupInput, updateGroup);
