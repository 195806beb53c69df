import type { ErrorCode } from '@coffer/contracts';
import type { Tx } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Services } from '../../../services.ts';
import { deletePlan, interruptListing } from '../store/copy-plan.ts';
import { finishJob, lockJob } from '../store/jobs.ts';
import { isUnfinished } from './model.ts';

interface End {
  readonly jobId: string;
  readonly state: 'failed' | 'cancelled';
  readonly code?: ErrorCode;
  readonly now: Date;
}

/**
 * Ends a job, unless it has already ended; completed items stay and can be undone. A cancelled copy loses its plan and
 * cannot be retried.
 */
export async function endJob(tx: Tx, end: End): Promise<void> {
  const job = await lockJob(tx, end.jobId);
  if (job === undefined || !isUnfinished(job)) return;
  if (end.state === 'cancelled') await deletePlan(tx, end.jobId);
  await finishJob(tx, end);
  await interruptListing(tx, end.jobId);
}

export async function failJob(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { jobId, code }: { readonly jobId: string; readonly code: ErrorCode },
): Promise<void> {
  await inTransaction(db, async (tx) => await endJob(tx, { jobId, state: 'failed', code, now: clock.now() }));
}
