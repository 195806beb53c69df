import type { Person, WorkQueue } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { changedNothing, inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { readFailedAgain } from '../documents/index.ts';
import { sendFailedAgain } from '../mail/index.ts';
import { type AdminJobFailure, mayAdministerJobs, ONLY_ADMINISTRATORS } from './model.ts';

/** Queues whose failed items can be retried. The others retry without limit, or keep no failed items. */
const RETRY: Readonly<Partial<Record<WorkQueue, (tx: Tx, now: Date) => Promise<number>>>> = {
  documents: readFailedAgain,
  mail: sendFailedAgain,
};

/** Retries the failed items of a queue. Idempotent. */
export async function retryQueue(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  queue: WorkQueue,
): Outcome<undefined, AdminJobFailure> {
  if (!mayAdministerJobs(actor)) return err(ONLY_ADMINISTRATORS);
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const count = (await RETRY[queue]?.(tx, now)) ?? 0;
    if (count === 0) changedNothing(tx);
    else recordAudit(tx, { action: 'queue_retried', at: now, facts: { queue, count } });
  });
  return ok(undefined);
}
