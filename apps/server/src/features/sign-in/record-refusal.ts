import type { Services } from '../../services.ts';
import { recordAuditNow } from '../audit/index.ts';
import type { AttemptRow } from './model.ts';
import { findIdByUsername } from './store/identities.ts';

/** Records a refused sign-in, only for existing accounts: people sometimes type their password as the name. */
export async function recordRefusal(
  { clock, db, pool }: Pick<Services, 'clock' | 'db' | 'pool'>,
  attempt: AttemptRow,
): Promise<void> {
  const id = await findIdByUsername(db, { issuer: pool.issuer, username: attempt.pool_username });
  if (id === undefined) return;
  const subject = { kind: 'person', id } as const;
  const facts = { step: attempt.step };
  await recordAuditNow(db, {
    action: 'sign_in_refused',
    at: clock.now(),
    subject,
    outcome: 'refused',
    facts,
  });
}
