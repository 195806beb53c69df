import type { JobDetails, Person } from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import { findJob, lockJob } from '../store/jobs.ts';
import { endJob } from './end-job.ts';
import { mayStopJob } from './job-access.ts';
import { presentJobDetails } from './present-job.ts';

/** Cancels a job; completed items stay and can be undone. For an ended job it only returns the state. */
export async function cancelJob(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  jobId: string,
): Outcome<JobDetails, { readonly code: 'job_not_found' }> {
  return await inTransaction(db, async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job === undefined || !(await mayStopJob(tx, actor, job))) return err({ code: 'job_not_found' });
    await endJob(tx, { jobId, state: 'cancelled', now: clock.now() });
    const ended = defined(await findJob(tx, jobId), 'the locked job was not found');
    return ok(await presentJobDetails(tx, ended));
  });
}
