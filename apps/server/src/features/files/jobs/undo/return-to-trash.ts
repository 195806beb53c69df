import { LIMITS, nameKey } from '@coffer/contracts';
import { DAY_MS, defined } from '@coffer/kit';
import { type NodeAccess, type NodeRow, nameSort } from '../../model.ts';
import { followTrashDates } from '../../store/jobs.ts';
import { raiseLevels } from '../../store/levels.ts';
import { placeInTrash, type TrashPlace } from '../../store/move.ts';
import type { JobItemRow } from '../model.ts';
import type { Undoing } from './undoing.ts';

export interface Going {
  readonly item: JobItemRow;
  readonly node: NodeRow;
}

/** Gives restored items their places and dates in the trash again, unless their folders are gone. */
export async function returnToTrash(
  undoing: Undoing,
  going: readonly Going[],
  accesses: ReadonlyMap<string, NodeAccess>,
): Promise<void> {
  const { tx } = undoing;
  const places: TrashPlace[] = [];
  const dates: { readonly id: string; readonly from: Date; readonly to: Date }[] = [];
  for (const { item, node } of going) {
    const home = accesses.get(item.from_parent_id ?? '');
    const { trashed_at: from, from_name: name } = item;
    if (item.did !== 'restored' || from === null || name === null) continue;
    if (home === undefined || !mayReturn(node, home)) continue;
    const { id, space_id: spaceId } = node;
    const trashedAt = dateOf(undoing, spaceId, from);
    const named = { name, nameKey: nameKey(name), nameSort: nameSort(name) };
    places.push({ ...named, spaceId, id, parentId: home.node.id, trashedAt });
    dates.push({ id, from, to: trashedAt });
    if (node.kind === 'folder') await raiseLevels(tx, { place: home, levels: 1 + node.levels_below });
  }
  await placeInTrash(tx, places);
  await followTrashDates(tx, dates);
}

/** The item keeps the days that it had left at the restore, and at least one. */
function dateOf({ now, doneAt, trashDays }: Undoing, spaceId: string, trashedAt: Date): Date {
  const isOut = now.getTime() - doneAt.getTime();
  const days = defined(trashDays.get(spaceId), 'an undo reached a space outside of its job');
  const dayLeft = now.getTime() - (days - 1) * DAY_MS;
  return new Date(Math.min(now.getTime(), Math.max(trashedAt.getTime() + isOut, dayLeft)));
}

/** False for a folder in another space, at the item, to be deleted, or too deep by now. */
function mayReturn(node: NodeRow, home: NodeAccess): boolean {
  const above = [...home.ancestors, home.node];
  const isGone = above.some(({ id, purge_began_at: purgedAt }) => id === node.id || purgedAt !== null);
  const isTooDeep = above.length + node.levels_below > LIMITS.depthMax;
  return !isGone && !isTooDeep && home.node.kind === 'folder' && home.node.space_id === node.space_id;
}
