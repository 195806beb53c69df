import {
  type AddedGroupMembers,
  type GroupId,
  LIMITS,
  type Person,
  SERVER_LIMITS,
  type UserId,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { administering, changing } from './policy.ts';
import { lockGroup } from './store/groups.ts';
import {
  countAllMembers,
  countGroupsOf,
  deleteMember,
  insertMembers,
  lockActivePeople,
} from './store/members.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'log'>;

/** Adds all of the people to a group, or none. People who are in the group already stay. */
export async function addGroupMembers(
  { clock, db, log }: Needs,
  actor: Person,
  { groupId, personIds }: { readonly groupId: GroupId; readonly personIds: readonly UserId[] },
): Outcome<AddedGroupMembers, Failure> {
  const allowed = administering(actor);
  if (!allowed.ok) return allowed;
  const added = await inTransaction(db, async (tx): Outcome<AddedGroupMembers, Failure> => {
    const mayChange = changing(await lockGroup(tx, groupId));
    if (!mayChange.ok) return mayChange;
    const userIds = [...new Set<string>(personIds)];
    if ((await lockActivePeople(tx, userIds)) < userIds.length) return err({ code: 'person_not_found' });
    const now = clock.now();
    const inserted = await insertMembers(tx, { groupId, userIds, now });
    if ((await countAllMembers(tx, groupId)) > LIMITS.groupMembersMax) {
      return err({ code: 'limit_reached', facts: { limit: LIMITS.groupMembersMax } });
    }
    if ((await countGroupsOf(tx, userIds)) > SERVER_LIMITS.groupsOfPersonMax) {
      return err({ code: 'limit_reached', facts: { limit: SERVER_LIMITS.groupsOfPersonMax } });
    }
    const group = { kind: 'group', id: groupId } as const;
    for (const id of inserted) {
      const subject = { kind: 'person', id } as const;
      recordAudit(tx, { action: 'group_member_added', at: now, subject, facts: { group } });
    }
    return ok({ added: inserted.length });
  });
  if (added.ok) log.info('group_members_added', { groupId, actorId: actor.id, people: added.value.added });
  return added;
}

export async function removeGroupMember(
  { clock, db, log }: Needs,
  actor: Person,
  { groupId, personId }: { readonly groupId: GroupId; readonly personId: UserId },
): Outcome<undefined, Failure> {
  const allowed = administering(actor);
  if (!allowed.ok) return allowed;
  const removed = await inTransaction(db, async (tx): Outcome<undefined, Failure> => {
    const mayChange = changing(await lockGroup(tx, groupId));
    if (!mayChange.ok) return mayChange;
    if (!(await deleteMember(tx, { groupId, userId: personId }))) return err({ code: 'person_not_found' });
    const subject = { kind: 'person', id: personId } as const;
    const group = { kind: 'group', id: groupId } as const;
    recordAudit(tx, { action: 'group_member_removed', at: clock.now(), subject, facts: { group } });
    return ok(undefined);
  });
  if (removed.ok) log.info('group_member_removed', { groupId, actorId: actor.id, userId: personId });
  return removed;
}
