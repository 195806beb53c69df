import type { HolderId, Person, SpaceId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { neededToManage } from '../policy.ts';
import { deleteGroupRow, findGroupRow } from '../store/groups.ts';
import { deleteMemberRow, findMemberRow } from '../store/members.ts';
import { inTeamSpace, notAllowed, type TeamNeeds, type TeamWork } from '../team/in-team-space.ts';
import { resignOwner } from './resign-owner.ts';

/** Removes a person or group from a space. Everyone may leave by removing themselves, except the last owner. */
export async function removeMember(
  services: TeamNeeds,
  actor: Person,
  { spaceId, holderId }: { readonly spaceId: SpaceId; readonly holderId: HolderId },
): Outcome<undefined, Failure> {
  const isLeaving = holderId === actor.id;
  return await inTeamSpace(services, { actor, spaceId }, async (tx, team) => {
    // Rights are checked before the lookup, because not everyone may know who is a member.
    const refusal = isLeaving ? undefined : neededToManage(team.role);
    if (refusal !== undefined) return err(notAllowed(refusal));
    const member = await findMemberRow(tx, { spaceId, userId: holderId });
    if (member === undefined) return await removeGroup(tx, { spaceId, groupId: holderId, team });
    const needed = isLeaving ? undefined : neededToManage(team.role, [member.role]);
    if (needed !== undefined) return err(notAllowed(needed));
    if (member.role === 'owner') {
      const resigned = await resignOwner(tx, { space: team.space, userId: holderId, now: team.now });
      if (!resigned.ok) return resigned;
    }
    await deleteMemberRow(tx, { spaceId, userId: holderId });
    await team.record([
      {
        verb: isLeaving ? 'member_left' : 'member_removed',
        facts: { person: holderId, role: member.role },
      },
    ]);
    const subject = { kind: 'space_removed', name: team.space.name } as const;
    await team.tell(subject, { personIds: [holderId] });
    return ok(undefined);
  });
}

/** Removes a group. Also called for people who are members only through a group, and therefore cannot leave. */
async function removeGroup(
  tx: Tx,
  {
    spaceId,
    groupId,
    team,
  }: { readonly spaceId: SpaceId; readonly groupId: string; readonly team: TeamWork },
): Outcome<undefined, Failure> {
  const group = await findGroupRow(tx, { spaceId, groupId });
  if (group === undefined) return err({ code: 'person_not_found' });
  await deleteGroupRow(tx, { spaceId, groupId });
  await team.record([{ verb: 'member_removed', facts: { group: groupId, role: group.role } }]);
  await team.tell({ kind: 'space_removed', name: team.space.name }, { groupIds: [groupId] });
  return ok(undefined);
}
