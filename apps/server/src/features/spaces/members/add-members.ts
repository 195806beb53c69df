import {
  type AddMembersRequest,
  LIMITS,
  type Person,
  type SpaceId,
  type SpaceMemberList,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { MaybeOnce } from '../../../platform/db/once.ts';
import { neededToManage } from '../policy.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { presentMember, presentSpaceGroup } from '../present.ts';
import { countKnownGroups, insertGroups, listGroupRows } from '../store/groups.ts';
import { countActivePeople, countMembers, insertMembers, listMemberRows } from '../store/members.ts';
import { inTeamSpace, notAllowed, type TeamNeeds } from '../team/in-team-space.ts';

/** Adds all of the people and groups, or none. Those who are members already keep their role. */
export async function addMembers(
  services: TeamNeeds & MaybeOnce,
  actor: Person,
  {
    spaceId,
    personIds,
    groupIds: askedGroups,
    role: given,
  }: AddMembersRequest & { readonly spaceId: SpaceId },
): Outcome<SpaceMemberList, Failure> {
  return await inTeamSpace(services, { actor, spaceId }, async (tx, { space, role, now, record, tell }) => {
    const needed = neededToManage(role, [given]);
    if (needed !== undefined) return err(notAllowed(needed));
    const userIds = [...new Set<string>(personIds)];
    if ((await countActivePeople(tx, userIds)) < userIds.length) return err({ code: 'person_not_found' });
    const already = (await listMemberRows(tx, { spaceId, userIds })).map((row) => row.user_id);
    const added = userIds.filter((userId) => !already.includes(userId));
    const groups = await groupsToAdd(tx, { spaceId, groupIds: askedGroups });
    if (groups === undefined) return err({ code: 'group_not_found' });
    if ((await countMembers(tx, spaceId)) + added.length + groups.length > LIMITS.membersMax) {
      return err({ code: 'limit_reached', facts: { limit: LIMITS.membersMax } });
    }
    if (added.length > 0) await insertMembers(tx, { spaceId, userIds: added, role: given, now });
    if (groups.length > 0 && given !== 'owner') {
      await insertGroups(tx, { spaceId, groupIds: groups, role: given, now });
    }
    await record([
      ...added.map((person) => ({ verb: 'member_added' as const, facts: { person, role: given } })),
      ...groups.map((group) => ({ verb: 'member_added' as const, facts: { group, role: given } })),
    ]);
    const subject = { kind: 'space_added', spaceId, name: space.name, role: given } as const;
    await tell(subject, { personIds: added, groupIds: groups });
    const rows = await listMemberRows(tx, { spaceId, userIds });
    const groupRows = await listGroupRows(tx, { spaceId, groupIds: askedGroups });
    return ok({ items: rows.map(presentMember), groups: groupRows.map(presentSpaceGroup) });
  });
}

/** The groups that are not in the space yet. Undefined if one does not exist. */
async function groupsToAdd(
  tx: Tx,
  asked: { readonly spaceId: string; readonly groupIds: readonly string[] },
): Promise<readonly string[] | undefined> {
  const { spaceId } = asked;
  const groupIds = [...new Set(asked.groupIds)];
  if ((await countKnownGroups(tx, groupIds)) < groupIds.length) return undefined;
  const already = (await listGroupRows(tx, { spaceId, groupIds })).map((row) => row.group_id);
  return groupIds.filter((groupId) => !already.includes(groupId));
}
