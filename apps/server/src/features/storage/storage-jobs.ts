import {
  BlobId,
  type Person,
  type RepairRequest,
  type StorageFindingPage,
  type StorageFindingQuery,
  type StorageJob,
  type StorageJobPage,
  type StorageListQuery,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import { type MaybeOnce, onceInTransaction } from '../../platform/db/once.ts';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { isTooMany, type JobRow, NO_COUNTS, type StorageFailure, SURVEY_LIFE_MS } from './model.ts';
import { mayMendStorage, mayReadStorage } from './policy.ts';
import {
  endJob,
  findJob,
  insertJob,
  listFindingRows,
  listJobRows,
  lockBeginning,
  lockOpenJob,
} from './store/jobs.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'newId'> & MaybeOnce;

export const ONLY_ADMINISTRATORS = {
  code: 'not_allowed',
  facts: { needed_role: 'administrator' },
} as const satisfies StorageFailure;
export const ONLY_AUDITORS = {
  code: 'not_allowed',
  facts: { needed_role: 'auditor' },
} as const satisfies StorageFailure;

/** Starts a survey, or returns the one that is running. */
export async function startSurvey(services: Needs, actor: Person): Outcome<StorageJob, StorageFailure> {
  if (!mayMendStorage(actor)) return err(ONLY_ADMINISTRATORS);
  return await onceInTransaction(services, async (tx): Outcome<StorageJob, StorageFailure> => {
    await lockBeginning(tx);
    const open = await lockOpenJob(tx);
    if (open !== undefined) {
      return open.kind === 'survey' ? ok(presentJob(open)) : err({ code: 'job_conflict' });
    }
    const job = await insertJob(tx, {
      id: services.newId(),
      kind: 'survey',
      survey_id: null,
      allow_many: false,
      phase: 'objects',
      counts: NO_COUNTS,
      requestedBy: actor.id,
      now: services.clock.now(),
    });
    return ok(presentJob(job));
  });
}

/** Starts the repair of a survey, which must be complete and at most a day old. */
export async function startRepair(
  services: Needs,
  actor: Person,
  input: { readonly surveyId: string } & RepairRequest,
): Outcome<StorageJob, StorageFailure> {
  if (!mayMendStorage(actor)) return err(ONLY_ADMINISTRATORS);
  return await onceInTransaction(services, async (tx): Outcome<StorageJob, StorageFailure> => {
    await lockBeginning(tx);
    const now = services.clock.now();
    const survey = await findJob(tx, input.surveyId);
    if (survey === undefined || survey.kind !== 'survey') return err({ code: 'job_not_found' });
    const open = await lockOpenJob(tx);
    if (open !== undefined) {
      return open.survey_id === survey.id ? ok(presentJob(open)) : err({ code: 'job_conflict' });
    }
    const isFresh = now.getTime() - survey.created_at.getTime() <= SURVEY_LIFE_MS;
    if (survey.state !== 'done' || !isFresh) return err({ code: 'job_conflict' });
    const job = await insertJob(tx, {
      id: services.newId(),
      kind: 'repair',
      survey_id: survey.id,
      allow_many: input.allowMany,
      phase: 'findings',
      counts: NO_COUNTS,
      requestedBy: actor.id,
      now,
    });
    recordAudit(tx, { action: 'storage_repaired', at: now, facts: { allow_many: input.allowMany } });
    return ok(presentJob(job));
  });
}

export async function getJob(
  services: Pick<Services, 'db'>,
  actor: Person,
  jobId: string,
): Outcome<StorageJob, StorageFailure> {
  if (!mayReadStorage(actor)) return err(ONLY_AUDITORS);
  const job = await findJob(services.db, jobId);
  return job === undefined ? err({ code: 'job_not_found' }) : ok(presentJob(job));
}

/** Lists jobs, newest first. */
export async function listJobs(
  services: Pick<Services, 'db'>,
  actor: Person,
  query: StorageListQuery,
): Outcome<StorageJobPage, StorageFailure> {
  if (!mayReadStorage(actor)) return err(ONLY_AUDITORS);
  const { rows, total } = await listJobRows(services.db, query);
  return ok({ items: rows.map(presentJob), total });
}

/** Cancels a job. The effects of completed steps stay. */
export async function cancelJob(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  jobId: string,
): Outcome<StorageJob, StorageFailure> {
  if (!mayMendStorage(actor)) return err(ONLY_ADMINISTRATORS);
  await endJob(services.db, jobId, { state: 'cancelled', reason: null, now: services.clock.now() });
  return await getJob(services, actor, jobId);
}

export async function listFindings(
  services: Pick<Services, 'db'>,
  actor: Person,
  input: { readonly jobId: string; readonly query: StorageFindingQuery },
): Outcome<StorageFindingPage, StorageFailure> {
  const job = await getJob(services, actor, input.jobId);
  if (!job.ok) return job;
  const { rows, total } = await listFindingRows(services.db, {
    jobId: job.value.surveyId ?? input.jobId,
    kind: input.query.kind,
    at: input.query.at,
    limit: input.query.limit,
  });
  const items = rows.map((row) => ({
    kind: row.kind,
    key: row.key,
    blobId: row.blob_id === null ? null : BlobId.parse(row.blob_id),
    sizeBytes: row.size_bytes,
    state: row.state,
  }));
  return ok({ items, total });
}

export function presentJob(row: JobRow): StorageJob {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    stopReason: row.stop_reason,
    surveyId: row.survey_id,
    counts: row.counts,
    isMany: isTooMany(row.counts),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
