import { randomUUID } from 'node:crypto';
import type { Tx } from '../../platform/db/db.ts';
import { tryOpen } from '../../platform/secrets/cipher.ts';
import type { Services } from '../../services.ts';
import { purposes } from './purposes.ts';
import { insertRevocation } from './store/revocations.ts';
import { killSession, lockSession } from './store/sessions.ts';

type Needs = Pick<Services, 'clock' | 'cipher' | 'log'>;

/**
 * Ends a session in this transaction, and leaves its refresh token to be revoked at the pool. Returns the id of that revocation;
 * undefined when the session had ended already. What the pool does about it later never brings the session back.
 */
export async function endSession(services: Needs, tx: Tx, sessionId: string): Promise<string | undefined> {
  const session = await lockSession(tx, sessionId);
  if (session === undefined) return undefined;
  await killSession(tx, { id: sessionId, now: services.clock.now() });
  const refreshToken = tryOpen(
    services.cipher,
    session.refresh_token_sealed,
    purposes.refreshToken(sessionId),
  );
  if (refreshToken === undefined) {
    // Sealed with a master key that is gone. The pool forgets the token when it expires.
    services.log.warn('refresh_token_unreadable');
    return undefined;
  }
  return await leaveForRevocation(services, tx, refreshToken);
}

/** Writes a refresh token that nobody shall use any more into the list of those to be revoked. */
export async function leaveForRevocation(
  services: Pick<Services, 'clock' | 'cipher'>,
  db: Services['db'] | Tx,
  refreshToken: string,
): Promise<string> {
  const id = randomUUID();
  await insertRevocation(db, {
    id,
    refreshTokenSealed: services.cipher.seal(refreshToken, purposes.revocation(id)),
    now: services.clock.now(),
  });
  return id;
}
