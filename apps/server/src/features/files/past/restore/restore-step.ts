import { type ErrorCode, nameKey } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { inSpaceTransaction } from '../../../../platform/db/space-transaction.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import type { Services } from '../../../../services.ts';
import { lockSpace, recordEvents, type SpaceEvent } from '../../../spaces/index.ts';
import { type DoneItem, type JobItemRow, type JobRow, placeOf } from '../../jobs/model.ts';
import { shownOf } from '../../jobs/record-act.ts';
import { isLiving, type NodeAccess, type NodeRow, nameSort } from '../../model.ts';
import { judgeMove } from '../../move/judge-move.ts';
import { listAccesses } from '../../node-access.ts';
import { may, mayChangeEntry } from '../../policy.ts';
import { putVersion } from '../../restore-version.ts';
import { finishJob, lockJob } from '../../store/jobs.ts';
import { raiseLevels } from '../../store/levels.ts';
import { moveRows } from '../../store/move.ts';
import { findChildByKey, trashRows } from '../../store/nodes.ts';
import { advanceJob, listNextSteps, listAnnouncedSpaces, recordOutcomes } from '../../store/running-jobs.ts';
import { findVersionRow } from '../../store/versions.ts';
import { trashedEvent, trashedItem } from '../../trash/trash-nodes.ts';

/** Steps per transaction. They run in sequence, because each builds on the previous ones. */
const BATCH = 200;

/** Runs the next steps and saves the progress in one transaction. Checks the person's current rights. */
export async function restoreStep(
  services: Pick<Services, 'db' | 'clock' | 'newId'>,
  { id: jobId, space_ids: spaceIds }: Pick<JobRow, 'id' | 'space_ids'>,
): Promise<void> {
  await inSpaceTransaction(services.db, spaceIds[0], async (tx) => {
    for (const spaceId of spaceIds) await lockSpace(tx, spaceId);
    const job = await lockJob(tx, jobId);
    if (job?.state !== 'running') return;
    const now = services.clock.now();
    const items = await listNextSteps(tx, { jobId, from: job.position, limit: BATCH });
    const acting = { tx, actor: { id: job.actor_id }, now, newId: services.newId, spaceIds };
    const taken: Taken[] = [];
    for (const item of items) taken.push({ item, result: await take(acting, item) });
    await recordBatch(tx, { job, taken, acting });
    if (items.length < BATCH) await finishJob(tx, { jobId, state: 'done', now });
  });
}

interface Acting {
  readonly tx: Tx;
  readonly actor: { readonly id: string };
  readonly now: Date;
  readonly newId: () => string;
  /** The locked spaces. */
  readonly spaceIds: readonly string[];
}

interface Deed {
  readonly done: DoneItem;
  readonly event: SpaceEvent;
}

interface Taken {
  readonly item: JobItemRow;
  readonly result: Deed | ErrorCode;
}

async function take(acting: Acting, item: JobItemRow): Promise<Deed | ErrorCode> {
  const { tx, actor, now, spaceIds } = acting;
  const ids = [item.node_id, ...(item.to_parent_id === null ? [] : [item.to_parent_id])];
  const accesses = await listAccesses(tx, { actor, now }, [...new Set(ids)]);
  const access = accesses.get(item.node_id);
  if (access === undefined || access.node.purge_began_at !== null) return 'node_not_found';
  const { node, role } = access;
  if (!may({ actor, now, role }, 'see', node) || !spaceIds.includes(node.space_id)) return 'node_not_found';
  // The item was changed after the restore was planned.
  if (node.parent_id !== item.from_parent_id || node.name !== item.from_name) return 'changed_since';
  if (isLiving(access) === (item.did === 'restored')) return 'changed_since';
  if (item.did === 'trashed') return await trash(acting, access);
  if (item.did === 'version_restored') return await putBack(acting, item, access);
  return await place(acting, item, { access, target: accesses.get(item.to_parent_id ?? '') });
}

async function trash({ tx, actor, now }: Acting, access: NodeAccess): Promise<Deed | ErrorCode> {
  if (!mayChangeEntry({ actor, now }, 'change', access)) return 'not_allowed';
  const { space_id: spaceId, id } = access.node;
  const [row] = await trashRows(tx, { spaceId, ids: [id], by: actor.id, now });
  const trashed = defined(row, 'a locked node was not trashed');
  return { done: trashedItem(trashed), event: trashedEvent(trashed) };
}

async function putBack(acting: Acting, item: JobItemRow, access: NodeAccess): Promise<Deed | ErrorCode> {
  const { tx, actor, now, newId } = acting;
  const { node, role } = access;
  if (!may({ actor, now, role }, 'change', node)) return 'not_allowed';
  if (node.current_version_id !== item.from_version_id || item.to_version_id === null) return 'changed_since';
  const version = await findVersionRow(tx, {
    spaceId: node.space_id,
    nodeId: node.id,
    id: item.to_version_id,
  });
  if (version === undefined) return 'changed_since';
  if (version.damage !== null) return 'checksum_mismatch';
  const { row, event } = await putVersion(tx, { node, version, actor, now, newId });
  const { current_version_id: fromVersionId } = node;
  const { current_version_id: toVersionId } = row;
  const places = { from: placeOf(node), to: placeOf(row) };
  return { done: { did: 'version_restored', nodeId: node.id, ...places, fromVersionId, toVersionId }, event };
}

interface Going {
  readonly access: NodeAccess;
  readonly target: NodeAccess | undefined;
}

async function place(acting: Acting, item: JobItemRow, { access, target }: Going): Promise<Deed | ErrorCode> {
  const { tx, actor, now } = acting;
  const { node } = access;
  if (target?.node.kind !== 'folder' || !isLiving(target)) return 'folder_gone';
  if (target.node.space_id !== node.space_id) return 'folder_gone';
  const isRename = item.did === 'renamed';
  if (!isRename && !may({ actor, now, role: target.role }, 'add', target.node)) return 'not_allowed';
  const code = isRename
    ? mayChangeEntry({ actor, now }, 'change', access)
      ? undefined
      : 'not_allowed'
    : await judgeMove({ tx, actor, now, target }, access);
  if (code !== undefined) return code;
  const name = defined(item.to_name, 'a restore step has no target name');
  const to = { spaceId: node.space_id, parentId: target.node.id, nameKey: nameKey(name) };
  const existing = await findChildByKey(tx, to);
  if (existing !== undefined && existing.id !== node.id) return 'name_taken';
  const places = [{ ...to, id: node.id, name, nameSort: nameSort(name) }];
  const [row] = await moveRows(tx, { spaceId: node.space_id, now, places });
  const placed = defined(row, 'a locked node was not moved');
  if (node.kind === 'folder' && !isRename) {
    await raiseLevels(tx, { place: target, levels: 1 + node.levels_below });
  }
  const done = { nodeId: node.id, from: placeOf(node), to: placeOf(placed), trashedAt: node.trashed_at };
  return { done: { did: item.did, ...done }, event: eventOf(node, placed) };
}

function eventOf(before: NodeRow, after: NodeRow): SpaceEvent {
  const { id: nodeId, name, parent_id: parentId } = after;
  const facts = { name, parent_id: parentId };
  if (before.trashed_at !== null) return { verb: 'node_restored', nodeId, facts };
  if (before.parent_id === parentId) {
    return { verb: 'node_renamed', nodeId, facts: { from: before.name, to: name, parent_id: parentId } };
  }
  // A node that was not trashed itself has moved, even if its folder was in the trash.
  const renamed = before.name === name ? {} : { from_name: before.name };
  return { verb: 'node_moved', nodeId, facts: { ...facts, from_parent_id: before.parent_id, ...renamed } };
}

async function recordBatch(
  tx: Tx,
  { job, taken, acting }: { readonly job: JobRow; readonly taken: readonly Taken[]; readonly acting: Acting },
): Promise<void> {
  const outcomes = taken.map(({ item: { position }, result }) =>
    typeof result === 'string'
      ? { position, done: undefined, code: result }
      : { position, done: result.done, code: undefined },
  );
  await recordOutcomes(tx, { jobId: job.id, outcomes });
  const { now, newId, actor } = acting;
  const events = taken.flatMap(({ result }) => (typeof result === 'string' ? [] : [result.event]));
  const [spaceId] = job.space_ids;
  if (spaceId !== undefined) {
    const announced = await listAnnouncedSpaces(tx, { jobId: job.id, spaceIds: [spaceId] });
    const shown = announced.has(spaceId) ? undefined : shownOf({ kind: job.kind, events });
    await recordEvents(tx, {
      spaceId,
      actorId: actor.id,
      at: now,
      newId,
      events,
      job: { id: job.id, shown },
    });
  }
  const failed = outcomes.filter(({ code }) => code !== undefined).length;
  const position = (taken.at(-1)?.item.position ?? job.position) + 1;
  await advanceJob(tx, { jobId: job.id, position, done: taken.length - failed, failed, now });
}
