import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { dropInvitation } from '../mail/index.ts';
import { endInvitationOf } from '../one-time-links/index.ts';

export async function withdrawInvitation(
  services: Pick<Services, 'clock' | 'db'>,
  email: string,
): Outcome<undefined, Failure> {
  const now = services.clock.now();
  const isEnded = await inTransaction(services.db, async (tx) => {
    await dropInvitation(tx, email.trim());
    const hasEnded = await endInvitationOf(tx, { email: email.trim(), reason: 'replaced', now });
    const subject = { kind: 'person', id: null, name: email.trim() } as const;
    if (hasEnded) recordAudit(tx, { action: 'invitation_withdrawn', at: now, subject });
    return hasEnded;
  });
  return isEnded ? ok(undefined) : err({ code: 'person_not_found' });
}
