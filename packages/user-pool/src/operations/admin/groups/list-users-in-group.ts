import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { getPool } from '../../../accounts/admin-target.ts';
import { presentUser } from '../../../accounts/present.ts';
import { isUuid } from '../../../crypto/ids.ts';
import type { Deps } from '../../../deps.ts';
import { errors, type PoolError } from '../../../errors.ts';
import { listAccountsById } from '../../../store/accounts.ts';
import { findGroup, listMembers, type MemberPage } from '../../../store/groups.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../../operation.ts';
import { createPageToken, PAGE_SIZE_MAX, pageSize, parsePageInstant, parsePageToken } from '../../pages.ts';
import * as shape from '../../shapes.ts';

const listUsersInGroupInput = z.object({
  UserPoolId: shape.poolId,
  GroupName: shape.groupName,
  Limit: shape.integer({ min: 0, max: PAGE_SIZE_MAX }).optional(),
  NextToken: shape.longToken.optional(),
});

const listUsersInGroup =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof listUsersInGroupInput>>): OperationResult => {
    const pool = await getPool(deps, input.UserPoolId);
    if (!pool.ok) return pool;
    const group = await findGroup(deps.db, pool.value.id, input.GroupName);
    if (group === undefined) return err(errors.groupNotFound);
    const after = parseAfter(input.NextToken);
    if (!after.ok) return after;
    const limit = pageSize(input.Limit);
    const found = await listMembers(deps.db, group, { limit: limit + 1, after: after.value });
    const page = found.slice(0, limit);
    const accounts = await listAccountsById(
      deps.db,
      group.poolId,
      page.map(({ accountId }) => accountId),
    );
    const byId = new Map(accounts.map((account) => [account.id, account]));
    const last = page.at(-1);
    return ok({
      Users: page.flatMap(({ accountId }) => {
        const account = byId.get(accountId);
        return account === undefined ? [] : [presentUser(account)];
      }),
      ...(found.length > limit && last !== undefined
        ? { NextToken: createPageToken([String(last.joinedAt.getTime()), last.accountId]) }
        : {}),
    });
  };

function parseAfter(token: string | undefined): Result<MemberPage['after'], PoolError> {
  const parts = parsePageToken(token, 2);
  if (!parts.ok || parts.value === undefined) return parts.ok ? ok(undefined) : parts;
  const [time, accountId] = parts.value;
  const joinedAt = parsePageInstant(time);
  return joinedAt === undefined || accountId === undefined || !isUuid(accountId)
    ? err(errors.paginationTokenInvalid)
    : ok({ joinedAt, accountId });
}

export const ListUsersInGroup = defineOperation('signed', listUsersInGroupInput, listUsersInGroup);
