import type { DeleteAccountRequest } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { demandRecentSignIn, withAccessToken } from '../session/index.ts';
import { isLastOwnerAnywhere, isPersonalSpaceOnHold } from '../spaces/index.ts';
import { eraseAccount } from './erase-account.ts';
import { resignAdministrator, restoreAdministrator } from './store/administrators.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log' | 'newId'>;

/**
 * Deletes the account at the pool first, so that a failing pool changes nothing; the personal space stays for an
 * administrator. The administrator role is given up under a lock before, and restored if the pool fails.
 */
export async function deleteAccount(
  services: Needs,
  actor: Actor,
  { confirmation }: DeleteAccountRequest,
): Outcome<undefined, Failure> {
  const recent = await demandRecentSignIn(services, actor);
  if (!recent.ok) return recent;
  const { person } = actor;
  const typed = confirmation.trim().toLowerCase();
  if (typed !== person.email.toLowerCase() && typed !== person.username.toLowerCase()) {
    return err({ code: 'invalid_request', issues: [{ path: 'confirmation', code: 'wrong_format' }] });
  }
  const { clock, db } = services;
  if (await isLastOwnerAnywhere(db, person.id)) return err({ code: 'last_owner' });
  if (await isPersonalSpaceOnHold(db, person.id)) return err({ code: 'under_hold' });
  const isAdministrator = person.role === 'administrator';
  if (isAdministrator) {
    const change = { userId: person.id, now: clock.now() };
    const hasResigned = await inTransaction(db, async (tx) => await resignAdministrator(tx, change));
    if (!hasResigned) return err({ code: 'last_administrator' });
  }
  const deleted = await withAccessToken(
    services,
    actor,
    async (accessToken) => await services.pool.deleteAccount(accessToken),
  );
  if (!deleted.ok) {
    if (isAdministrator) await restoreAdministrator(db, { userId: person.id, now: clock.now() });
    return deleted;
  }
  await inTransaction(db, async (tx) => {
    const now = clock.now();
    const name = person.name === '' ? person.username : person.name;
    const subject = { kind: 'person', id: person.id, name } as const;
    recordAudit(tx, { action: 'account_deleted', at: now, subject });
    await eraseAccount(services, tx, { userId: person.id, actorId: person.id });
  });
  return ok(undefined);
}
