import { SERVER_LIMITS } from '@coffer/contracts';
import type { Actor } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { later, SEEN_EVERY_MS } from './model.ts';
import { presentPerson } from './present.ts';
import { isSessionValidAtPool } from './session-validity.ts';
import { refreshSession } from './refresh-session.ts';
import { hashSecret, isSecret } from './secrets.ts';
import { claimCheck, findLiveSession, touchSession } from './store/sessions.ts';

/**
 * Finds the person of a live session. Once a minute it records the use (unless `isUse` is false, as for polling) and
 * checks a session of the user pool there (OWASP ASVS 5.0, 7.4.2); a pool that does not respond changes nothing.
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
  const session = await findLiveSession(db, { id, now, seenAfter: later(now, -SERVER_LIMITS.sessionIdleMs) });
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
    if (isFirst && !(await isSessionValidAtPool(services, id))) return undefined;
  }
  return { person: presentPerson(session), sessionId: id };
}
