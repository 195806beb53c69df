import type { Tx } from '../../../platform/db/db.ts';
import { recordEvents } from '../record-events.ts';
import { archiveRow } from '../store/archive.ts';
import { changeOwner, findPersonalSpaceOf, lockSpace } from '../store/spaces.ts';

/**
 * Turns the personal space of a removed person into an archived team space, which administrators can restore and give
 * away until it is emptied. Returns false if there is none.
 */
export async function archiveLeftSpace(
  tx: Tx,
  input: {
    readonly ownerId: string;
    readonly name: string;
    /** Null if a job removes the person. */
    readonly actorId: string | null;
    readonly now: Date;
    readonly newId: () => string;
  },
): Promise<boolean> {
  const { ownerId, name, actorId, now, newId } = input;
  const space = await findPersonalSpaceOf(tx, ownerId);
  if (space === undefined) return false;
  await lockSpace(tx, space.id);
  await changeOwner(tx, { spaceId: space.id, rootId: space.root_id, ownerId, name, now });
  await archiveRow(tx, { spaceId: space.id, now });
  await recordEvents(tx, {
    spaceId: space.id,
    actorId,
    at: now,
    newId,
    events: [{ verb: 'space_archived', nodeId: space.root_id, facts: { name } }],
  });
  return true;
}
