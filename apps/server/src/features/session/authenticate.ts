import { LIMITS } from '@coffer/contracts';
import type { Actor } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { later, SEEN_EVERY_MS } from './model.ts';
import { presentPerson } from './present.ts';
import { refreshSession } from './refresh-session.ts';
import { hashSecret, isSecret } from './secrets.ts';
import { findLiveSession, touchSession } from './store/sessions.ts';

/**
 * Who a session cookie belongs to; undefined when it is none, ended, unused for too long, too old, or its person is disabled. One
 * indexed read normally; once a minute the time is written. When the pool's access token is over, one request asks the pool for a new one, so that an
 * account that was disabled or signed out at the pool loses its session too. A pool that does not answer changes nothing.
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
    await touchSession(db, { id, userId: session.user_id, now, seenBefore });
  }
  return { person: presentPerson(session), sessionId: id };
}
