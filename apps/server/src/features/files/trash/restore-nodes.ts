import { type BatchResult, type ErrorCode, nameKey, type NodeId, type Person } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import type { Tx } from '../../../platform/db/db.ts';
import type { Services } from '../../../services.ts';
import type { SpaceEvent } from '../../spaces/index.ts';
import { type BatchItem, inSpaces, resultOf } from '../batch.ts';
import { freeName } from '../free-name.ts';
import { type DoneItem, placeOf } from '../jobs/model.ts';
import { type MaybeJoining, recordAct } from '../jobs/record-act.ts';
import { type NodeAccess, type NodeRow, nameSort } from '../model.ts';
import { judgeMove, type Move } from '../move/judge-move.ts';
import { isVisible, lockNode } from '../node-access.ts';
import { may, mayChangeEntry } from '../policy.ts';
import { presentNode } from '../present.ts';
import { raiseLevels } from '../store/levels.ts';
import { restoreRow } from '../store/nodes.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId'>;

/** If the old folder is in the trash, restores to the nearest living folder above it. A taken name gets a number. */
export async function restoreNodes(
  services: Needs & MaybeJoining,
  actor: Person,
  ids: readonly NodeId[],
): Promise<BatchResult> {
  return await restoreNodesTo(services, actor, { ids, to: undefined });
}

/** Into the folder `to` of the same space, or to where each was. */
export async function restoreNodesTo(
  services: Needs & MaybeJoining,
  actor: Person,
  { ids, to }: { readonly ids: readonly NodeId[]; readonly to: NodeId | undefined },
): Promise<BatchResult> {
  let jobId: string | undefined;
  const done = await inSpaces(services, { actor, ids }, async (tx, batch) => {
    const now = services.clock.now();
    const items = new Map<string, BatchItem>();
    const target = to === undefined ? undefined : await findTarget(tx, { actor, now, ...batch, id: to });
    const events: SpaceEvent[] = [];
    const restored: DoneItem[] = [];
    const back = new Set<string>();
    // Parents before children, so that a selection keeps its structure.
    for (const access of batch.accesses.toSorted((a, b) => a.ancestors.length - b.ancestors.length)) {
      const settled = settle(access, { actor, now });
      if (settled !== undefined) {
        items.set(access.node.id, settled);
        continue;
      }
      const code = target === undefined ? undefined : await judge({ tx, actor, now }, access, target);
      if (code !== undefined) {
        items.set(access.node.id, { ok: false, code });
        continue;
      }
      const parent = target?.folder?.node ?? nearestLiving(access, back);
      const row = await restore(tx, { access, parent, now });
      back.add(row.id);
      items.set(row.id, { ok: true, node: presentNode(row) });
      restored.push({
        did: 'restored',
        nodeId: row.id,
        from: placeOf(access.node),
        to: placeOf(row),
        trashedAt: access.node.trashed_at,
      });
      events.push({
        verb: 'node_restored',
        nodeId: row.id,
        facts: { name: row.name, parent_id: row.parent_id },
      });
    }
    if (target?.folder !== undefined)
      await raise(tx, { place: target.folder, accesses: batch.accesses, back });
    const { spaceId } = batch;
    const act = { kind: 'restore', actorId: actor.id, spaceId, now, newId: services.newId } as const;
    jobId =
      (await recordAct(tx, { ...act, joins: jobId ?? services.joins, items: restored, events })) ?? jobId;
    return items;
  });
  return resultOf({ ids, jobId }, done);
}

/** Undefined when the node has to be restored. */
function settle(
  access: NodeAccess,
  asking: { readonly actor: Person; readonly now: Date },
): BatchItem | undefined {
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
  /** Undefined when there is no such folder for the person in the space. */
  readonly folder: NodeAccess | undefined;
}

async function findTarget(
  tx: Tx,
  {
    spaceId,
    id,
    ...asking
  }: { readonly actor: Person; readonly now: Date; readonly spaceId: string; readonly id: NodeId },
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
  const place = { spaceId: node.space_id, parentId: parent.id };
  const name = await freeName(tx, { ...place, name: node.name, now });
  return await restoreRow(tx, {
    ...place,
    id: node.id,
    name,
    nameKey: nameKey(name),
    nameSort: nameSort(name),
    now,
  });
}

/** Nodes in `back` were restored earlier in this batch. */
function nearestLiving(access: NodeAccess, back: ReadonlySet<string>): NodeRow {
  let nearest: NodeRow | undefined;
  let isReachable = true;
  for (const folder of access.ancestors) {
    if (back.has(folder.id)) isReachable = true;
    else if (folder.trashed_at !== null) isReachable = false;
    if (isReachable) nearest = folder;
  }
  return defined(nearest, 'the root is above every trashed node and never trashed itself');
}
