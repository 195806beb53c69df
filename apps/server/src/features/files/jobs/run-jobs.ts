import { LIMITS } from '@coffer/contracts';
import type { Services } from '../../../services.ts';
import { deleteOldJobs, listUnfinishedJobs } from '../store/jobs.ts';
import { bulkStep } from './bulk/bulk-step.ts';
import { purgeStep } from './bulk/purge-step.ts';
import { copyStep } from './copying/copy-step.ts';
import type { JobRow } from './model.ts';
import { undoStep } from './undo/undo-step.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'settings'>;

const JOBS_AT_ONCE = 20;
/** Bounds one run; the next run goes on. */
const ROUNDS_MAX = 1_000;
const PRUNED_AT_ONCE = 1_000;

/** Background job: one step of each unfinished job in turn, so that a large one does not keep others waiting. */
export async function runJobs(services: Needs): Promise<number> {
  let steps = 0;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const jobs = await listUnfinishedJobs(services.db, JOBS_AT_ONCE);
    if (jobs.length === 0) return steps;
    for (const job of jobs) {
      await stepOf(services, job);
      steps += 1;
    }
  }
  return steps;
}

/** The next step of an unfinished job. */
export async function stepOf(services: Needs, job: JobRow): Promise<void> {
  if (job.state === 'undoing') await undoStep(services, job);
  else if (job.kind === 'copy') await copyStep(services, job);
  else if (job.kind === 'purge') await purgeStep(services, job);
  else await bulkStep(services, job);
}

/** Background job: what was done long ago cannot be undone any more. */
export async function pruneJobs({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const until = new Date(clock.now().getTime() - LIMITS.jobsKeptMs);
  let deleted = 0;
  for (;;) {
    const some = await deleteOldJobs(db, { until, limit: PRUNED_AT_ONCE });
    deleted += some;
    if (some < PRUNED_AT_ONCE) return deleted;
  }
}
