import { ok } from '@coffer/kit';
import { z } from 'zod';
import { getPool } from '../../../accounts/admin-target.ts';
import type { Deps } from '../../../deps.ts';
import { presentGroup } from '../../../groups/present.ts';
import { listGroups as readGroups } from '../../../store/groups.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import { createPageToken, PAGE_SIZE_MAX, pageSize, parsePageToken } from '../../pages.ts';
import * as shape from '../../shapes.ts';

const listGroupsInput = z.object({
  UserPoolId: shape.poolId,
  Limit: shape.integer({ min: 0, max: PAGE_SIZE_MAX }).optional(),
  NextToken: shape.longToken.optional(),
});

const listGroups =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof listGroupsInput>>): OperationResult => {
    const pool = await getPool(deps, input.UserPoolId);
    if (!pool.ok) return pool;
    const after = parsePageToken(input.NextToken, 1);
    if (!after.ok) return after;
    const limit = pageSize(input.Limit);
    const found = await readGroups(deps.db, pool.value.id, { limit: limit + 1, after: after.value?.[0] });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return ok({
      Groups: page.map(presentGroup),
      ...(found.length > limit && last !== undefined ? { NextToken: createPageToken([last.name]) } : {}),
    });
  };

export const ListGroups = defineOperation('signed', listGroupsInput, listGroups);
