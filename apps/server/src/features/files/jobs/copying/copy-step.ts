import { defined, SECOND_MS } from '@coffer/kit';
import { LIMITS } from '@coffer/contracts';
import type { Tx } from '../../../../platform/db/db.ts';
import { inTransaction } from '../../../../platform/db/transaction.ts';
import { inSpaceTransaction } from '../../../../platform/db/space-transaction.ts';
import type { Services } from '../../../../services.ts';
import { lockSpace } from '../../../spaces/index.ts';
import { type Asking, findNodes, lockNode } from '../../node-access.ts';
import { may, onlyMadeBy } from '../../policy.ts';
import {
  allowLongPlan,
  claimListing,
  deletePlan,
  insertPlan,
  listPlanned,
  type PlannedRow,
  sumPlan,
} from '../../store/copy-plan.ts';
import { findJob, finishJob, lockJob } from '../../store/jobs.ts';
import { listNextItems, recordNodeOutcomes, setExtent, setRetry } from '../../store/running-jobs.ts';
import { isUnfinished, type JobRow } from '../model.ts';
import { writePlanned } from './write-planned.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId'>;

/**
 * Runs the next step of a copy job: first saves the list of all items, then copies a batch per transaction. Copies files
 * as they are in that transaction, since size and content must match.
 */
export async function copyStep(services: Needs, job: JobRow): Promise<void> {
  if (job.size_bytes === null) await noteAll(services, job);
  else await writeSome(services, job);
}

const LISTING_PAUSE_MS = 5 * SECOND_MS;

/** Saves the list of all items. If the job is ended meanwhile, the list is interrupted and dropped. */
async function noteAll({ db, clock }: Needs, { id: jobId, tries }: JobRow): Promise<void> {
  try {
    if (await listAll({ db, clock }, jobId)) return;
  } catch (error) {
    // Waits for the transaction that ends the job.
    const job = await inTransaction(db, async (tx) => await lockJob(tx, jobId));
    if (job === undefined || !isUnfinished(job)) return;
    throw error;
  }
  await setRetry(db, jobId, { tries, at: new Date(clock.now().getTime() + LISTING_PAUSE_MS) });
}

/**
 * Returns false if another transaction lists the items already. Needs no space lock, because each statement reads one
 * snapshot, and locks the job only at the end, so that it can be ended.
 */
async function listAll({ db, clock }: Pick<Needs, 'db' | 'clock'>, jobId: string): Promise<boolean> {
  return await inTransaction(db, async (tx) => {
    if (!(await claimListing(tx, jobId))) return false;
    const job = await findJob(tx, jobId);
    if (job?.state !== 'running' || job.size_bytes !== null) return true;
    const now = clock.now();
    const asking = { actor: { id: job.actor_id }, now };
    await allowLongPlan(tx);
    let last = 0;
    let lost = 0;
    let from = 0;
    for (;;) {
      const items = await listNextItems(tx, { jobId, from, limit: BATCH });
      const end = items.at(-1);
      if (end === undefined) break;
      const ids = items.map((item) => item.node_id);
      const noted = await noteSome(tx, asking, { job, first: last, ids });
      last += noted.items;
      lost += noted.lost;
      from = end.position + 1;
    }
    const sum = await sumPlan(tx, jobId);
    const locked = await lockJob(tx, jobId);
    if (locked?.state !== 'running') throw new Error('the job ended while its items were listed');
    await setExtent(tx, { jobId, items: sum.items, lost, sizeBytes: sum.bytes, now });
    const target = (await findNodes(tx, asking, [job.target_id ?? ''])).get(job.target_id ?? '');
    const depth = (target?.ancestors.length ?? 0) + 1 + sum.folder_depth;
    if (depth > LIMITS.depthMax) await fail(tx, { jobId, code: 'too_deep', now });
    return true;
  });
}

/**
 * Returns how many items were saved, and how many of the selected ones no longer exist. The steps lock only the spaces
 * of the job, so items that have moved to another one count as missing.
 */
async function noteSome(
  tx: Tx,
  asking: Asking,
  { job, first, ids }: { readonly job: JobRow; readonly first: number; readonly ids: readonly string[] },
): Promise<{ readonly items: number; readonly lost: number }> {
  const { id: jobId, space_ids: spaceIds } = job;
  const seen = await findNodes(tx, asking, ids);
  const found = new Map([...seen].filter(([, { node }]) => spaceIds.includes(node.space_id)));
  const accesses = [...found.values()].filter(({ node }) => node.parent_id !== null);
  let noted = 0;
  for (const [spaceId, group] of Map.groupBy(accesses, ({ node }) => node.space_id)) {
    const roots = group.map(({ node, role }) => ({ id: node.id, madeBy: onlyMadeBy(role, asking.actor) }));
    noted += await insertPlan(tx, { jobId, spaceId, first: first + noted, roots });
  }
  const lost = ids.filter((id) => !found.has(id));
  const outcomes = lost.map((id) => ({ fromId: id, done: undefined, code: 'node_not_found' }));
  await recordNodeOutcomes(tx, { jobId, outcomes });
  return { items: noted, lost: lost.length };
}

async function writeSome(services: Needs, { id: jobId, space_ids: spaceIds }: JobRow): Promise<void> {
  await inSpaceTransaction(services.db, spaceIds[0], async (tx) => {
    // Spaces are locked in a fixed order, so that two jobs do not deadlock.
    for (const spaceId of spaceIds.toSorted()) await lockSpace(tx, spaceId);
    const job = await lockJob(tx, jobId);
    if (job?.state !== 'running') return;
    const now = services.clock.now();
    const asking = { actor: { id: job.actor_id }, now };
    const targetId = defined(job.target_id, 'a copy job has no target');
    const found = (await findNodes(tx, asking, [targetId])).get(targetId);
    const isLocked = found !== undefined && spaceIds.includes(found.node.space_id);
    const target = isLocked
      ? await lockNode(tx, asking, { spaceId: found.node.space_id, id: targetId })
      : undefined;
    if (target === undefined) return await fail(tx, { jobId, code: 'node_not_found', now });
    if (!may({ ...asking, role: target.role }, 'add', target.node)) {
      return await fail(tx, { jobId, code: 'not_allowed', now });
    }
    const spaceId = target.node.space_id;
    const planned = await listPlanned(tx, { jobId, from: job.position, limit: BATCH, spaceId });
    const rows = await withoutHidden(tx, asking, planned);
    if (rows.length === 0) {
      await deletePlan(tx, jobId);
      await finishJob(tx, { jobId, state: 'done', now });
      return;
    }
    const written = await writePlanned(tx, { job, target, asking, newId: services.newId, rows });
    if (!written.ok) await fail(tx, { jobId, code: written.error.code, now });
  });
}

/**
 * Treats items that the person may no longer see as missing. Each step checks this for each item, because items may
 * leave a shared folder between the steps.
 */
async function withoutHidden(
  tx: Tx,
  asking: Asking,
  rows: readonly PlannedRow[],
): Promise<readonly PlannedRow[]> {
  const seen = await findNodes(
    tx,
    asking,
    rows.map((row) => row.from_id),
  );
  return rows.map((row) => (seen.has(row.from_id) ? row : { ...row, is_there: false }));
}

const BATCH = 1_000;

/** Ends the job as failed. Copied items stay and can be undone; the plan stays, so that the rest can be retried. */
async function fail(
  tx: Tx,
  { jobId, code, now }: { readonly jobId: string; readonly code: string; readonly now: Date },
): Promise<void> {
  await finishJob(tx, { jobId, state: 'failed', code, now });
}
