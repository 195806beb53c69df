import { SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { endSession } from './end-session.ts';
import { later } from './model.ts';
import { deleteOldLogoutTokens } from './store/logout-tokens.ts';
import { deleteEndedSessions, listOverdueSessions } from './store/sessions.ts';

const BATCH_MAX = 500;
/** How long ended sessions are kept for later investigation. */
const KEPT_MS = 7 * DAY_MS;

/** Background job: ends expired sessions and deletes old rows. Idempotent. */
export async function sweepSessions(
  services: Pick<Services, 'clock' | 'db' | 'cipher' | 'log'>,
): Promise<void> {
  const { clock, db } = services;
  const now = clock.now();
  const overdue = await listOverdueSessions(db, {
    now,
    seenBefore: later(now, -SERVER_LIMITS.sessionIdleMs),
    limit: BATCH_MAX,
  });
  for (const id of overdue) await inTransaction(db, async (tx) => await endSession(services, tx, id));
  await deleteEndedSessions(db, later(now, -KEPT_MS));
  await deleteOldLogoutTokens(db, now);
}
