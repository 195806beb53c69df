import { type ErrorCode, LIMITS, nameKey } from '@coffer/contracts';
import type { Tx } from '../../../../platform/db/db.ts';
import { isLiving, type NodeAccess, type NodeRow, nameSort } from '../../model.ts';
import { isVisible, listAccesses } from '../../node-access.ts';
import { mayChangeEntry } from '../../policy.ts';
import { listFilledFolders } from '../../store/folder-size.ts';
import { raiseLevels } from '../../store/levels.ts';
import { placeInTrash, type TrashPlace } from '../../store/move.ts';
import { trashRows } from '../../store/nodes.ts';
import { trashedEvent } from '../../trash/trash-nodes.ts';
import type { JobItemRow } from '../model.ts';
import type { PlacedEvent, Undoing, Undone } from './undoing.ts';

/** Moves created, copied or restored items to the trash, unless they were changed since. */
export async function takeAway(undoing: Undoing, items: readonly JobItemRow[]): Promise<Undone> {
  const { tx, actor, now } = undoing;
  const homes = items.flatMap((item) => (item.did === 'restored' ? (item.from_parent_id ?? []) : []));
  const ids = [...new Set([...items.map((item) => item.node_id), ...homes])];
  const accesses = await listAccesses(tx, { actor, now }, ids);
  const made = items.flatMap((item) => (item.did === 'created' ? [item.node_id] : []));
  const filled = await listFilledFolders(tx, made);
  const refused = new Map<JobItemRow, ErrorCode>();
  const going: Going[] = [];
  for (const item of items) {
    const access = accesses.get(item.node_id);
    const code = judge(undoing, { item, access, filled });
    if (code !== undefined) refused.set(item, code);
    else if (access !== undefined && isLiving(access)) going.push({ item, node: access.node });
  }
  const events: PlacedEvent[] = [];
  for (const [spaceId, group] of Map.groupBy(going, ({ node }) => node.space_id)) {
    const rows = await trashRows(tx, { spaceId, ids: group.map(({ node }) => node.id), by: actor.id, now });
    for (const row of rows) events.push({ spaceId, event: trashedEvent(row) });
  }
  await returnToTrash(tx, going, accesses);
  return { refused, events };
}

interface Going {
  readonly item: JobItemRow;
  readonly node: NodeRow;
}

/** Gives restored items their places and dates in the trash again, unless their folders are gone. */
async function returnToTrash(
  tx: Tx,
  going: readonly Going[],
  accesses: ReadonlyMap<string, NodeAccess>,
): Promise<void> {
  const places: TrashPlace[] = [];
  for (const { item, node } of going) {
    const home = accesses.get(item.from_parent_id ?? '');
    const { trashed_at: trashedAt, from_name: name } = item;
    if (item.did !== 'restored' || trashedAt === null || name === null) continue;
    if (home === undefined || !mayReturn(node, home)) continue;
    const named = { name, nameKey: nameKey(name), nameSort: nameSort(name) };
    places.push({ ...named, spaceId: node.space_id, id: node.id, parentId: home.node.id, trashedAt });
    if (node.kind === 'folder') await raiseLevels(tx, { place: home, levels: 1 + node.levels_below });
  }
  await placeInTrash(tx, places);
}

/** False for a folder in another space, at the item, to be deleted, or too deep by now. */
function mayReturn(node: NodeRow, home: NodeAccess): boolean {
  const above = [...home.ancestors, home.node];
  const isGone = above.some(({ id, purge_began_at: purgedAt }) => id === node.id || purgedAt !== null);
  const isTooDeep = above.length + node.levels_below > LIMITS.depthMax;
  return !isGone && !isTooDeep && home.node.kind === 'folder' && home.node.space_id === node.space_id;
}

interface Judged {
  readonly item: JobItemRow;
  readonly access: NodeAccess | undefined;
  readonly filled: ReadonlySet<string>;
}

function judge({ actor, now }: Undoing, { item, access, filled }: Judged): ErrorCode | undefined {
  if (access === undefined || access.node.purge_began_at !== null) return 'node_not_found';
  // Somebody already removed the item.
  if (!isLiving(access)) return undefined;
  if (!isVisible(access, { actor, now })) return 'node_not_found';
  const { node } = access;
  const isAsLeft =
    node.space_id === item.to_space_id &&
    node.parent_id === item.to_parent_id &&
    node.name === item.to_name &&
    (item.to_version_id === null || node.current_version_id === item.to_version_id) &&
    !filled.has(node.id);
  if (!isAsLeft) return 'changed_since';
  return mayChangeEntry({ actor, now }, 'change', access) ? undefined : 'not_allowed';
}
