import { StorageCounts } from '@coffer/contracts';
import * as z from 'zod/mini';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Finding, FindingKind, JobRow, Step } from '../model.ts';

const COLUMNS = [
  'id',
  'kind',
  'state',
  'survey_id',
  'allow_many',
  'phase',
  'position',
  'counts',
  'stop_reason',
  'created_at',
  'updated_at',
  'finished_at',
] as const;

const Position = z.strictObject({ key: z.string(), providerUploadId: z.string() });

function parsed<T extends { readonly position: unknown; readonly counts: unknown }>(row: T) {
  return {
    ...row,
    position: row.position === null ? null : Position.parse(row.position),
    counts: StorageCounts.parse(row.counts),
  };
}

export async function insertJob(
  tx: Tx,
  job: Pick<JobRow, 'id' | 'kind' | 'survey_id' | 'allow_many' | 'phase' | 'counts'> & {
    readonly requestedBy: string;
    readonly now: Date;
  },
): Promise<JobRow> {
  const { requestedBy, now, counts, ...row } = job;
  const inserted = await tx
    .insertInto('storage_job')
    .values({
      ...row,
      counts: JSON.stringify(counts),
      position: null,
      state: 'queued',
      stop_reason: null,
      requested_by: requestedBy,
      created_at: now,
      updated_at: now,
      finished_at: null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
  return parsed(inserted);
}

export async function findJob(db: Db | Tx, id: string): Promise<JobRow | undefined> {
  const row = await db.selectFrom('storage_job').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : parsed(row);
}

/** Reads and locks the open job, of which there is at most one. */
export async function lockOpenJob(tx: Tx): Promise<JobRow | undefined> {
  const row = await tx
    .selectFrom('storage_job')
    .select(COLUMNS)
    .where('finished_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? undefined : parsed(row);
}

export async function lockBeginning(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(4207849, 100)`.execute(tx);
}

export async function findNewestJob(db: Db, kind: JobRow['kind']): Promise<JobRow | undefined> {
  const row = await db
    .selectFrom('storage_job')
    .select(COLUMNS)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : parsed(row);
}

/** One page of the jobs, newest first, with the total. */
export async function listJobRows(
  db: Db,
  page: { readonly at: number; readonly limit: number },
): Promise<{ readonly rows: readonly JobRow[]; readonly total: number }> {
  const rows = await db
    .selectFrom('storage_job')
    .select(COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(page.at)
    .limit(page.limit)
    .execute();
  const { total } = await db
    .selectFrom('storage_job')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return { rows: rows.map(parsed), total };
}

/** Saves a step. Returns false and saves nothing if the job was cancelled. */
export async function saveStep(tx: Tx, job: JobRow, step: Step & { readonly now: Date }): Promise<boolean> {
  const saved = await tx
    .updateTable('storage_job')
    .set({
      state: step.next === undefined ? 'done' : 'running',
      counts: JSON.stringify(step.counts),
      ...(step.next === undefined
        ? { finished_at: step.now }
        : {
            phase: step.next.phase,
            position: step.next.position === null ? null : JSON.stringify(step.next.position),
          }),
      updated_at: step.now,
    })
    .where('id', '=', job.id)
    .where('finished_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (saved === undefined) return false;
  if (step.findings.length > 0) {
    await tx
      .insertInto('storage_finding')
      .values(step.findings.map((finding) => ({ ...finding, job_id: job.id, state: 'found' as const })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return true;
}

/** Ends a job. One that has ended already stays unchanged. */
export async function endJob(
  db: Db | Tx,
  id: string,
  end: { readonly state: 'stopped' | 'cancelled'; readonly reason: string | null; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('storage_job')
    .set({ state: end.state, stop_reason: end.reason, finished_at: end.now, updated_at: end.now })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
}

/** Lists open findings of a survey, by kind and key. */
export async function listOpenFindings(db: Db, surveyId: string, limit: number): Promise<readonly Finding[]> {
  return await db
    .selectFrom('storage_finding')
    .select(['kind', 'key', 'provider_upload_id', 'blob_id', 'size_bytes', 'etag'])
    .where('job_id', '=', surveyId)
    .where('state', '=', 'found')
    .orderBy('kind')
    .orderBy('key')
    .orderBy('provider_upload_id')
    .limit(limit)
    .execute();
}

export async function closeFinding(
  tx: Tx,
  finding: Finding,
  outcome: { readonly surveyId: string; readonly state: 'mended' | 'settled' },
): Promise<void> {
  await tx
    .updateTable('storage_finding')
    .set({ state: outcome.state })
    .where('job_id', '=', outcome.surveyId)
    .where('kind', '=', finding.kind)
    .where('key', '=', finding.key)
    .where('provider_upload_id', '=', finding.provider_upload_id)
    .execute();
}

interface FindingPage {
  readonly jobId: string;
  readonly kind: FindingKind | undefined;
  readonly at: number;
  readonly limit: number;
}

export async function listFindingRows(db: Db, page: FindingPage) {
  let query = db.selectFrom('storage_finding').where('job_id', '=', page.jobId);
  if (page.kind !== undefined) query = query.where('kind', '=', page.kind);
  const rows = await query
    .select(['kind', 'key', 'blob_id', 'size_bytes', 'state'])
    .orderBy('kind')
    .orderBy('key')
    .orderBy('provider_upload_id')
    .offset(page.at)
    .limit(page.limit)
    .execute();
  const { total } = await query.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

/** Counts the findings of a survey that are not repaired yet. */
export async function countDifferences(db: Db, surveyId: string): Promise<number> {
  const { total } = await db
    .selectFrom('storage_finding')
    .select(sql<number>`count(*)`.as('total'))
    .where('job_id', '=', surveyId)
    .where('state', '=', 'found')
    .executeTakeFirstOrThrow();
  return total;
}

export interface NamedJobRow extends JobRow {
  /** The name of the person who started the job. Null if the person was removed. */
  readonly person_name: string | null;
}

/** Lists open jobs and those that ended after `since`, newest first. */
export async function listRecentJobs(
  db: Db,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<readonly NamedJobRow[]> {
  const rows = await db
    .selectFrom('storage_job')
    .leftJoin('user', (join) => join.onRef('user.id', '=', 'requested_by').on('user.status', '<>', 'removed'))
    .select(COLUMNS.map((column) => `storage_job.${column}` as const))
    .select(sql<string | null>`coalesce(nullif("user".name, ''), "user".username)`.as('person_name'))
    .where((either) => either.or([either('finished_at', 'is', null), either('finished_at', '>', since)]))
    .orderBy('storage_job.created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(parsed);
}

export async function findRequester(db: Db | Tx, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('storage_job')
    .select('requested_by')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.requested_by;
}
