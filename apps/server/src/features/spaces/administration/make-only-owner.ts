import { SpaceId } from '@coffer/contracts';
import type { Tx } from '../../../platform/db/db.ts';
import { notify } from '../../notifications/index.ts';
import { recordEvents } from '../record-events.ts';
import { changeMemberRow, insertMembers, listMemberRows, setOwner } from '../store/members.ts';

interface NewOwner {
  readonly space: {
    readonly id: string;
    readonly name: string;
    readonly root_id: string;
    readonly owner_id: string;
  };
  readonly toId: string;
  readonly actorId: string | null;
  readonly now: Date;
  readonly newId: () => string;
}

/**
 * Makes a person the only owner; the former owners become managers, and all of them are notified even if they have
 * switched this off. Requires the space lock; returns false if nothing had to change.
 */
export async function makeOnlyOwner(
  tx: Tx,
  { space, toId, actorId, now, newId }: NewOwner,
): Promise<boolean> {
  const spaceId = SpaceId.parse(space.id);
  const members = await listMemberRows(tx, { spaceId });
  const receiver = members.find(({ user_id: id }) => id === toId);
  const former = members.filter(({ role, user_id: id }) => role === 'owner' && id !== toId);
  if (receiver?.role === 'owner' && former.length === 0) return false;
  for (const { user_id: userId } of former) await changeMemberRow(tx, { spaceId, userId, role: 'manager' });
  if (receiver === undefined) await insertMembers(tx, { spaceId, userIds: [toId], role: 'owner', now });
  else if (receiver.role !== 'owner') await changeMemberRow(tx, { spaceId, userId: toId, role: 'owner' });
  await setOwner(tx, { spaceId, ownerId: toId, now });
  const events = [
    { verb: 'space_handed_over' as const, facts: { from: space.owner_id, to: toId } },
    ...former.map(({ user_id: person }) => ({
      verb: 'member_changed' as const,
      facts: { person, from: 'owner', to: 'manager' },
    })),
  ];
  await recordEvents(tx, {
    spaceId,
    actorId,
    at: now,
    newId,
    events: events.map((event) => ({ ...event, nodeId: space.root_id })),
  });
  const common = { actorId, at: now, newId, isOwed: true };
  const named = { spaceId, name: space.name };
  const kind = receiver === undefined ? 'space_added' : 'space_role';
  await notify(tx, { ...common, personIds: [toId], subject: { kind, ...named, role: 'owner' } });
  await notify(tx, {
    ...common,
    personIds: former.map(({ user_id: id }) => id),
    subject: { kind: 'space_role', ...named, role: 'manager' },
  });
  return true;
}
