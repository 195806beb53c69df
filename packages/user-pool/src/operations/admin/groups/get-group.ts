import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { getPool } from '../../../accounts/admin-target.ts';
import type { Deps } from '../../../deps.ts';
import { errors } from '../../../errors.ts';
import { presentGroup } from '../../../groups/present.ts';
import { findGroup } from '../../../store/groups.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import * as shape from '../../shapes.ts';

export const getGroupInput = z.object({ GroupName: shape.groupName, UserPoolId: shape.poolId });

const getGroup =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof getGroupInput>>): OperationResult => {
    const pool = await getPool(deps, input.UserPoolId);
    if (!pool.ok) return pool;
    const group = await findGroup(deps.db, pool.value.id, input.GroupName);
    return group === undefined ? err(errors.groupNotFound) : ok({ Group: presentGroup(group) });
  };

export const GetGroup = defineOperation('signed', getGroupInput, getGroup);
