import type { LinkUsed, UseResetLinkRequest } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { claimLink, endLink, releaseLink } from '../one-time-links/index.ts';
import { endAllSessions, presentPoolFailure } from '../session/index.ts';
import { findPersonRow } from './store/people.ts';

/**
 * Sets a new password and ends every session of the person. Does not sign in, because the second factor is still
 * required (OWASP ASVS 5.0, 6.4.3).
 */
export async function useResetLink(
  services: Pick<Services, 'cipher' | 'clock' | 'db' | 'log' | 'pool'>,
  { code, password }: UseResetLinkRequest,
): Outcome<LinkUsed, Failure> {
  const claimed = await claimLink(services, { code, kind: 'password_reset' });
  if (!claimed.ok) return claimed;
  const { clock, db, log, pool } = services;
  const { code_hash: codeHash } = claimed.value;
  const userId = defined(claimed.value.user_id, 'a reset link has no person');
  const person = await findPersonRow(db, userId);
  if (person?.status !== 'active') {
    await releaseLink(services, { codeHash, beganAtPool: true });
    return err({ code: 'account_disabled' });
  }
  const { username } = person;
  const changed = await pool.setPassword({ username, password });
  if (!changed.ok) {
    await releaseLink(services, { codeHash, beganAtPool: true });
    return err(presentPoolFailure(changed.error, { now: clock.now(), log, passwordPath: 'password' }));
  }
  await inTransaction(db, async (tx) => {
    await endLink(tx, { codeHash, reason: 'used', now: clock.now() });
    await endAllSessions(services, tx, userId);
    recordAudit(tx, {
      action: 'password_changed',
      at: clock.now(),
      actor: { kind: 'person', id: userId },
      facts: { by: 'link' },
    });
  });
  return ok({ username: person.email === '' ? username : person.email });
}
