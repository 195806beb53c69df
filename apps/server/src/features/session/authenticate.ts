import { LIMITS } from '@coffer/contracts';
import type { Actor } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { later, SEEN_EVERY_MS } from './model.ts';
import { presentPerson } from './present.ts';
import { isKnownAtPool } from './known-at-pool.ts';
import { refreshSession } from './refresh-session.ts';
import { hashSecret, isSecret } from './secrets.ts';
import { claimCheck, findLiveSession, touchSession } from './store/sessions.ts';

/**
 * Who a session cookie belongs to; undefined when it is none, ended, unused for too long, too old, or its person is disabled. One
 * indexed read normally; once a minute the time is written, and the pool is asked whether it still knows the session, so that an account
 * that was disabled or signed out there loses it here within the minute (OWASP ASVS 5.0, 7.4.2). A pool that does not answer changes nothing.
 * A page that looks by itself (`isUse: false`) has the pool asked as well, and writes no time.
 */
export async function authenticate(
  services: Pick<Services, 'db' | 'clock' | 'pool' | 'issuers' | 'cipher' | 'log'>,
  cookieValue: string,
  { isUse }: { readonly isUse: boolean } = { isUse: true },
): Promise<Actor | undefined> {
  if (!isSecret(cookieValue)) return undefined;
  const { clock, db } = services;
  const now = clock.now();
  const id = hashSecret(cookieValue);
  const session = await findLiveSession(db, { id, now, seenAfter: later(now, -LIMITS.sessionIdleMs) });
  if (session === undefined) return undefined;
  if (session.access_expires_at <= now) {
    const refreshed = await refreshSession(services, id, { mayWait: false });
    if (refreshed.kind === 'ended') return undefined;
  }
  const minuteAgo = later(now, -SEEN_EVERY_MS);
  if (isUse && session.last_seen_at <= minuteAgo) {
    await touchSession(db, { id, userId: session.user_id, now, seenBefore: minuteAgo });
  }
  const isCheckDue = session.checked_at === null || session.checked_at <= minuteAgo;
  if (session.issuer_id === null && isCheckDue) {
    const isFirst = await claimCheck(db, { id, now, checkedBefore: minuteAgo });
    if (isFirst && !(await isKnownAtPool(services, id))) return undefined;
  }
  return { person: presentPerson(session), sessionId: id };
}
