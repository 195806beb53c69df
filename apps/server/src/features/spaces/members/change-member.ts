import type { Person, SpaceId, SpaceMember, SpaceRole, UserId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { neededToManage } from '../policy.ts';
import { presentMember } from '../present.ts';
import { changeMemberRow, findMemberRow } from '../store/members.ts';
import { inTeamSpace, notAllowed, type TeamNeeds } from '../team/in-team-space.ts';
import { resignOwner } from './resign-owner.ts';

export async function changeMember(
  services: TeamNeeds,
  actor: Person,
  input: {
    readonly spaceId: SpaceId;
    readonly personId: UserId;
    readonly role: SpaceRole;
    readonly revision: number | undefined;
  },
): Outcome<SpaceMember, Failure> {
  const { spaceId, personId, role: wanted, revision } = input;
  return await inTeamSpace(services, { actor, spaceId }, async (tx, team) => {
    const refusal = neededToManage(team.role);
    if (refusal !== undefined) return err(notAllowed(refusal));
    const member = await findMemberRow(tx, { spaceId, userId: personId });
    if (member === undefined) return err({ code: 'person_not_found' });
    const needed = neededToManage(team.role, [member.role, wanted]);
    if (needed !== undefined) return err(notAllowed(needed));
    if (revision === undefined) return err({ code: 'revision_required' });
    if (revision !== member.revision) {
      return err({ code: 'revision_conflict', facts: { current_revision: member.revision } });
    }
    if (wanted === member.role) return ok(presentMember(member));
    if (member.role === 'owner') {
      const resigned = await resignOwner(tx, { space: team.space, userId: personId, now: team.now });
      if (!resigned.ok) return resigned;
    }
    await changeMemberRow(tx, { spaceId, userId: personId, role: wanted });
    await team.record([
      { verb: 'member_changed', facts: { person: personId, from: member.role, to: wanted } },
    ]);
    await team.tell([personId], { kind: 'space_role', spaceId, name: team.space.name, role: wanted });
    return ok(presentMember({ ...member, role: wanted, revision: member.revision + 1 }));
  });
}
