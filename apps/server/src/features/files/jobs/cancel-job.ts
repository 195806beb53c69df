import type { JobDetails, Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import { deletePlan } from '../store/copy-plan.ts';
import { finishJob, lockJob } from '../store/jobs.ts';
import { presentJobDetails } from './present-job.ts';

/** What is done stays done, and can be undone. One that has ended is answered as it is. */
export async function cancelJob(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  jobId: string,
): Outcome<JobDetails, { readonly code: 'job_not_found' }> {
  return await inTransaction(db, async (tx) => {
    const job = await lockJob(tx, jobId);
    if (job === undefined || job.actor_id !== actor.id) return err({ code: 'job_not_found' });
    if (job.state !== 'running') return ok(await presentJobDetails(tx, job));
    const now = clock.now();
    await deletePlan(tx, jobId);
    await finishJob(tx, { jobId, state: 'cancelled', now });
    return ok(await presentJobDetails(tx, { ...job, state: 'cancelled', finished_at: now }));
  });
}
