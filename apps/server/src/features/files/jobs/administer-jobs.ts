import type { Tx } from '../../../platform/db/db.ts';
import { deletePlan } from '../store/copy-plan.ts';
import { beginUndo, lockJob } from '../store/jobs.ts';
import { resumeJob } from '../store/running-jobs.ts';
import { endJob } from './end-job.ts';
import { isRetryable, isUnfinished, type JobRow } from './model.ts';

interface Act {
  readonly jobId: string;
  readonly now: Date;
}

/** The job before the action. `conflict` if its state does not allow the action, undefined if it does not exist. */
type Administered = JobRow | 'conflict' | undefined;

/**
 * Continues a failed job, or runs a job that waits for a retry at once. Each step still checks the rights of the person
 * who started it.
 */
export async function retryJob(tx: Tx, { jobId, now }: Act): Promise<Administered> {
  const job = await lockJob(tx, jobId);
  if (job === undefined) return undefined;
  if (isUnfinished(job)) {
    if (job.tries === 0) return 'conflict';
    await resumeJob(tx, { jobId, now });
  } else if (!isRetryable(job)) return 'conflict';
  else if (job.undone_by !== null) await beginUndo(tx, { jobId, by: job.undone_by, now });
  else {
    // A copy that has copied nothing gets a new list, whose limits are checked again.
    const isAnew = job.kind === 'copy' && job.done === 0;
    if (isAnew) await deletePlan(tx, jobId);
    await resumeJob(tx, { jobId, now, isAnew });
  }
  return job;
}

export async function cancelAnyJob(tx: Tx, { jobId, now }: Act): Promise<Administered> {
  const job = await lockJob(tx, jobId);
  if (job === undefined) return undefined;
  if (!isUnfinished(job)) return 'conflict';
  await endJob(tx, { jobId, state: 'cancelled', now });
  return job;
}
