import type { DeleteAccountRequest, SystemRole } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { demandRecentSignIn, withAccessToken } from '../session/index.ts';
import { isLastOwnerAnywhere, isPersonalSpaceOnHold, lockSpacesOf } from '../spaces/index.ts';
import { eraseAccount } from './erase-account.ts';
import { deleteLeftAccount } from './left-accounts.ts';
import {
  lockOtherAdministrator,
  lockRole,
  resignAdministrator,
  restoreAdministrator,
} from './store/administrators.ts';
import { findLeftAccount, oweDeletion } from './store/left-accounts.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log' | 'newId'>;

/**
 * Deletes the own account; the personal space stays for an administrator. With an administrator key, the account is
 * erased here first, and the pool is asked until it has deleted it.
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
  return services.pool.isAdministered
    ? await deleteHereFirst(services, actor)
    : await deleteAtPoolFirst(services, actor);
}

async function deleteHereFirst(services: Needs, actor: Actor): Outcome<undefined, Failure> {
  const { clock, db } = services;
  const { id } = actor.person;
  const erased = await inTransaction(db, async (tx): Outcome<undefined, Failure> => {
    const role = await lockLeaving(tx, id);
    if (!role.ok) return role;
    await erase(services, tx, actor);
    await oweDeletion(tx, { id, now: clock.now() });
    return ok(undefined);
  });
  if (!erased.ok) return erased;
  const account = await findLeftAccount(db, id);
  if (account !== undefined) await deleteLeftAccount(services, account, { isFirst: true });
  return ok(undefined);
}

/**
 * Without a key, only the person's own token can delete the account at the pool, so a failing pool changes nothing. The
 * administrator role is given up under a lock before, and restored if the pool fails.
 */
async function deleteAtPoolFirst(services: Needs, actor: Actor): Outcome<undefined, Failure> {
  const { clock, db } = services;
  const userId = actor.person.id;
  const resigned = await inTransaction(db, async (tx): Outcome<number | undefined, Failure> => {
    const role = await lockLeaving(tx, userId);
    if (!role.ok) return role;
    const isAdministrator = role.value === 'administrator';
    return ok(isAdministrator ? await resignAdministrator(tx, { userId, now: clock.now() }) : undefined);
  });
  if (!resigned.ok) return resigned;
  const deleted = await askPool(services, actor);
  if (!deleted.ok) {
    const revision = resigned.value;
    if (revision !== undefined) await restoreAdministrator(db, { userId, revision, now: clock.now() });
    return deleted;
  }
  await inTransaction(db, async (tx) => await erase(services, tx, actor));
  return ok(undefined);
}

/** Finds the role of a person who may leave. Locks the administrators, the person and their spaces. */
async function lockLeaving(tx: Tx, userId: string): Outcome<SystemRole, Failure> {
  const hasOther = await lockOtherAdministrator(tx, userId);
  const role = await lockRole(tx, userId);
  if (role === undefined) return err({ code: 'not_signed_in' });
  if (role === 'administrator' && !hasOther) return err({ code: 'last_administrator' });
  await lockSpacesOf(tx, userId);
  if (await isLastOwnerAnywhere(tx, userId)) return err({ code: 'last_owner' });
  if (await isPersonalSpaceOnHold(tx, userId)) return err({ code: 'under_hold' });
  return ok(role);
}

/** An account that the pool no longer knows was deleted by a call whose answer was lost. */
async function askPool(services: Needs, actor: Actor): Outcome<undefined, Failure> {
  const { pool } = services;
  let isUnknown = false;
  const deleted = await withAccessToken(services, actor, async (accessToken) => {
    const asked = await pool.deleteAccount(accessToken);
    if (asked.ok) return asked;
    const seen = asked.error.code === 'session_ended' ? asked : await pool.getAccount(accessToken);
    isUnknown = !seen.ok && seen.error.code === 'session_ended';
    return isUnknown ? err({ code: 'session_ended' } as const) : asked;
  });
  const isGone = !deleted.ok && deleted.error.code === 'not_signed_in' && isUnknown;
  return deleted.ok || isGone ? ok(undefined) : deleted;
}

async function erase(services: Needs, tx: Tx, { person }: Actor): Promise<void> {
  const name = person.name === '' ? person.username : person.name;
  const subject = { kind: 'person', id: person.id, name } as const;
  recordAudit(tx, { action: 'account_deleted', at: services.clock.now(), subject });
  await eraseAccount(services, tx, { userId: person.id, actorId: person.id });
}
