import { LIMITS, type SpaceRole } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { Failure } from '../../../operation.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { recordEvents } from '../record-events.ts';
import { changeMemberRow, countMembers, findMemberRow, insertMembers } from '../store/members.ts';

/**
 * Gives a person a higher role in the space, or a first direct one, without notifying them. Requires the space lock.
 */
export async function giveMemberRole(
  tx: Tx,
  given: {
    readonly actorId: string;
    readonly space: { readonly id: string; readonly root_id: string };
    readonly personId: string;
    readonly role: SpaceRole;
    readonly now: Date;
    readonly newId: () => string;
  },
): Promise<Result<undefined, Failure>> {
  const { actorId, space, personId, role, now, newId } = given;
  const spaceId = space.id;
  const events = { spaceId, actorId, at: now, newId };
  const member = await findMemberRow(tx, { spaceId, userId: personId });
  if (member === undefined) {
    if ((await countMembers(tx, spaceId)) >= LIMITS.membersMax) {
      return err({ code: 'limit_reached', facts: { limit: LIMITS.membersMax } });
    }
    await insertMembers(tx, { spaceId, userIds: [personId], role, now });
    const added = { verb: 'member_added', nodeId: space.root_id, facts: { person: personId, role } } as const;
    await recordEvents(tx, { ...events, events: [added] });
    return ok(undefined);
  }
  await changeMemberRow(tx, { spaceId, userId: personId, role });
  const facts = { person: personId, from: member.role, to: role };
  await recordEvents(tx, { ...events, events: [{ verb: 'member_changed', nodeId: space.root_id, facts }] });
  return ok(undefined);
}
