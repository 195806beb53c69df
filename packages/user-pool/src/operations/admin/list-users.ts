import { err, ok, type Result } from '@coffer/kit';
import { z } from 'zod';
import { getPool } from '../../accounts/admin-target.ts';
import { ruleOf } from '../../accounts/attribute-schema.ts';
import { presentUser } from '../../accounts/present.ts';
import { isUuid } from '../../crypto/ids.ts';
import type { Deps } from '../../deps.ts';
import { errors, type PoolError } from '../../errors.ts';
import { type AccountFilter, type AccountPage, listAccounts } from '../../store/accounts.ts';
import type { Pool } from '../../store/pools.ts';
import { defineOperation, type OperationRequest, type OperationResult } from '../operation.ts';
import * as shape from '../shapes.ts';

const PAGE_SIZE_MAX = 60;

const listUsersInput = z.object({
  UserPoolId: shape.poolId,
  AttributesToGet: shape.attributeNames.optional(),
  Limit: shape.integer({ min: 0, max: PAGE_SIZE_MAX }).optional(),
  PaginationToken: shape.paginationToken.optional(),
  Filter: shape.filter.optional(),
});

const listUsers =
  (deps: Pick<Deps, 'db'>) =>
  async ({ input }: OperationRequest<z.output<typeof listUsersInput>>): OperationResult => {
    const pool = await getPool(deps, input.UserPoolId);
    if (!pool.ok) return pool;
    const isKnown = input.AttributesToGet?.every((name) => mayList(pool.value, name)) ?? true;
    if (!isKnown) return err(errors.attributesUnknown);
    const filter = parseFilter(input.Filter);
    if (!filter.ok) return filter;
    const after = parsePaginationToken(input.PaginationToken);
    if (!after.ok) return after;
    const limit = input.Limit === undefined || input.Limit === 0 ? PAGE_SIZE_MAX : input.Limit;
    const found = await listAccounts(deps.db, pool.value.id, {
      limit: limit + 1,
      filter: filter.value,
      after: after.value,
    });
    const page = found.slice(0, limit);
    const last = page.at(-1);
    return ok({
      Users: page.map((account) => presentUser(account, input.AttributesToGet)),
      ...(found.length > limit && last !== undefined ? { PaginationToken: createPaginationToken(last) } : {}),
    });
  };

/** No schema lists `identities`. */
function mayList(pool: Pool, name: string): boolean {
  return name === 'sub' || name === 'identities' || ruleOf(pool, name) !== undefined;
}

const FILTER = /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/;
const FIELDS: Readonly<Record<string, AccountFilter['field']>> = {
  username: 'username',
  sub: 'sub',
  status: 'status',
  'cognito:user_status': 'user_status',
  email: { attribute: 'email' },
  phone_number: { attribute: 'phone_number' },
  name: { attribute: 'name' },
  given_name: { attribute: 'given_name' },
  family_name: { attribute: 'family_name' },
  preferred_username: { attribute: 'preferred_username' },
};

/** Parses `name = "value"` or `name ^= "prefix"`, for the attributes that Cognito can search. */
function parseFilter(text: string | undefined): Result<AccountFilter | undefined, PoolError> {
  if (text === undefined || text.trim() === '') return ok(undefined);
  const [, name, operator, value] = FILTER.exec(text) ?? [];
  const field = name !== undefined && Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (field === undefined || value === undefined) return err(errors.filterInvalid);
  return ok({ field, isPrefix: operator === '^=', value: value.replaceAll(/\\(.)/g, '$1') });
}

function createPaginationToken(last: { readonly createdAt: Date; readonly id: string }): string {
  return Buffer.from(`${last.createdAt.getTime()}|${last.id}`).toString('base64url');
}

function parsePaginationToken(token: string | undefined): Result<AccountPage['after'], PoolError> {
  if (token === undefined) return ok(undefined);
  const [time = '', id = ''] = Buffer.from(token, 'base64url').toString('utf8').split('|');
  if (!/^\d{1,15}$/.test(time) || !isUuid(id)) return err(errors.paginationTokenInvalid);
  return ok({ createdAt: new Date(Number(time)), id });
}

export const ListUsers = defineOperation('signed', listUsersInput, listUsers);
