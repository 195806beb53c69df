import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { getPool } from '../../../accounts/admin-target.ts';
import type { Deps } from '../../../deps.ts';
import { errors } from '../../../errors.ts';
import { GROUPS_PER_POOL_MAX } from '../../../groups/claims.ts';
import { presentGroup } from '../../../groups/present.ts';
import { insertGroup } from '../../../store/groups.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import * as shape from '../../shapes.ts';

export const createGroupInput = z.object({
  GroupName: shape.groupName,
  UserPoolId: shape.poolId,
  Description: shape.description.optional(),
  RoleArn: shape.arn.optional(),
  Precedence: shape.integer({ min: 0, max: 2_147_483_647 }).optional(),
});

const createGroup =
  (deps: Pick<Deps, 'db' | 'clock'>) =>
  async ({ input }: OperationRequest<z.output<typeof createGroupInput>>): OperationResult => {
    const pool = await getPool(deps, input.UserPoolId);
    if (!pool.ok) return pool;
    const now = deps.clock.now();
    const group = {
      poolId: pool.value.id,
      name: input.GroupName,
      description: input.Description ?? null,
      roleArn: input.RoleArn ?? null,
      precedence: input.Precedence ?? null,
      createdAt: now,
      updatedAt: now,
    };
    const outcome = await deps.db.transaction().execute((tx) => insertGroup(tx, group, GROUPS_PER_POOL_MAX));
    switch (outcome) {
      case 'exists':
        return err(errors.groupExists);
      case 'too_many':
        return err(errors.tooMany('groups in the user pool'));
      case 'made':
        return ok({ Group: presentGroup(group) });
    }
  };

export const CreateGroup = defineOperation('signed', createGroupInput, createGroup);
