import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/db/db.ts';
import { tryOpen } from '../../platform/secrets/cipher.ts';
import type { Services } from '../../services.ts';
import { GRACE_MS, later } from './model.ts';
import { purposes } from './purposes.ts';
import { insertRevocation } from './store/revocations.ts';
import { killSession, listReplacedSessions, lockSession, replaceSession } from './store/sessions.ts';

type Needs = Pick<Services, 'clock' | 'cipher' | 'log'>;

/** What a session leaves to be done at its provider. */
export interface EndedSession {
  /** Of the refresh token; undefined when there is none to be revoked. */
  readonly revocationId: string | undefined;
  readonly issuerId: string | null;
}

/**
 * Ends a session in this transaction, and leaves its refresh token to be revoked at its provider. Undefined when the session had
 * ended already. What the provider does about it later never brings the session back. A session that gave way to this one ends with it.
 */
export async function endSession(
  services: Needs,
  tx: Tx,
  sessionId: string,
): Promise<EndedSession | undefined> {
  const { cipher, clock, log } = services;
  const session = await lockSession(tx, sessionId);
  if (session === undefined) return undefined;
  for (const id of await listReplacedSessions(tx, sessionId)) await endSession(services, tx, id);
  await killSession(tx, { id: sessionId, now: clock.now() });
  const issuerId = session.issuer_id;
  if (session.refresh_token_sealed === '') return { revocationId: undefined, issuerId };
  const refreshToken = tryOpen(cipher, session.refresh_token_sealed, purposes.refreshToken(sessionId));
  if (refreshToken === undefined) {
    // Sealed with a master key that is gone. The provider forgets the token when it expires.
    log.warn('refresh_token_unreadable');
    return { revocationId: undefined, issuerId };
  }
  const revocationId = await leaveForRevocation(services, tx, { refreshToken, issuerId });
  return { revocationId, issuerId };
}

/**
 * Lets the session of before give way to a new one. Of the same person, it answers for some seconds what was sent before the cookie
 * changed, with no more rights than it had; anybody else's ends at once.
 */
export async function giveWay(
  services: Needs,
  tx: Tx,
  change: { readonly previousId: string; readonly successorId: string; readonly userId: string },
): Promise<void> {
  const previous = await lockSession(tx, change.previousId);
  if (previous === undefined) return;
  if (previous.user_id !== change.userId) {
    await endSession(services, tx, change.previousId);
    return;
  }
  // Two tabs signed in side by side: which of the two new cookies the browser keeps is not known here.
  if (previous.replaced_by !== null) return;
  await replaceSession(tx, {
    id: change.previousId,
    successorId: change.successorId,
    expiresAt: later(services.clock.now(), GRACE_MS),
  });
}

/** Writes a refresh token that nobody shall use any more into the list of those to be revoked. */
export async function leaveForRevocation(
  services: Pick<Services, 'clock' | 'cipher'>,
  db: Services['db'] | Tx,
  token: { readonly refreshToken: string; readonly issuerId: string | null },
): Promise<string> {
  const id = randomUUID();
  await insertRevocation(db, {
    id,
    refreshTokenSealed: services.cipher.seal(token.refreshToken, purposes.revocation(id)),
    issuerId: token.issuerId,
    now: services.clock.now(),
  });
  return id;
}
