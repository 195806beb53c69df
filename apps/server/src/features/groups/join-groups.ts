import { LIMITS, SERVER_LIMITS } from '@coffer/contracts';
import type { Tx } from '../../platform/db/db.ts';
import { recordAudit } from '../audit/index.ts';
import { changing } from './policy.ts';
import { lockGroup } from './store/groups.ts';
import { countAllMembers, countGroupsOf, insertMembers } from './store/members.ts';

/** Adds a person to the groups of their invitation. Deleted, external and full groups are skipped. */
export async function joinGroups(
  tx: Tx,
  {
    userId,
    groupIds,
    invitedBy,
    now,
  }: {
    readonly userId: string;
    readonly groupIds: readonly string[];
    /** The person who invited. Null for a command on the server. */
    readonly invitedBy: string | null;
    readonly now: Date;
  },
): Promise<void> {
  const actor =
    invitedBy === null ? ({ kind: 'server' } as const) : ({ kind: 'person', id: invitedBy } as const);
  // Groups are locked in the order of ids, to avoid deadlocks.
  for (const groupId of groupIds.toSorted()) {
    if (!changing(await lockGroup(tx, groupId)).ok) continue;
    const isFull = (await countAllMembers(tx, groupId)) >= LIMITS.groupMembersMax;
    if (isFull || (await countGroupsOf(tx, [userId])) >= SERVER_LIMITS.groupsOfPersonMax) continue;
    const inserted = await insertMembers(tx, { groupId, userIds: [userId], now });
    if (inserted.length === 0) continue;
    const subject = { kind: 'person', id: userId } as const;
    const group = { kind: 'group', id: groupId } as const;
    recordAudit(tx, { action: 'group_member_added', at: now, actor, subject, facts: { group } });
  }
}
