import type { Person, RemovedPerson, RemovePersonRequest } from '@coffer/contracts';
import { DAY_MS, err, ok, type Result } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import {
  deleteLeftAccount,
  eraseAccount,
  findLeftAccount,
  lockOtherAdministrator,
  oweDeletion,
} from '../../account/index.ts';
import { recordAudit } from '../../audit/index.ts';
import {
  archiveLeftSpace,
  isPersonalSpaceOnHold,
  listOwnedAlone,
  lockSpacesOf,
  makeOnlyOwner,
} from '../../spaces/index.ts';
import { administeringOther } from '../administration/policy.ts';
import { passFilesOn } from '../hand-over-files.ts';
import { displayName, filesOf, type PersonRow } from '../model.ts';
import { endResetOf } from '../../one-time-links/index.ts';
import { keepFilesUntil, lockPersonRow } from '../store/people.ts';

type Needs = Pick<Services, 'cipher' | 'clock' | 'db' | 'log' | 'newId' | 'pool' | 'settings'>;

interface Removing extends RemovePersonRequest {
  readonly actor: Person;
  readonly personId: string;
  /** The revision that the person saw when they chose. */
  readonly revision: number | undefined;
}

/**
 * Removes a person in one transaction and calls the pool afterwards, so that a failing pool cannot keep the account
 * alive. A repeated call only calls the pool again.
 */
export async function removePerson(services: Needs, removing: Removing): Outcome<RemovedPerson, Failure> {
  const { actor, personId, revision } = removing;
  const allowed = administeringOther(actor, personId);
  if (!allowed.ok) return allowed;
  if (revision === undefined) return err({ code: 'revision_required' });
  const removed = await inTransaction(services.db, async (tx) => await removeHere(services, tx, removing));
  if (!removed.ok) return removed;
  const { person, wasRemoved } = removed.value;
  services.log.info('person_removed', { userId: personId, actorId: actor.id, wasRemoved });
  const account = await findLeftAccount(services.db, person.id);
  if (account === undefined) return err({ code: 'person_not_found' });
  return ok({ atPool: await deleteLeftAccount(services, account, { isFirst: !wasRemoved }), wasRemoved });
}

async function removeHere(
  services: Needs,
  tx: Tx,
  removing: Removing,
): Promise<Result<{ readonly person: PersonRow; readonly wasRemoved: boolean }, Failure>> {
  const { actor, personId, revision, files, owners } = removing;
  const hasOther = await lockOtherAdministrator(tx, personId);
  const receiverIds = [
    ...(files.kind === 'hand_over' ? [files.toId] : []),
    ...owners.map(({ toId }) => toId),
  ].filter((id) => id !== personId);
  const people = await lockPeople(tx, [personId, ...receiverIds]);
  const person = people.get(personId);
  if (person === undefined) return err({ code: 'person_not_found' });
  if (person.status === 'removed') return ok({ person, wasRemoved: true });
  if (revision !== person.revision) {
    return err({ code: 'revision_conflict', facts: { current_revision: person.revision } });
  }
  const isLast = person.role === 'administrator' && person.status === 'active' && !hasOther;
  if (isLast) return err({ code: 'last_administrator' });
  await lockSpacesOf(tx, personId);
  if (await isPersonalSpaceOnHold(tx, personId)) return err({ code: 'under_hold' });
  const given = await giveSpaces(services, tx, { removing, people });
  if (!given.ok) return given;
  const receiver = files.kind === 'hand_over' ? people.get(files.toId) : undefined;
  if (files.kind === 'hand_over' && !canReceive(receiver, personId)) return err({ code: 'person_not_found' });
  const now = services.clock.now();
  await endResetOf(tx, { userId: personId, reason: 'replaced', now });
  await eraseAccount(services, tx, { userId: personId, actorId: actor.id });
  if (person.issuer === services.pool.issuer && services.pool.isAdministered) {
    await oweDeletion(tx, { id: personId, now });
  }
  const subject = { kind: 'person', id: personId, name: displayName(person) } as const;
  recordAudit(tx, { action: 'person_removed', at: now, subject, facts: { files: files.kind } });
  const gone: PersonRow = { ...person, status: 'removed' };
  switch (files.kind) {
    case 'keep':
      await keepFilesUntil(tx, { userId: personId, until: new Date(now.getTime() + files.days * DAY_MS) });
      break;
    case 'delete':
      await archiveLeftSpace(tx, {
        ownerId: personId,
        name: filesOf(gone),
        actorId: actor.id,
        now,
        newId: services.newId,
      });
      break;
    case 'hand_over': {
      if (receiver === undefined) break;
      const passed = await passFilesOn(services, tx, { from: gone, to: receiver, actorId: actor.id });
      // A person without a personal space has no files to hand over.
      if (!passed.ok && passed.error.code !== 'space_not_found') return passed;
    }
  }
  return ok({ person: gone, wasRemoved: false });
}

/** Locks people in the order of ids, to avoid deadlocks. */
async function lockPeople(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, PersonRow>> {
  const rows = new Map<string, PersonRow>();
  for (const id of [...new Set(ids)].toSorted()) {
    const row = await lockPersonRow(tx, id);
    if (row !== undefined) rows.set(id, row);
  }
  return rows;
}

/** Gives the spaces that the person owns alone to new owners. Skips a space that got another owner in the meantime. */
async function giveSpaces(
  { clock, newId }: Needs,
  tx: Tx,
  { removing, people }: { readonly removing: Removing; readonly people: ReadonlyMap<string, PersonRow> },
): Outcome<undefined, Failure> {
  const { actor, personId, owners } = removing;
  for (const space of await listOwnedAlone(tx, personId)) {
    const toId = owners.find(({ spaceId }) => spaceId === space.id)?.toId;
    if (toId === undefined) return err({ code: 'last_owner' });
    if (!canReceive(people.get(toId), personId)) return err({ code: 'person_not_found' });
    await makeOnlyOwner(tx, { space, toId, actorId: actor.id, now: clock.now(), newId });
  }
  return ok(undefined);
}

function canReceive(person: PersonRow | undefined, leavingId: string): boolean {
  return person?.status === 'active' && person.id !== leavingId;
}
