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
import { presentMember } from '../present.ts';
import { countActivePeople, countMembers, insertMembers, listMemberRows } from '../store/members.ts';
import { inTeamSpace, notAllowed, type TeamNeeds } from '../team/in-team-space.ts';

/** All or none. Members keep the role they have. */
export async function addMembers(
  services: TeamNeeds & MaybeOnce,
  actor: Person,
  { spaceId, personIds, role: given }: AddMembersRequest & { readonly spaceId: SpaceId },
): Outcome<SpaceMemberList, Failure> {
  return await inTeamSpace(services, { actor, spaceId }, async (tx, { space, role, now, record, tell }) => {
    const needed = neededToManage(role, [given]);
    if (needed !== undefined) return err(notAllowed(needed));
    const userIds = [...new Set<string>(personIds)];
    if ((await countActivePeople(tx, userIds)) < userIds.length) return err({ code: 'person_not_found' });
    const already = (await listMemberRows(tx, { spaceId, userIds })).map((row) => row.user_id);
    const added = userIds.filter((userId) => !already.includes(userId));
    if ((await countMembers(tx, spaceId)) + added.length > LIMITS.membersMax) {
      return err({ code: 'limit_reached', facts: { limit: LIMITS.membersMax } });
    }
    if (added.length > 0) await insertMembers(tx, { spaceId, userIds: added, role: given, now });
    await record(added.map((userId) => ({ verb: 'member_added', facts: { person: userId, role: given } })));
    await tell(added, { kind: 'space_added', spaceId, name: space.name, role: given });
    const rows = await listMemberRows(tx, { spaceId, userIds });
    return ok({ items: rows.map(presentMember) });
  });
}
