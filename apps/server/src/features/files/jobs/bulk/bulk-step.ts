import { inSpaceTransaction } from '../../../../platform/db/space-transaction.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import type { Services } from '../../../../services.ts';
import { lockSpace, recordEvents } from '../../../spaces/index.ts';
import { finishJob, insertDoneItems, lockJob } from '../../store/jobs.ts';
import {
  advanceJob,
  dropItems,
  firstFreePosition,
  listNextItems,
  listAnnouncedSpaces,
  recordOutcomes,
} from '../../store/running-jobs.ts';
import type { JobRow } from '../model.ts';
import { shownOf } from '../record-act.ts';
import { ACTS, type Acted, type Acting } from './acts.ts';

const BATCH = 1_000;

/**
 * Processes the next items and saves the progress in one transaction, so that a crash loses nothing. Checks the
 * person's current rights.
 */
export async function bulkStep(
  services: Pick<Services, 'db' | 'clock' | 'newId'>,
  { id: jobId, space_ids: spaceIds }: Pick<JobRow, 'id' | 'space_ids'>,
): Promise<void> {
  await inSpaceTransaction(services.db, spaceIds[0], async (tx) => {
    // Spaces are locked in a fixed order, so that two jobs do not deadlock.
    for (const spaceId of spaceIds.toSorted()) await lockSpace(tx, spaceId);
    const job = await lockJob(tx, jobId);
    if (job?.state !== 'running') return;
    const now = services.clock.now();
    const items = await listNextItems(tx, { jobId, from: job.position, limit: BATCH });
    if (items.length === 0) {
      await finishJob(tx, { jobId, state: 'done', now });
      return;
    }
    const act = ACTS[job.kind];
    if (act === undefined) throw new Error(`jobs of kind ${job.kind} have no steps`);
    const acting = { tx, actor: { id: job.actor_id }, now, newId: services.newId, job, items };
    const acted = await act(acting);
    // Items completed so far stay and can be undone.
    if ('failed' in acted) await finishJob(tx, { jobId, state: 'failed', code: acted.failed, now });
    else await recordBatch(acting, acted);
  });
}

async function recordBatch(acting: Acting, acted: Acted): Promise<void> {
  const { tx, job, now } = acting;
  const items = acting.items.slice(0, acted.taken ?? acting.items.length);
  const outcomes = items.map((item) => ({
    position: item.position,
    done: acted.done.get(item.node_id),
    code: acted.refused.get(item.node_id),
  }));
  const idle = outcomes.filter(({ done, code }) => done === undefined && code === undefined);
  const changed = outcomes.filter(({ done, code }) => done !== undefined || code !== undefined);
  await recordOutcomes(tx, { jobId: job.id, outcomes: changed });
  await dropItems(tx, { jobId: job.id, positions: idle.map(({ position }) => position) });
  if (acted.replaced.length > 0) {
    const first = await firstFreePosition(tx, { jobId: job.id, count: acted.replaced.length });
    await insertDoneItems(tx, { id: job.id, first, items: acted.replaced });
  }
  await announce(tx, acting, acted);
  const failed = changed.filter(({ code }) => code !== undefined).length;
  const position = (items.at(-1)?.position ?? job.position) + 1;
  await advanceJob(tx, { jobId: job.id, position, done: changed.length - failed, failed, now });
  const isLast = acting.items.length < BATCH && items.length === acting.items.length;
  if (isLast && acted.isUnfinished !== true) await finishJob(tx, { jobId: job.id, state: 'done', now });
}

/** Records the events. In each space, one event of the job is shown in the activity and represents all of them. */
async function announce(tx: Tx, { job, actor, now, newId }: Acting, { events }: Acted): Promise<void> {
  const announced = await listAnnouncedSpaces(tx, { jobId: job.id, spaceIds: [...events.keys()] });
  for (const [spaceId, ofSpace] of events) {
    const shown = shownOf({ kind: job.kind, events: ofSpace });
    await recordEvents(tx, {
      spaceId,
      actorId: actor.id,
      at: now,
      newId,
      events: ofSpace,
      job: { id: job.id, shown: announced.has(spaceId) ? undefined : shown },
    });
  }
}
