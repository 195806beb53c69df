import type { Person, SpaceId, UserId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../../operation.ts';
import { neededToManage } from '../policy.ts';
import { deleteMemberRow, findMemberRow } from '../store/members.ts';
import { inTeamSpace, notAllowed, type TeamNeeds } from '../team/in-team-space.ts';
import { resignOwner } from './resign-owner.ts';

/** Everybody may leave by removing themselves, except the last owner. */
export async function removeMember(
  services: TeamNeeds,
  actor: Person,
  { spaceId, personId }: { readonly spaceId: SpaceId; readonly personId: UserId },
): Outcome<undefined, Failure> {
  const isLeaving = personId === actor.id;
  return await inTeamSpace(services, { actor, spaceId }, async (tx, team) => {
    // Before the lookup, because not everybody may know who is a member.
    const refusal = isLeaving ? undefined : neededToManage(team.role);
    if (refusal !== undefined) return err(notAllowed(refusal));
    const member = await findMemberRow(tx, { spaceId, userId: personId });
    if (member === undefined) return err({ code: 'person_not_found' });
    const needed = isLeaving ? undefined : neededToManage(team.role, [member.role]);
    if (needed !== undefined) return err(notAllowed(needed));
    if (member.role === 'owner') {
      const resigned = await resignOwner(tx, { space: team.space, userId: personId, now: team.now });
      if (!resigned.ok) return resigned;
    }
    await deleteMemberRow(tx, { spaceId, userId: personId });
    await team.record([
      {
        verb: isLeaving ? 'member_left' : 'member_removed',
        facts: { person: personId, role: member.role },
      },
    ]);
    await team.tell([personId], { kind: 'space_removed', name: team.space.name });
    return ok(undefined);
  });
}
