import { LIMITS } from '@coffer/contracts';
import type { Actor } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { later, SEEN_EVERY_MS } from './model.ts';
import { presentPerson } from './present.ts';
import { isKnownAtPool } from './known-at-pool.ts';
import { refreshSession } from './refresh-session.ts';
import { hashSecret, isSecret } from './secrets.ts';
import { findLiveSession, touchSession } from './store/sessions.ts';

/**
 * Who a session cookie belongs to; undefined when it is none, ended, unused for too long, too old, or its person is disabled. One
 * indexed read normally; once a minute the time is written, and the pool is asked whether it still knows the session, so that an account
 * that was disabled or signed out there loses it here within the minute (OWASP ASVS 5.0, 7.4.2). A pool that does not answer changes nothing.
 */
export async function authenticate(
  services: Pick<Services, 'db' | 'clock' | 'pool' | 'issuers' | 'cipher' | 'log'>,
  cookieValue: string,
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
  const seenBefore = later(now, -SEEN_EVERY_MS);
  if (session.last_seen_at <= seenBefore) {
    const isFirst = await touchSession(db, { id, userId: session.user_id, now, seenBefore });
    if (isFirst && session.issuer_id === null && !(await isKnownAtPool(services, id))) return undefined;
  }
  return { person: presentPerson(session), sessionId: id };
}
