import { createHash } from 'node:crypto';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { endSession } from './end-session.ts';
import { insertLogoutToken, lockIssuer } from './store/logout-tokens.ts';
import { listSessionsOfIssuer } from './store/sessions.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'issuers' | 'cipher' | 'log'>;

/** `unavailable` means that the issuer's keys could not be fetched. The token may be sent again. */
export type SignOutFromIssuer = 'done' | 'refused' | 'unavailable';

/**
 * Handles a logout token. Ends the sessions in the transaction that consumes the token; an unknown session counts as
 * success (OpenID Connect Back-Channel Logout 1.0, 2.7).
 */
export async function signOutFromIssuer(
  services: Needs,
  message: { readonly issuerId: string; readonly token: string },
): Promise<SignOutFromIssuer> {
  const { clock, db, issuers, log } = services;
  const { issuerId } = message;
  const issuer = issuers.get(issuerId);
  if (issuer === undefined) return 'refused';
  const read = await issuer.readLogoutToken(message.token);
  if (!read.ok) return read.error.code === 'issuer_unavailable' ? 'unavailable' : 'refused';
  const { jti, sid, subject, goodUntil } = read.value;
  return await inTransaction(db, async (tx) => {
    await lockIssuer(tx, issuerId);
    const jtiHash = createHash('sha256').update(jti).digest('hex');
    const token = { issuerId, jtiHash, sid, subject, now: clock.now(), expiresAt: goodUntil };
    if (!(await insertLogoutToken(tx, token))) {
      log.warn('logout_token_refused', { issuer: issuerId, reason: 'jti' });
      return 'refused';
    }
    const ended = await listSessionsOfIssuer(tx, { issuerId, sid, subject });
    for (const id of ended) {
      const gone = await endSession(services, tx, id);
      if (gone === undefined) continue;
      recordAudit(tx, {
        action: 'session_ended',
        at: clock.now(),
        subject: { kind: 'person', id: gone.userId },
        facts: { issuer: issuerId },
      });
    }
    log.info('signed_out_by_issuer', { issuer: issuerId, sessions: ended.length });
    return 'done';
  });
}
