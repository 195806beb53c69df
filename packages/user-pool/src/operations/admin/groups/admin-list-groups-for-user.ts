import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import { getTarget } from '../../../accounts/admin-target.ts';
import type { Deps } from '../../../deps.ts';
import { errors } from '../../../errors.ts';
import { GROUPS_PER_USER_MAX } from '../../../groups/claims.ts';
import { presentGroup } from '../../../groups/present.ts';
import { listGroupsOf } from '../../../store/groups.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import { createPageToken, PAGE_SIZE_MAX, pageSize, parsePageToken } from '../../pages.ts';
import * as shape from '../../shapes.ts';

const adminListGroupsForUserInput = z.object({
  Username: shape.username,
  UserPoolId: shape.poolId,
  Limit: shape.integer({ min: 0, max: PAGE_SIZE_MAX }).optional(),
  NextToken: shape.longToken.optional(),
});

/** Ordered by precedence. A user has few groups, so the cursor is an offset. */
const adminListGroupsForUser =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof adminListGroupsForUserInput>>): OperationResult => {
    const target = await getTarget(deps, input);
    if (!target.ok) return target;
    const after = parsePageToken(input.NextToken, 1);
    if (!after.ok) return after;
    const offset = Number(after.value?.[0] ?? 0);
    if (!Number.isInteger(offset) || offset < 0 || offset > GROUPS_PER_USER_MAX)
      return err(errors.paginationTokenInvalid);
    const limit = pageSize(input.Limit);
    const found = await listGroupsOf(deps.db, target.value.account.id, { limit: limit + 1, offset });
    return ok({
      Groups: found.slice(0, limit).map(presentGroup),
      ...(found.length > limit ? { NextToken: createPageToken([String(offset + limit)]) } : {}),
    });
  };

export const AdminListGroupsForUser = defineOperation(
  'signed',
  adminListGroupsForUserInput,
  adminListGroupsForUser,
);
