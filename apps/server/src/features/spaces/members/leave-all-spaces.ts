import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Services } from '../../../services.ts';
import { recordEvents } from '../record-events.ts';
import {
  deleteMemberRow,
  findOtherOwner,
  listTeamMemberships,
  promoteHighest,
  setOwner,
} from '../store/members.ts';
import { lockTeamRow } from '../store/team.ts';

/** Whether a team space has no other active owner. */
export async function isLastOwnerAnywhere(db: Db | Tx, userId: string): Promise<boolean> {
  for (const { space_id: spaceId, role } of await listTeamMemberships(db, userId)) {
    if (role === 'owner' && (await findOtherOwner(db, { spaceId, userId })) === undefined) return true;
  }
  return false;
}

/**
 * Removes a person from all team spaces, when their account is deleted by themself or by `actorId`. Check {@link
 * isLastOwnerAnywhere} before.
 */
export async function leaveAllSpaces(
  { newId }: Pick<Services, 'newId'>,
  tx: Tx,
  { userId, actorId, now }: { readonly userId: string; readonly actorId: string | null; readonly now: Date },
): Promise<void> {
  const verb = actorId === userId ? 'member_left' : 'member_removed';
  // Spaces are locked in the order of ids, to avoid deadlocks.
  for (const { space_id: spaceId, role } of await listTeamMemberships(tx, userId)) {
    const space = await lockTeamRow(tx, spaceId);
    if (space === undefined) continue;
    await deleteMemberRow(tx, { spaceId, userId });
    // Another owner may have left since the check. Then the member with the highest role becomes owner.
    const heirId = (await findOtherOwner(tx, { spaceId, userId })) ?? (await promoteHighest(tx, { spaceId }));
    if (space.owner_id === userId && heirId !== undefined) {
      await setOwner(tx, { spaceId, ownerId: heirId, now });
    }
    await recordEvents(tx, {
      spaceId,
      actorId,
      at: now,
      newId,
      events: [{ verb, nodeId: space.root_id, facts: { person: userId, role } }],
    });
  }
}
