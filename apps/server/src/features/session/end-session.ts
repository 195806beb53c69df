import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/db/db.ts';
import { tryOpen } from '../../platform/secrets/cipher.ts';
import type { Services } from '../../services.ts';
import { GRACE_MS, later } from './model.ts';
import { purposes } from './purposes.ts';
import { insertRevocation } from './store/revocations.ts';
import { killSession, listReplacedSessions, lockSession, replaceSession } from './store/sessions.ts';

type Needs = Pick<Services, 'clock' | 'cipher' | 'log'>;

export interface EndedSession {
  /** Undefined if there is no token to revoke, or it cannot be decrypted. */
  readonly revocationId: string | undefined;
  readonly issuerId: string | null;
  readonly userId: string;
}

/**
 * Ends a session and those that it replaced, and queues their refresh tokens for revocation. Undefined if the session
 * has already ended; the provider's response never restores it.
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
  const { issuer_id: issuerId, user_id: userId } = session;
  if (session.refresh_token_sealed === '') return { revocationId: undefined, issuerId, userId };
  const refreshToken = tryOpen(cipher, session.refresh_token_sealed, purposes.refreshToken(sessionId));
  if (refreshToken === undefined) {
    // The token was sealed with a master key that is lost. It expires at the provider.
    log.warn('refresh_token_unreadable');
    return { revocationId: undefined, issuerId, userId };
  }
  const revocationId = await queueTokenRevocation(services, tx, { refreshToken, issuerId });
  return { revocationId, issuerId, userId };
}

/**
 * Replaces the previous session. If it belongs to the same person, it still serves earlier requests for some seconds;
 * otherwise it ends at once.
 */
export async function supersedeSession(
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
  // Two tabs signed in concurrently, and the server cannot know which cookie the browser keeps.
  if (previous.replaced_by !== null) return;
  await replaceSession(tx, {
    id: change.previousId,
    successorId: change.successorId,
    expiresAt: later(services.clock.now(), GRACE_MS),
  });
}

export async function queueTokenRevocation(
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
