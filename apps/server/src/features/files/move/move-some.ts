import { type MoveResult, NodeId, SERVER_LIMITS } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';
import type { NoRoom, SpaceEvent } from '../../spaces/index.ts';
import { type DoneItem, placeOf } from '../jobs/model.ts';
import type { NodeAccess } from '../model.ts';
import { findNodes } from '../node-access.ts';
import { presentNode } from '../present.ts';
import { raiseLevels } from '../store/levels.ts';
import { mergedItem, trashedEvent, trashedItem } from '../trash/trash-nodes.ts';
import { judgeMove } from './judge-move.ts';
import { isMergedAtOnce, listStaying, listUndecided } from './list-undecided.ts';
import { type Placed, type Placement, placeNodes } from './place-nodes.ts';
import { judgeTransfers, type TooLarge } from './transfer-nodes.ts';

type Item = MoveResult['items'][number];

interface Moving extends Placement {
  /** Whether to only return the names to decide, if there are any. */
  readonly isAsking?: boolean;
  /** The ids of the nodes to move, in this order. */
  readonly moved: readonly string[];
  /** How many items may leave a space in one transaction. */
  readonly transferredMax: number;
}

export interface Moved {
  readonly items: ReadonlyMap<string, Item>;
  readonly placed: readonly Placed[];
  /** Whether nothing was changed because `items` has names to decide. */
  readonly isAsked?: boolean;
}

export interface TooMuchMerged {
  readonly code: 'limit_reached';
  readonly facts: { readonly limit: number };
}

/**
 * Moves nodes; requires the locks of the spaces. Changes nothing if the quota or the limit of one transaction is
 * exceeded.
 */
export async function moveSome(
  placement: Moving,
  lockedSpaceIds: ReadonlySet<string>,
): Promise<Result<Moved, NoRoom | TooLarge | TooMuchMerged>> {
  const { tx, target } = placement;
  const { items, leaving } = await judgeAll(placement, lockedSpaceIds);
  const room = await judgeRooms(placement, leaving);
  if (!room.ok) return room;
  const { outermost, inside } = split(leaving, placement);
  const undecided = placement.isAsking === true ? await listUndecided(placement, outermost) : [];
  if (undecided.length > 0) {
    return ok({ items: new Map(undecided.map((item) => [item.id, item])), placed: [], isAsked: true });
  }
  if (!(await isMergedAtOnce(placement, outermost))) {
    return err({ code: 'limit_reached', facts: { limit: SERVER_LIMITS.mergedMax } });
  }
  for (const { node } of inside)
    items.set(node.id, { ok: true, id: NodeId.parse(node.id), node: presentNode(node) });
  const placed = await placeNodes(placement, outermost);
  for (const each of placed) items.set(each.from.id, present(each));
  const levels = placed.flatMap((each) =>
    each.ok && each.merged === undefined && each.row.kind === 'folder' ? [1 + each.row.levels_below] : [],
  );
  if (levels.length > 0) await raiseLevels(tx, { place: target, levels: Math.max(...levels) });
  return ok({ items, placed });
}

/** The nodes to move, and the results for those that are rejected or already in the target. */
export async function judgeAll(
  placement: Pick<Moving, keyof Placement | 'moved'>,
  lockedSpaceIds: ReadonlySet<string>,
): Promise<{ readonly items: Map<string, Item>; readonly leaving: readonly NodeAccess[] }> {
  const { tx, actor, now, target } = placement;
  const found = await findNodes(tx, { actor, now }, placement.moved);
  // Nodes that have moved to a space that is not locked are left out.
  const accesses = new Map([...found].filter(([, { node }]) => lockedSpaceIds.has(node.space_id)));
  const items = new Map<string, Item>();
  const leaving: NodeAccess[] = [];
  for (const each of placement.moved) {
    const id = NodeId.parse(each);
    const access = accesses.get(id);
    if (access === undefined) {
      items.set(id, { ok: false, id, code: 'node_not_found' });
      continue;
    }
    const code = await judgeMove(placement, access);
    if (code !== undefined) items.set(id, { ok: false, id, code });
    else if (access.node.parent_id !== target.node.id || isRenamed(placement, access)) leaving.push(access);
    else items.set(id, { ok: true, id, node: presentNode(access.node) });
  }
  return { items, leaving };
}

function isRenamed({ as }: Pick<Placement, 'as'>, { node }: NodeAccess): boolean {
  return as !== undefined && as !== node.name;
}

/** The events for the spaces that nodes left, by space id. */
export function leavingEvents(placed: readonly Placed[]): ReadonlyMap<string, readonly SpaceEvent[]> {
  const left = placed.filter((each) => each.ok && each.from.space_id !== each.row.space_id);
  const groups = Map.groupBy(left, ({ from }) => from.space_id);
  return new Map([...groups].map(([spaceId, group]) => [spaceId, group.flatMap(eventsOfLeaving)]));
}

function eventsOfLeaving(placed: Placed): readonly SpaceEvent[] {
  if (!placed.ok || placed.merged === undefined) {
    return eventsOf(placed).filter(({ verb }) => verb === 'node_moved');
  }
  const { placed: inside, emptied } = placed.merged;
  return [...inside.flatMap(eventsOfLeaving), ...(emptied === undefined ? [] : [trashedEvent(emptied)])];
}

/** Separates nodes below another selected folder: if that folder leaves its space or is merged, they stay in it. */
export function split(
  leaving: readonly NodeAccess[],
  { target, decisions }: Pick<Placement, 'target' | 'decisions'>,
): { readonly outermost: readonly NodeAccess[]; readonly inside: readonly NodeAccess[] } {
  const ids = new Set(leaving.map(({ node }) => node.id));
  const isInside = ({ node, ancestors }: NodeAccess): boolean =>
    ancestors.some(
      ({ id }) =>
        ids.has(id) && (node.space_id !== target.node.space_id || decisions?.get(id)?.conflict === 'merge'),
    );
  return {
    outermost: leaving.filter((access) => !isInside(access)),
    inside: leaving.filter((access) => isInside(access)),
  };
}

/** Checked before any change. Items that keep their places because of their names need no room. */
async function judgeRooms(
  placement: Moving,
  leaving: readonly NodeAccess[],
): Promise<Result<undefined, NoRoom | TooLarge>> {
  const all = await judgeRoomFor(placement, leaving);
  if (all.ok) return all;
  const staying = await listStaying(placement, split(leaving, placement).outermost);
  if (staying.size === 0) return all;
  const isStaying = ({ node, ancestors }: NodeAccess): boolean =>
    [node, ...ancestors].some(({ id }) => staying.has(id));
  return await judgeRoomFor(
    placement,
    leaving.filter((access) => !isStaying(access)),
  );
}

async function judgeRoomFor(
  { tx, target, transferredMax }: Moving,
  going: readonly NodeAccess[],
): Promise<Result<undefined, NoRoom | TooLarge>> {
  const toSpaceId = target.node.space_id;
  const others = going.filter(({ node }) => node.space_id !== toSpaceId);
  const groups = Map.groupBy(others, ({ node }) => node.space_id);
  const leaving = [...groups].map(([fromSpaceId, group]) => ({
    fromSpaceId,
    rootIds: group.map(({ node }) => node.id),
  }));
  return await judgeTransfers(tx, { toSpaceId, leaving, limit: transferredMax });
}

function present(placed: Placed): Item {
  const id = NodeId.parse(placed.from.id);
  if (!placed.ok) return { ok: false, id, code: placed.code, existing: presentNode(placed.existing) };
  const item: Item = { ok: true, id, node: presentNode(placed.row) };
  if (placed.merged !== undefined) return { ...item, merged: { left: countLeft(placed) } };
  return placed.replaced === undefined ? item : { ...item, replacedId: NodeId.parse(placed.replaced.id) };
}

/** The number of items that stayed in a merged folder. */
function countLeft(placed: Placed): number {
  if (!placed.ok) return 1;
  return (placed.merged?.placed ?? []).reduce((sum, each) => sum + countLeft(each), 0);
}

/** The recorded items. An undo starts at the end, so a folder is restored before its former content. */
export function doneOf(placed: Placed): readonly DoneItem[] {
  if (!placed.ok) return [];
  const { from, row, replaced, merged } = placed;
  if (merged !== undefined) {
    const { emptied } = merged;
    return [...merged.placed.flatMap(doneOf), ...(emptied === undefined ? [] : [mergedItem(emptied)])];
  }
  const moved: DoneItem = { did: 'moved', nodeId: row.id, from: placeOf(from), to: placeOf(row) };
  return replaced === undefined ? [moved] : [trashedItem(replaced), moved];
}

/** The events for the space that the nodes are in now. */
export function eventsOf(placed: Placed): readonly SpaceEvent[] {
  if (!placed.ok) return [];
  const { from, row, replaced, merged } = placed;
  if (merged !== undefined) {
    const isHere = merged.emptied?.space_id === row.space_id;
    const emptied = isHere && merged.emptied !== undefined ? [trashedEvent(merged.emptied)] : [];
    return [...merged.placed.flatMap(eventsOf), ...emptied];
  }
  const renamed = row.name === from.name ? {} : { from_name: from.name };
  const came = row.space_id === from.space_id ? {} : { from_space_id: from.space_id };
  const facts = {
    name: row.name,
    from_parent_id: from.parent_id,
    parent_id: row.parent_id,
    ...renamed,
    ...came,
  };
  const moved: SpaceEvent = { verb: 'node_moved', nodeId: row.id, facts };
  return replaced === undefined ? [moved] : [trashedEvent(replaced), moved];
}
