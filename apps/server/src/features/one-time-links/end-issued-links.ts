import type { Tx } from '../../platform/db/db.ts';
import { recordAudit } from '../audit/index.ts';
import { dropInvitation } from '../mail/index.ts';
import { endIssuedBy } from './store/links.ts';

/** Ends open links of a person who is no administrator any more, because these links would still give the role. */
export async function endIssuedLinks(
  tx: Tx,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<void> {
  for (const email of await endIssuedBy(tx, { userId, reason: 'replaced', now })) {
    await dropInvitation(tx, email);
    const subject = { kind: 'person', id: null, name: email } as const;
    recordAudit(tx, { action: 'invitation_withdrawn', at: now, subject });
  }
}
