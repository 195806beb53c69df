import { type MoveRequest, type MoveResult, NodeId, type Person } from '@coffer/contracts';
import { defined, err, ok, type Result } from '@coffer/kit';
import type { Tx } from '../../../platform/db/db.ts';
import { inSpaceTransaction } from '../../../platform/db/space-transaction.ts';
import type { Outcome } from '../../../operation.ts';
import type { Services } from '../../../services.ts';
import { lockSpace, type NoRoom, recordEvents, type SpaceEvent } from '../../spaces/index.ts';
import { type DoneItem, placeOf } from '../jobs/model.ts';
import { recordAct } from '../jobs/record-act.ts';
import type { FilesFailure, NodeAccess } from '../model.ts';
import { findNodes, lockNode } from '../node-access.ts';
import { may, NEEDED_ROLE } from '../policy.ts';
import { presentNode } from '../present.ts';
import { raiseLevels } from '../store/levels.ts';
import { trashedEvent, trashedItem } from '../trash/trash-nodes.ts';
import { listSpaceIds } from '../store/nodes.ts';
import { judgeMove } from './judge-move.ts';
import { type Placed, type Placement, placeNodes } from './place-nodes.ts';
import { judgeTransfer, type TooLarge } from './transfer-nodes.ts';

type Item = MoveResult['items'][number];

export type MoveFailure = FilesFailure | NoRoom | TooLarge;

/**
 * One transaction. Within a space it changes one row per node, whatever is below it; what comes from another space comes
 * with all its rows.
 */
export async function moveNodes(
  services: Pick<Services, 'db' | 'clock' | 'newId'>,
  actor: Person,
  input: MoveRequest,
): Outcome<MoveResult, MoveFailure> {
  const named = { ids: [input.parentId, ...input.ids], userId: actor.id };
  const spaceOf = await listSpaceIds(services.db, named);
  const spaceId = spaceOf.get(input.parentId);
  return await inSpaceTransaction(services.db, spaceId, async (tx): Outcome<MoveResult, MoveFailure> => {
    const now = services.clock.now();
    const spaceIds = new Set(spaceOf.values());
    // In one order, so that two moves in opposite directions do not wait for each other.
    for (const each of [...spaceIds].toSorted()) await lockSpace(tx, each);
    const target = await lockNode(tx, { actor, now }, { spaceId, id: input.parentId });
    if (target === undefined || target.node.kind !== 'folder') return err({ code: 'node_not_found' });
    if (!may({ actor, now, role: target.role }, 'add', target.node)) {
      return err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.add } });
    }
    const { conflict } = input;
    const placement = { tx, actor, now, target, conflict, ids: new Set<string>(input.ids) };
    const moved = await move(placement, spaceIds);
    if (!moved.ok) return moved;
    const { items, placed } = moved.value;
    const { newId } = services;
    const jobId = await recordAct(tx, {
      kind: 'move',
      actorId: actor.id,
      spaceId: target.space.id,
      now,
      newId,
      joins: input.joins,
      items: placed.flatMap(doneOf),
      events: placed.flatMap(eventsOf),
    });
    await recordLeaving(tx, { placed, actorId: actor.id, at: now, newId, jobId });
    return ok({
      items: input.ids.map((id) => defined(items.get(id), 'every node has its answer')),
      ...(jobId === undefined ? {} : { jobId }),
    });
  });
}

/** The spaces that something left tell of it as well. */
async function recordLeaving(
  tx: Tx,
  leaving: {
    readonly placed: readonly Placed[];
    readonly actorId: string;
    readonly at: Date;
    readonly newId: () => string;
    readonly jobId: string | undefined;
  },
): Promise<void> {
  const { placed, jobId, ...common } = leaving;
  const left = placed.filter((each) => each.ok && each.from.space_id !== each.row.space_id);
  for (const [spaceId, group] of Map.groupBy(left, ({ from }) => from.space_id)) {
    const events = group.flatMap(eventsOf).filter(({ verb }) => verb === 'node_moved');
    const job = jobId === undefined ? undefined : { id: jobId, shown: 0 };
    await recordEvents(tx, { ...common, spaceId, events, job });
  }
}

interface Moved {
  readonly items: ReadonlyMap<string, Item>;
  readonly placed: readonly Placed[];
}

async function move(
  placement: Placement,
  lockedSpaceIds: ReadonlySet<string>,
): Promise<Result<Moved, NoRoom | TooLarge>> {
  const { tx, actor, now, target } = placement;
  const found = await findNodes(tx, { actor, now }, [...placement.ids]);
  // What has come to a third space meanwhile is under no lock.
  const accesses = new Map([...found].filter(([, { node }]) => lockedSpaceIds.has(node.space_id)));
  const items = new Map<string, Item>();
  const leaving: NodeAccess[] = [];
  for (const each of placement.ids) {
    const id = NodeId.parse(each);
    const access = accesses.get(id);
    if (access === undefined) {
      items.set(id, { ok: false, id, code: 'node_not_found' });
      continue;
    }
    const code = await judgeMove(placement, access);
    if (code !== undefined) items.set(id, { ok: false, id, code });
    else if (access.node.parent_id !== target.node.id) leaving.push(access);
    else items.set(id, { ok: true, id, node: presentNode(access.node) });
  }
  const room = await judgeRooms(placement, leaving);
  if (!room.ok) return room;
  const { outermost, inside } = split(leaving, target);
  for (const { node } of inside)
    items.set(node.id, { ok: true, id: NodeId.parse(node.id), node: presentNode(node) });
  const placed = await placeNodes(placement, outermost);
  for (const each of placed) items.set(each.from.id, present(each));
  const levels = placed.flatMap((each) =>
    each.ok && each.row.kind === 'folder' ? [1 + each.row.levels_below] : [],
  );
  if (levels.length > 0) await raiseLevels(tx, { place: target, levels: Math.max(...levels) });
  return ok({ items, placed });
}

/** What comes from another space with a selected folder above it stays in that. */
function split(
  leaving: readonly NodeAccess[],
  target: NodeAccess,
): { readonly outermost: readonly NodeAccess[]; readonly inside: readonly NodeAccess[] } {
  const ids = new Set(leaving.map(({ node }) => node.id));
  const isInside = ({ node, ancestors }: NodeAccess): boolean =>
    node.space_id !== target.node.space_id && ancestors.some(({ id }) => ids.has(id));
  return {
    outermost: leaving.filter((access) => !isInside(access)),
    inside: leaving.filter((access) => isInside(access)),
  };
}

/** Before anything is changed, also for the answer to a name that is taken. */
async function judgeRooms(
  { tx, target }: Placement,
  leaving: readonly NodeAccess[],
): Promise<Result<undefined, NoRoom | TooLarge>> {
  const toSpaceId = target.node.space_id;
  for (const [fromSpaceId, group] of Map.groupBy(leaving, ({ node }) => node.space_id)) {
    if (fromSpaceId === toSpaceId) continue;
    const rootIds = group.map(({ node }) => node.id);
    const judged = await judgeTransfer(tx, { fromSpaceId, toSpaceId, rootIds });
    if (!judged.ok) return judged;
  }
  return ok(undefined);
}

function present(placed: Placed): Item {
  const id = NodeId.parse(placed.from.id);
  if (!placed.ok) return { ok: false, id, code: placed.code, existing: presentNode(placed.existing) };
  const item: Item = { ok: true, id, node: presentNode(placed.row) };
  return placed.replaced === undefined ? item : { ...item, replacedId: NodeId.parse(placed.replaced.id) };
}

function doneOf(placed: Placed): readonly DoneItem[] {
  if (!placed.ok) return [];
  const { from, row, replaced } = placed;
  const moved: DoneItem = { did: 'moved', nodeId: row.id, from: placeOf(from), to: placeOf(row) };
  return replaced === undefined ? [moved] : [trashedItem(replaced), moved];
}

function eventsOf(placed: Placed): readonly SpaceEvent[] {
  if (!placed.ok) return [];
  const { from, row, replaced } = placed;
  const renamed = row.name === from.name ? {} : { from_name: from.name };
  const facts = { name: row.name, from_parent_id: from.parent_id, parent_id: row.parent_id, ...renamed };
  const moved: SpaceEvent = { verb: 'node_moved', nodeId: row.id, facts };
  return replaced === undefined ? [moved] : [trashedEvent(replaced), moved];
}
