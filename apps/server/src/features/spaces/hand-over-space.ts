import type { Tx } from '../../platform/db/db.ts';
import type { PersonalSpace } from './create-personal-space.ts';
import { recordEvents } from './record-events.ts';
import { changeOwner, findPersonalSpaceOf, lockSpace } from './store/spaces.ts';

/** Turns a personal space into a team space of the receiver. Undefined if there is none. */
export async function handOverSpace(
  tx: Tx,
  change: {
    readonly fromId: string;
    readonly toId: string;
    readonly actorId: string | null;
    readonly name: string;
    readonly now: Date;
    readonly newId: () => string;
  },
): Promise<PersonalSpace | undefined> {
  const { fromId, toId, actorId, name, now, newId } = change;
  const space = await findPersonalSpaceOf(tx, fromId);
  if (space === undefined) return undefined;
  await lockSpace(tx, space.id);
  await changeOwner(tx, { spaceId: space.id, rootId: space.root_id, ownerId: toId, name, now });
  await recordEvents(tx, {
    spaceId: space.id,
    actorId,
    at: now,
    newId,
    events: [{ verb: 'space_handed_over', nodeId: space.root_id, facts: { from: fromId, to: toId } }],
  });
  return { spaceId: space.id, rootId: space.root_id };
}
