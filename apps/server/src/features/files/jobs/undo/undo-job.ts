import type { JobDetails, Person } from '@coffer/contracts';
import { defined, err, ok, type Result } from '@coffer/kit';
import type { Outcome } from '../../../../operation.ts';
import { inTransaction } from '../../../../platform/db/transaction.ts';
import type { Services } from '../../../../services.ts';
import { deletePlan } from '../../store/copy-plan.ts';
import { beginUndo, findJob, lockJob } from '../../store/jobs.ts';
import { mayReachJob } from '../job-access.ts';
import { isUndoable } from '../model.ts';
import { presentJobDetails } from '../present-job.ts';
import { takeFirstSteps } from '../run-jobs.ts';

type Failure = { readonly code: 'job_not_found' } | { readonly code: 'job_conflict' };

/**
 * Undoes a job. Idempotent: returns the state of an undo that runs or has ended, and retries items whose undo failed.
 */
export async function undoJob(
  services: Pick<Services, 'db' | 'clock' | 'newId' | 'settings' | 'log'>,
  actor: Person,
  jobId: string,
): Outcome<JobDetails, Failure> {
  const begun = await begin(services, actor, jobId);
  if (!begun.ok) return begun;
  await takeFirstSteps(services, jobId);
  const job = defined(await findJob(services.db, jobId), 'the job was not found after its undo was started');
  return ok(await presentJobDetails(services.db, job));
}

async function begin(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  jobId: string,
): Promise<Result<undefined, Failure>> {
  return await inTransaction(db, async (tx): Promise<Result<undefined, Failure>> => {
    const job = await lockJob(tx, jobId);
    if (job === undefined || !(await mayReachJob(tx, actor, job))) return err({ code: 'job_not_found' });
    if (job.state === 'running') return err({ code: 'job_conflict' });
    if (isUndoable(job)) {
      await deletePlan(tx, jobId);
      await beginUndo(tx, { jobId, by: actor.id, now: clock.now() });
    }
    return ok(undefined);
  });
}
