import { SERVER_LIMITS } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import { deleteEndedJob, findJob, listOldJobIds, listUnfinishedJobs } from '../store/jobs.ts';
import { isActivePerson, setRetry } from '../store/running-jobs.ts';
import { restoreStep } from '../past/restore/restore-step.ts';
import { forgetLeftTags } from '../tags/store/node-tags.ts';
import { bulkStep } from './bulk/bulk-step.ts';
import { purgeStep } from './bulk/purge-step.ts';
import { copyStep } from './copying/copy-step.ts';
import { failJob } from './end-job.ts';
import { isUnfinished, type JobRow } from './model.ts';
import { undoStep } from './undo/undo-step.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId' | 'settings' | 'log'>;

const JOBS_AT_ONCE = 20;
/** The maximum number of rounds in one run. The next run continues. */
const ROUNDS_MAX = 1_000;
/** Steps that a call runs before it answers. The background job runs the rest. */
const STEPS_BEFORE_ANSWER = 2;
const PRUNED_AT_ONCE = 1_000;
const TRIES_MAX = 5;
const FIRST_WAIT_MS = 5 * SECOND_MS;
const WAIT_FACTOR = 4;

/**
 * Background job: runs one step of each unfinished job in turn, so that a large job does not delay others. Failed steps
 * are retried with backoff; after the last try the job fails.
 */
export async function runJobs(services: Needs): Promise<number> {
  let steps = 0;
  let after: string | undefined;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const now = services.clock.now();
    const jobs = await listUnfinishedJobs(services.db, { after, limit: JOBS_AT_ONCE, now });
    if (jobs.length === 0 && after === undefined) return steps;
    for (const job of jobs) {
      await tryStep(services, job);
      steps += 1;
    }
    // After the last job, the first one follows again.
    after = jobs.length < JOBS_AT_ONCE ? undefined : jobs.at(-1)?.id;
  }
  return steps;
}

async function tryStep(services: Needs, job: JobRow): Promise<void> {
  const { db, clock } = services;
  try {
    await stepOf(services, job);
    if (job.tries > 0) await setRetry(db, job.id);
  } catch (error) {
    logFailure(services, job, error);
    const tries = job.tries + 1;
    const at = new Date(clock.now().getTime() + FIRST_WAIT_MS * WAIT_FACTOR ** job.tries);
    if (tries < TRIES_MAX) await setRetry(db, job.id, { tries, at });
    else await failJob(services, { jobId: job.id, code: 'internal' });
  }
}

/**
 * Runs the first steps while the person waits. Errors are retried in the background: the job is saved, so the call must
 * not be repeated.
 */
export async function takeFirstSteps(services: Needs, jobId: string): Promise<void> {
  for (let step = 0; step < STEPS_BEFORE_ANSWER; step += 1) {
    const job = await findJob(services.db, jobId);
    if (job === undefined || !isUnfinished(job)) return;
    try {
      await stepOf(services, job);
    } catch (error) {
      logFailure(services, job, error);
      return;
    }
  }
}

function logFailure({ log }: Needs, { id, kind, state }: JobRow, error: unknown): void {
  log.error('job_step_failed', { job_id: id, kind, state }, error);
}

/** Runs the next step, if the person's account is still active. Each step checks the rights itself. */
async function stepOf(services: Needs, job: JobRow): Promise<void> {
  const personId = job.state === 'undoing' ? (job.undone_by ?? job.actor_id) : job.actor_id;
  if (!(await isActivePerson(services.db, personId))) {
    await failJob(services, { jobId: job.id, code: 'account_disabled' });
  } else if (job.state === 'undoing') await undoStep(services, job);
  else if (job.kind === 'copy') await copyStep(services, job);
  else if (job.kind === 'restore_folder') await restoreStep(services, job);
  else if (job.kind === 'purge') await purgeStep(services, job);
  else await bulkStep(services, job);
}

/** Background job: deletes old jobs, which can then no longer be undone. */
export async function pruneJobs({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const until = new Date(clock.now().getTime() - SERVER_LIMITS.jobsKeptMs);
  await forgetLeftTags(db, until);
  let deleted = 0;
  for (;;) {
    let some = 0;
    for (const id of await listOldJobIds(db, { until, limit: PRUNED_AT_ONCE })) {
      // One transaction for each, so that an undo that waits for the job finds it whole or not at all.
      if (await inTransaction(db, async (tx) => await deleteEndedJob(tx, id))) some += 1;
    }
    deleted += some;
    if (some < PRUNED_AT_ONCE) return deleted;
  }
}
