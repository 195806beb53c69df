import { SERVER_LIMITS } from '@coffer/contracts';
import type { Services } from '../../services.ts';
import { later } from './model.ts';
import { filterLiveSessions } from './store/sessions.ts';

/** Filters the sessions that are live. Uses one query, and does not call the pool. */
export async function listLiveSessions(
  { clock, db }: Pick<Services, 'clock' | 'db'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const now = clock.now();
  return new Set(
    await filterLiveSessions(db, { ids, now, seenAfter: later(now, -SERVER_LIMITS.sessionIdleMs) }),
  );
}
