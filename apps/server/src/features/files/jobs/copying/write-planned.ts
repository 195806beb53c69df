import { type ErrorCode, nameKey } from '@coffer/contracts';
import { defined, ok, type Result } from '@coffer/kit';
import type { Tx } from '../../../../platform/db/db.ts';
import { judgeRoom, type LockedSpace, type NoRoom, recordEvents } from '../../../spaces/index.ts';
import { insertCopies } from '../../copy/insert-copies.ts';
import { type Copying, type Planned, planCopies } from '../../copy/plan-copies.ts';
import { freeName } from '../../free-name.ts';
import { type NodeAccess, nameSort } from '../../model.ts';
import { type Asking, findNodes } from '../../node-access.ts';
import { onlyMadeBy } from '../../policy.ts';
import type { NewCopy } from '../../store/copy.ts';
import { type PlannedRow, recordPlannedOutcomes, sumCopiedBytes } from '../../store/copy-plan.ts';
import { listDecisions } from '../../store/decisions.ts';
import { insertDoneItems } from '../../store/jobs.ts';
import { raiseLevels } from '../../store/levels.ts';
import { listChildrenByKey, trashRows } from '../../store/nodes.ts';
import { advanceJob, firstFreePosition, listOwnItems, recordNodeOutcomes } from '../../store/running-jobs.ts';
import { trashedEvent, trashedItem } from '../../trash/trash-nodes.ts';
import type { JobRow } from '../model.ts';

interface Writing {
  readonly job: JobRow;
  readonly target: NodeAccess & { readonly space: LockedSpace };
  readonly asking: Asking;
  readonly newId: () => string;
  readonly rows: readonly PlannedRow[];
}

/** Copies these rows and saves the progress. Writes nothing if they exceed the quota. */
export async function writePlanned(tx: Tx, writing: Writing): Promise<Result<undefined, NoRoom>> {
  const { job, target, asking, rows } = writing;
  const { now } = asking;
  const roots = await planRoots(tx, writing);
  const copies: { readonly row: PlannedRow; readonly copy: NewCopy }[] = [];
  const failed = new Set<string>();
  const names = await freeNames(tx, writing);
  for (const row of rows) {
    const parentId = row.depth === 0 ? target.node.id : row.parent_new_id;
    const root = roots.planned.get(row.from_id);
    const isRefused = row.depth === 0 && root === undefined;
    if (!row.is_there || parentId === null || failed.has(parentId) || isRefused) {
      failed.add(row.new_id);
      continue;
    }
    const name = row.depth === 0 ? root?.name : names.get(row.position);
    copies.push({ row, copy: copyOf(writing, row, { parentId, name }) });
  }
  const room = judgeRoom(target.space, await sumBytes(tx, writing, copies));
  if (!room.ok) return room;
  // Replaced items are trashed first, to free their names.
  const versions = new Map(copies.map(({ row, copy }) => [row.new_id, copy.file?.versionId]));
  await recordRootOutcomes(tx, writing, { ...roots, versions });
  await insert(tx, writing, copies);
  const done = copies.map(({ row }) => row.position);
  const lost = rows.filter((row) => failed.has(row.new_id)).map((row) => row.position);
  await recordPlannedOutcomes(tx, { jobId: job.id, done, failed: lost });
  const last = defined(rows.at(-1), 'there are no planned rows to write').position;
  await advanceJob(tx, { jobId: job.id, position: last + 1, done: done.length, failed: lost.length, now });
  return ok(undefined);
}

/** Of all items at the start, and of each batch later. */
async function sumBytes(
  tx: Tx,
  { job, target, asking }: Writing,
  copies: readonly { readonly row: PlannedRow }[],
): Promise<number> {
  if (job.position > 0) return copies.reduce((sum, { row }) => sum + row.size_bytes, 0);
  const { space_id: spaceId, id: folderId } = target.node;
  const madeBy = onlyMadeBy(target.role, asking.actor);
  return await sumCopiedBytes(tx, { jobId: job.id, target: { spaceId, folderId, madeBy } });
}

interface Roots {
  readonly planned: ReadonlyMap<string, Planned>;
  readonly refused: ReadonlyMap<string, ErrorCode>;
}

/** Chooses names in the target, and the items to replace. */
async function planRoots(tx: Tx, { job, target, asking, rows }: Writing): Promise<Roots> {
  const ids = rows.filter(({ depth, is_there: isThere }) => depth === 0 && isThere).map((row) => row.from_id);
  const accesses = ids.length === 0 ? [] : [...(await findNodes(tx, asking, ids)).values()];
  const conflict = job.conflict ?? 'fail';
  const own = await listOwnCopies(tx, { job, target, accesses });
  const decisions = await listDecisions(tx, { jobId: job.id, nodeIds: ids });
  const copying: Copying = { tx, ...asking, target, conflict, decisions, ids: new Set(ids), own };
  const plan = await planCopies(copying, accesses);
  return {
    planned: new Map(plan.planned.map((each) => [each.access.node.id, each])),
    refused: new Map(plan.refused.map(({ node, code }) => [node.id, code])),
  };
}

/** Copies that earlier steps made under the same names. */
async function listOwnCopies(
  tx: Tx,
  {
    job,
    target,
    accesses,
  }: { readonly job: JobRow; readonly target: NodeAccess; readonly accesses: readonly NodeAccess[] },
): Promise<ReadonlySet<string>> {
  const slots = accesses.map(({ node }) => ({ parentId: target.node.id, nameKey: node.name_key }));
  const existing = await listChildrenByKey(tx, target.node.space_id, slots);
  return await listOwnItems(tx, { jobId: job.id, nodeIds: existing.map(({ id }) => id) });
}

/** Numbered names for descendants whose name is taken in the unfinished copy. */
async function freeNames(tx: Tx, { target, asking, rows }: Writing): Promise<ReadonlyMap<number, string>> {
  const spaceId = target.node.space_id;
  const below = rows.flatMap((row) =>
    row.depth > 0 && row.is_there && row.parent_new_id !== null ? [{ row, parentId: row.parent_new_id }] : [],
  );
  const slots = below.map(({ row, parentId }) => ({ parentId, nameKey: row.name_key }));
  const existing = await listChildrenByKey(tx, spaceId, slots);
  const taken = new Set(existing.map((child) => slotOf(child.parent_id, child.name_key)));
  const names = new Map<number, string>();
  for (const { row, parentId } of below) {
    if (taken.has(slotOf(parentId, row.name_key))) {
      const besides = new Set([...taken].map((slot) => slot.slice(parentId.length + 1)));
      const name = await freeName(tx, { spaceId, parentId, name: row.name, now: asking.now, besides });
      names.set(row.position, name);
      taken.add(slotOf(parentId, nameKey(name)));
    } else taken.add(slotOf(parentId, row.name_key));
  }
  return names;
}

function slotOf(parentId: string | null, key: string): string {
  return `${parentId} ${key}`;
}

function copyOf(
  { newId }: Writing,
  row: PlannedRow,
  place: { readonly parentId: string; readonly name: string | undefined },
): NewCopy {
  const { name, parentId } = place;
  return {
    fromId: row.from_id,
    id: row.new_id,
    parentId,
    name: name === undefined ? undefined : { name, key: nameKey(name), sort: nameSort(name) },
    levels: row.levels_below,
    file:
      row.version_id === null
        ? undefined
        : { fromVersionId: row.version_id, versionId: newId(), blobId: newId() },
  };
}

async function insert(
  tx: Tx,
  { target, asking }: Writing,
  copies: readonly { readonly row: PlannedRow; readonly copy: NewCopy }[],
): Promise<void> {
  for (const [fromSpaceId, group] of Map.groupBy(copies, ({ row }) => row.space_id)) {
    const all = group.map(({ row, copy }) => ({ copy, fromBlobId: row.blob_id }));
    await insertCopies(tx, { ...asking, fromSpaceId, target, all });
  }
  const levels = copies.flatMap(({ row }) =>
    row.depth === 0 && row.kind === 'folder' ? [1 + row.levels_below] : [],
  );
  if (levels.length > 0) await raiseLevels(tx, { place: target, levels: Math.max(...levels) });
}

/** Only the selected items get events and can be undone; their descendants follow them. */
async function recordRootOutcomes(
  tx: Tx,
  writing: Writing,
  roots: Roots & { readonly versions: ReadonlyMap<string, string | undefined> },
): Promise<void> {
  const { job, target, asking, rows, newId } = writing;
  const { now, actor } = asking;
  const spaceId = target.node.space_id;
  const ofRoots = rows.filter(({ depth }) => depth === 0);
  if (ofRoots.length === 0) return;
  await recordNodeOutcomes(tx, {
    jobId: job.id,
    outcomes: ofRoots.map((row) => {
      const name = roots.planned.get(row.from_id)?.name;
      if (name === undefined) {
        return {
          fromId: row.from_id,
          done: undefined,
          code: roots.refused.get(row.from_id) ?? 'node_not_found',
        };
      }
      const to = { spaceId, parentId: target.node.id, name };
      const toVersionId = roots.versions.get(row.new_id) ?? null;
      const done = { did: 'copied', nodeId: row.new_id, to, toVersionId } as const;
      return { fromId: row.from_id, done, code: undefined };
    }),
  });
  const replaced = [...roots.planned.values()].flatMap((each) => each.replaced ?? []);
  if (replaced.length > 0) {
    const ids = replaced.map(({ id }) => id);
    await trashRows(tx, { spaceId, ids, by: actor.id, now });
    const first = await firstFreePosition(tx, { jobId: job.id, count: replaced.length });
    const items = replaced.map((row) => trashedItem({ ...row, trashed_at: now }));
    await insertDoneItems(tx, { id: job.id, first, items });
  }
  const copied = ofRoots.flatMap((row) => {
    const planned = roots.planned.get(row.from_id);
    if (planned === undefined) return [];
    const facts = { name: planned.name, parent_id: target.node.id, from_id: row.from_id };
    return [{ verb: 'node_copied', nodeId: row.new_id, facts } as const];
  });
  const events = [...copied, ...replaced.map(trashedEvent)];
  const shown = job.done === 0 ? 0 : undefined;
  await recordEvents(tx, { spaceId, actorId: actor.id, at: now, newId, events, job: { id: job.id, shown } });
}
