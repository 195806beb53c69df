import type { Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { cancelAnyJob, retryJob } from '../files/index.ts';
import {
  cancelStorageJob,
  findRequester,
  findStorageJob,
  startRepair,
  startSurvey,
} from '../storage/index.ts';
import { type AdminJobFailure, mayAdministerJobs, ONLY_ADMINISTRATORS } from './model.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId'>;

interface Acted {
  readonly action: 'job_retried' | 'job_cancelled';
  readonly personId: string;
  readonly kind: string;
}

/** Continues a failed job with the rights of the person who started it. A stopped survey or repair starts again. */
export async function retryAdminJob(
  services: Needs,
  actor: Person,
  jobId: string,
): Outcome<undefined, AdminJobFailure> {
  if (!mayAdministerJobs(actor)) return err(ONLY_ADMINISTRATORS);
  return await administer(services, { jobId, action: 'job_retried', act: retryJob }, async () => {
    const job = await findStorageJob(services.db, jobId);
    if (job === undefined) return err({ code: 'job_not_found' });
    if (job.state !== 'stopped') return err({ code: 'job_conflict' });
    const begun =
      job.survey_id === null
        ? await startSurvey(services, actor)
        : await startRepair(services, actor, { surveyId: job.survey_id, allowMany: job.allow_many });
    return begun.ok ? ok(job.kind) : begun;
  });
}

export async function cancelAdminJob(
  services: Needs,
  actor: Person,
  jobId: string,
): Outcome<undefined, AdminJobFailure> {
  if (!mayAdministerJobs(actor)) return err(ONLY_ADMINISTRATORS);
  return await administer(services, { jobId, action: 'job_cancelled', act: cancelAnyJob }, async () => {
    const job = await findStorageJob(services.db, jobId);
    if (job === undefined) return err({ code: 'job_not_found' });
    if (job.finished_at !== null) return err({ code: 'job_conflict' });
    const cancelled = await cancelStorageJob(services, actor, jobId);
    return cancelled.ok ? ok(job.kind) : cancelled;
  });
}

interface Administering {
  readonly jobId: string;
  readonly action: Acted['action'];
  readonly act: typeof retryJob;
}

/** Acts on a job of files, or else on one of the store. */
async function administer(
  { db, clock }: Needs,
  { jobId, action, act }: Administering,
  onStorage: () => Outcome<string, AdminJobFailure>,
): Outcome<undefined, AdminJobFailure> {
  const now = clock.now();
  const done = await inTransaction(db, async (tx) => {
    const job = await act(tx, { jobId, now });
    if (job === undefined || job === 'conflict') return job;
    record(tx, { action, personId: job.actor_id, kind: job.kind }, now);
    return 'done' as const;
  });
  if (done === 'done') return ok(undefined);
  if (done === 'conflict') return err({ code: 'job_conflict' });
  const stored = await onStorage();
  if (!stored.ok) return stored;
  const personId = await findRequester(db, jobId);
  await inTransaction(
    db,
    async (tx) =>
      await Promise.resolve(record(tx, { action, personId: personId ?? '', kind: stored.value }, now)),
  );
  return ok(undefined);
}

function record(tx: Tx, { action, personId, kind }: Acted, at: Date): void {
  recordAudit(tx, { action, at, subject: { kind: 'person', id: personId }, facts: { kind } });
}
