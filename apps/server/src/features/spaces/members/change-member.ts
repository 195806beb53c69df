import type { HolderId, Person, SpaceGroup, SpaceId, SpaceMember, SpaceRole } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { neededToManage } from '../policy.ts';
import { presentMember, presentSpaceGroup } from '../present.ts';
import { changeGroupRow, findGroupRow } from '../store/groups.ts';
import { changeMemberRow, findMemberRow } from '../store/members.ts';
import { inTeamSpace, notAllowed, type TeamNeeds, type TeamWork } from '../team/in-team-space.ts';
import { resignOwner } from './resign-owner.ts';

export async function changeMember(
  services: TeamNeeds,
  actor: Person,
  input: {
    readonly spaceId: SpaceId;
    readonly holderId: HolderId;
    readonly role: SpaceRole;
    readonly revision: number | undefined;
  },
): Outcome<SpaceMember | SpaceGroup, Failure> {
  const { spaceId, holderId, role: wanted, revision } = input;
  return await inTeamSpace(
    services,
    { actor, spaceId },
    async (tx, team): Outcome<SpaceMember | SpaceGroup, Failure> => {
      const refusal = neededToManage(team.role);
      if (refusal !== undefined) return err(notAllowed(refusal));
      const member = await findMemberRow(tx, { spaceId, userId: holderId });
      if (member === undefined) return await changeGroup(tx, { ...input, team });
      const needed = neededToManage(team.role, [member.role, wanted]);
      if (needed !== undefined) return err(notAllowed(needed));
      if (revision === undefined) return err({ code: 'revision_required' });
      if (revision !== member.revision) {
        return err({ code: 'revision_conflict', facts: { current_revision: member.revision } });
      }
      if (wanted === member.role) return ok(presentMember(member));
      if (member.role === 'owner') {
        const resigned = await resignOwner(tx, { space: team.space, userId: holderId, now: team.now });
        if (!resigned.ok) return resigned;
      }
      await changeMemberRow(tx, { spaceId, userId: holderId, role: wanted });
      await team.record([
        { verb: 'member_changed', facts: { person: holderId, from: member.role, to: wanted } },
      ]);
      const subject = { kind: 'space_role', spaceId, name: team.space.name, role: wanted } as const;
      await team.tell(subject, { personIds: [holderId] });
      return ok(presentMember({ ...member, role: wanted, revision: member.revision + 1 }));
    },
  );
}

async function changeGroup(
  tx: Tx,
  change: {
    readonly spaceId: SpaceId;
    readonly holderId: HolderId;
    readonly role: SpaceRole;
    readonly revision: number | undefined;
    readonly team: TeamWork;
  },
): Outcome<SpaceGroup, Failure> {
  const { spaceId, holderId: groupId, role, revision, team } = change;
  const group = await findGroupRow(tx, { spaceId, groupId });
  if (group === undefined) return err({ code: 'person_not_found' });
  if (role === 'owner') {
    return err({ code: 'invalid_request', issues: [{ path: 'role', code: 'wrong_format' }] });
  }
  if (revision === undefined) return err({ code: 'revision_required' });
  if (revision !== group.revision) {
    return err({ code: 'revision_conflict', facts: { current_revision: group.revision } });
  }
  if (role === group.role) return ok(presentSpaceGroup(group));
  await changeGroupRow(tx, { spaceId, groupId, role });
  await team.record([{ verb: 'member_changed', facts: { group: groupId, from: group.role, to: role } }]);
  const subject = { kind: 'space_role', spaceId, name: team.space.name, role } as const;
  await team.tell(subject, { groupIds: [groupId] });
  return ok(presentSpaceGroup({ ...group, role, revision: group.revision + 1 }));
}
