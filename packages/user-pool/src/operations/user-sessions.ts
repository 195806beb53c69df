import { err, ok, type Result } from '@coffer/kit';
import { isUuid } from '../crypto/ids.ts';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import { createPageToken, PAGE_SIZE_MAX, parsePageToken } from './pages.ts';
import type { Account } from '../store/accounts.ts';
import type { Pool } from '../store/pools.ts';
import { findFamily, listLiveFamilies, revokeFamily } from '../store/tokens.ts';
import { originJtiOf, presentSession } from '../tokens/sessions.ts';

interface Owner {
  readonly pool: Pool;
  readonly account: Account;
  readonly current: string | undefined;
}

export async function listSessions(
  deps: Pick<Deps, 'db' | 'clock'>,
  owner: Owner,
  nextToken: string | undefined,
): Promise<Result<object, PoolError>> {
  if (!owner.pool.settings.sessions.isTracked) return err(errors.sessionsNotTracked);
  const before = parsePageToken(nextToken, 1);
  if (!before.ok) return before;
  const [id] = before.value ?? [];
  if (id !== undefined && !isUuid(id)) return err(errors.paginationTokenInvalid);
  const found = await listLiveFamilies(deps.db, owner.account.id, {
    now: deps.clock.now(),
    limit: PAGE_SIZE_MAX + 1,
    before: id,
  });
  const page = found.slice(0, PAGE_SIZE_MAX);
  const last = page.at(-1);
  return ok({
    Sessions: page.map((family) => presentSession(family, owner.current)),
    ...(found.length > PAGE_SIZE_MAX && last !== undefined
      ? { NextToken: createPageToken([last.originJti]) }
      : {}),
  });
}

/** Revokes a session and its access tokens. Sessions of other users count as missing. */
export async function revokeSession(
  deps: Pick<Deps, 'db' | 'clock'>,
  owner: Owner,
  sessionId: string,
): Promise<Result<object, PoolError>> {
  if (!owner.pool.settings.sessions.isTracked) return err(errors.sessionsNotTracked);
  const originJti = originJtiOf(sessionId);
  const family = originJti === undefined ? undefined : await findFamily(deps.db, originJti);
  if (family === undefined || family.accountId !== owner.account.id || family.revokedAt !== null)
    return err(errors.sessionNotFound);
  if (family.originJti === owner.current) return err(errors.sessionIsCurrent);
  await revokeFamily(deps.db, family.originJti, deps.clock.now());
  return ok({});
}
