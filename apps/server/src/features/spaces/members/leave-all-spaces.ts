import { SpaceId } from '@coffer/contracts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Services } from '../../../services.ts';
import { notify } from '../../notifications/index.ts';
import { recordEvents } from '../record-events.ts';
import {
  deleteMemberRow,
  findOtherOwner,
  listTeamMemberships,
  promoteHighest,
  setOwner,
} from '../store/members.ts';
import { lockTeamRow, type TeamRow } from '../store/team.ts';

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
    const common = { spaceId, at: now, newId };
    const facts = { person: userId, role };
    await recordEvents(tx, { ...common, actorId, events: [{ verb, nodeId: space.root_id, facts }] });
    if (role === 'owner') await replaceOwner(tx, { ...common, space, userId });
  }
}

/** Finds the owner that reports name. Another owner may have left since the check; then a member becomes owner. */
async function replaceOwner(
  tx: Tx,
  left: {
    readonly spaceId: string;
    readonly space: TeamRow;
    readonly userId: string;
    readonly at: Date;
    readonly newId: () => string;
  },
): Promise<void> {
  const { space, userId, ...common } = left;
  const { spaceId, at } = common;
  const otherId = await findOtherOwner(tx, { spaceId, userId });
  const promoted = otherId === undefined ? await promoteHighest(tx, { spaceId }) : undefined;
  const ownerId = otherId ?? promoted?.userId;
  if (space.owner_id === userId && ownerId !== undefined) await setOwner(tx, { spaceId, ownerId, now: at });
  if (promoted === undefined) return;
  const facts = { person: promoted.userId, from: promoted.from, to: 'owner' };
  const changed = { verb: 'member_changed', nodeId: space.root_id, facts } as const;
  await recordEvents(tx, { ...common, actorId: null, events: [changed] });
  await notify(tx, {
    personIds: [promoted.userId],
    actorId: null,
    subject: { kind: 'space_role', spaceId: SpaceId.parse(spaceId), name: space.name, role: 'owner' },
    isOwed: true,
    at,
    newId: common.newId,
  });
}
