import { type BatchResult, type ErrorCode, nameKey, type NodeId, type Person } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import type { Tx } from '../../../platform/db/db.ts';
import type { Services } from '../../../services.ts';
import type { SpaceEvent } from '../../spaces/index.ts';
import { type BatchItem, inSpaces, resultOf, UNAVAILABLE } from '../batch.ts';
import { freeName } from '../free-name.ts';
import { placeOf } from '../jobs/model.ts';
import { type MaybeJoining, recordAct } from '../jobs/record-act.ts';
import { type Naming, type NodeAccess, type NodeRow, nameSort, type PlacedNode } from '../model.ts';
import { judgeMove, type Move } from '../move/judge-move.ts';
import { type Asking, isVisible, lockNode } from '../node-access.ts';
import { may, mayChangeEntry } from '../policy.ts';
import { presentNode } from '../present.ts';
import { raiseLevels } from '../store/levels.ts';
import { moveRows } from '../store/move.ts';
import { restoreRow, trashRows } from '../store/nodes.ts';
import { type Going, nameAll, type NamedItems } from './name-restored.ts';
import { type SomeDone, trashedEvent, trashedItem } from './trash-nodes.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId'>;

/**
 * Restores nodes. If the original folder is in the trash, uses the nearest folder above that is not; a taken name gets
 * a number.
 */
export async function restoreNodes(
  services: Needs & MaybeJoining,
  actor: Person,
  ids: readonly NodeId[],
): Promise<BatchResult> {
  return await restoreNodesTo(services, actor, { ids, to: undefined });
}

/** Restores nodes into the folder `to` of the same space, or to their original places. */
export async function restoreNodesTo(
  services: Needs & MaybeJoining,
  actor: Person,
  { ids, to }: { readonly ids: readonly NodeId[]; readonly to: NodeId | undefined },
): Promise<BatchResult> {
  let jobId: string | undefined;
  const batch = { actor, ids, unavailable: UNAVAILABLE };
  const done = await inSpaces(services, batch, async (tx, { spaceId, accesses }) => {
    const now = services.clock.now();
    const restored = await restoreSome(tx, { actor, now }, { spaceId, accesses, to, naming: NUMBERED });
    const joins = jobId ?? services.joins;
    const act = { kind: 'restore', actorId: actor.id, spaceId, now, newId: services.newId, joins } as const;
    jobId = (await recordAct(tx, { ...act, items: restored.done, events: restored.events })) ?? jobId;
    return restored.items;
  });
  return resultOf({ ids, jobId }, done);
}

const NUMBERED: Naming = { conflict: 'rename' };

interface Restoring {
  readonly spaceId: string;
  readonly accesses: readonly NodeAccess[];
  readonly to: string | undefined;
  readonly naming: Naming;
  /** The job that restores. Items that it restored earlier are not replaced. */
  readonly jobId?: string;
}

/** Restores items of one locked space. Those with free names are restored by one statement. */
export async function restoreSome(
  tx: Tx,
  asking: Asking,
  { spaceId, accesses, to, naming, jobId }: Restoring,
): Promise<SomeDone> {
  const items = new Map<string, BatchItem>();
  const target = to === undefined ? undefined : await findTarget(tx, { ...asking, spaceId, id: to });
  const going: Going[] = [];
  const back = new Set<string>();
  // Parents are restored before children, so that a selection keeps its structure.
  for (const access of accesses.toSorted((a, b) => a.ancestors.length - b.ancestors.length)) {
    const refused = refusalOf(access, asking);
    if (refused !== undefined) {
      items.set(access.node.id, refused);
      continue;
    }
    const code = target === undefined ? undefined : await judge({ tx, ...asking }, access, target);
    if (code !== undefined) {
      items.set(access.node.id, { ok: false, code });
      continue;
    }
    const parent =
      target?.folder === undefined
        ? nearestLiving(access, back)
        : { ...target.folder.node, role: target.folder.role };
    const isElsewhere = target === undefined && parent.id !== access.node.parent_id;
    going.push({ access, parent, isElsewhere });
    back.add(access.node.id);
  }
  const named = await nameAll(tx, asking, { spaceId, going, naming, jobId, isHomeward: to === undefined });
  for (const [id, code] of named.refused) items.set(id, { ok: false, code });
  const staying = named.refused;
  const replaced = await trashRows(tx, {
    spaceId,
    ids: named.replacedIds,
    by: asking.actor.id,
    now: asking.now,
  });
  const rows = await placeAll(tx, { spaceId, named, now: asking.now });
  for (const id of staying.keys()) back.delete(id);
  if (target?.folder !== undefined) await raise(tx, { place: target.folder, accesses, back });
  for (const row of rows.values()) items.set(row.id, { ok: true, node: presentNode(row) });
  const restored = going.flatMap(({ access: { node } }) => {
    if (staying.has(node.id)) return [];
    return [{ node, row: defined(rows.get(node.id), 'a locked trashed item was not restored') }];
  });
  return {
    items,
    replaced: replaced.map(trashedItem),
    done: restored.map(({ node, row }) => ({
      did: 'restored',
      nodeId: row.id,
      from: placeOf(node),
      to: placeOf(row),
      toVersionId: row.current_version_id,
      trashedAt: node.trashed_at,
    })),
    events: [
      ...restored.map(
        ({ row }): SpaceEvent => ({
          verb: 'node_restored',
          nodeId: row.id,
          facts: { name: row.name, parent_id: row.parent_id },
        }),
      ),
      ...replaced.map(trashedEvent),
    ],
  };
}

/** Restores all free names first, then gives numbers to taken names. */
async function placeAll(
  tx: Tx,
  {
    spaceId,
    named: { free, taken },
    now,
  }: { readonly spaceId: string; readonly named: NamedItems; readonly now: Date },
): Promise<ReadonlyMap<string, NodeRow>> {
  const rows = new Map<string, NodeRow>();
  const placed = await moveRows(tx, {
    spaceId,
    now,
    places: free.map(({ access: { node }, parent }) => ({
      id: node.id,
      parentId: parent.id,
      name: node.name,
      nameKey: node.name_key,
      nameSort: node.name_sort,
    })),
  });
  for (const row of placed) rows.set(row.id, row);
  for (const { access, parent } of taken) {
    const row = await restore(tx, { access, parent, now });
    rows.set(row.id, row);
  }
  return rows;
}

/** The result if the node is not restored. Undefined if it has to be restored. */
function refusalOf(access: NodeAccess, asking: Asking): BatchItem | undefined {
  const { node, role } = access;
  if (node.trashed_at === null) {
    return isVisible(access, asking)
      ? { ok: true, node: presentNode(node) }
      : { ok: false, code: 'node_not_found' };
  }
  if (node.purge_began_at !== null) return { ok: false, code: 'node_not_found' };
  if (!may({ ...asking, role }, 'see', node)) return { ok: false, code: 'node_not_found' };
  return mayChangeEntry(asking, 'change', access) ? undefined : { ok: false, code: 'not_allowed' };
}

interface Target {
  /** Undefined if the space has no such folder that the person sees. */
  readonly folder: NodeAccess | undefined;
}

async function findTarget(
  tx: Tx,
  { spaceId, id, ...asking }: Asking & { readonly spaceId: string; readonly id: string },
): Promise<Target> {
  const folder = await lockNode(tx, asking, { spaceId, id });
  return { folder: folder?.node.kind === 'folder' ? folder : undefined };
}

async function judge(
  asking: Omit<Move, 'target'>,
  access: NodeAccess,
  { folder: target }: Target,
): Promise<ErrorCode | undefined> {
  if (target === undefined) return 'node_not_found';
  const { actor, now } = asking;
  if (!may({ actor, now, role: target.role }, 'add', target.node)) return 'not_allowed';
  return await judgeMove({ ...asking, target }, access);
}

async function raise(
  tx: Tx,
  {
    place,
    accesses,
    back,
  }: {
    readonly place: NodeAccess;
    readonly accesses: readonly NodeAccess[];
    readonly back: ReadonlySet<string>;
  },
): Promise<void> {
  const levels = accesses
    .filter(({ node }) => node.kind === 'folder' && back.has(node.id))
    .map(({ node }) => 1 + node.levels_below);
  if (levels.length > 0) await raiseLevels(tx, { place, levels: Math.max(...levels) });
}

async function restore(
  tx: Tx,
  input: { readonly access: NodeAccess; readonly parent: NodeRow; readonly now: Date },
): Promise<NodeRow> {
  const { parent, now } = input;
  const { node } = input.access;
  const at = { spaceId: node.space_id, parentId: parent.id };
  const name = await freeName(tx, { ...at, name: node.name, now });
  return await restoreRow(tx, {
    ...at,
    id: node.id,
    name,
    nameKey: nameKey(name),
    nameSort: nameSort(name),
    now,
  });
}

/** The nearest folder above that is not in the trash, or was restored earlier in this batch (`back`). */
function nearestLiving(access: NodeAccess, back: ReadonlySet<string>): PlacedNode {
  let nearest: PlacedNode | undefined;
  let isReachable = true;
  for (const folder of access.ancestors) {
    if (back.has(folder.id)) isReachable = true;
    else if (folder.trashed_at !== null) isReachable = false;
    if (isReachable) nearest = folder;
  }
  return defined(nearest, 'a trashed node has no living folder above');
}
