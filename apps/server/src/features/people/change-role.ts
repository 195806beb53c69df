import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { lockOtherAdministrator } from '../account/index.ts';
import { recordAudit } from '../audit/index.ts';
import { endIssuedLinks } from '../one-time-links/index.ts';
import type { Role } from './model.ts';
import { changePerson, lockPersonRow } from './store/people.ts';

/** Changes a role, with effect from the next call. The last administrator keeps the role. */
export async function changeRole(
  services: Pick<Services, 'clock' | 'db'>,
  change: {
    readonly userId: string;
    readonly role: Role;
    /** The revision that the caller has seen. A later change is not overwritten. */
    readonly revision?: number | undefined;
  },
): Outcome<undefined, Failure> {
  const { userId, role, revision } = change;
  return await inTransaction(services.db, async (tx) => {
    const hasOther = await lockOtherAdministrator(tx, userId);
    const person = await lockPersonRow(tx, userId);
    if (person === undefined || person.status === 'removed') return err({ code: 'person_not_found' });
    if (revision !== undefined && revision !== person.revision) {
      return err({ code: 'revision_conflict', facts: { current_revision: person.revision } });
    }
    const isLast = person.role === 'administrator' && person.status === 'active' && !hasOther;
    if (isLast && role !== 'administrator') return err({ code: 'last_administrator' });
    if (person.role === role) return ok(undefined);
    const now = services.clock.now();
    await changePerson(tx, { id: userId, role, now });
    if (person.role === 'administrator') await endIssuedLinks(tx, { userId, now });
    recordAudit(tx, {
      action: 'person_role_changed',
      at: now,
      subject: { kind: 'person', id: userId },
      facts: { from: person.role, to: role },
    });
    return ok(undefined);
  });
}
