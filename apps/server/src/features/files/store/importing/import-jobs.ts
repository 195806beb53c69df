import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/db/db.ts';
import type { JobRow } from '../../jobs/model.ts';
import type { NodeRow } from '../../model.ts';
import { JOB_COLUMNS } from '../jobs.ts';

export async function insertImportJob(
  tx: Tx,
  job: {
    readonly id: string;
    readonly actorId: string;
    readonly spaceId: string;
    readonly targetId: string;
    readonly name: string;
    readonly total: number;
    readonly sizeBytes: number | null;
    readonly now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('job')
    .values({
      id: job.id,
      kind: 'import',
      actor_id: job.actorId,
      undone_by: null,
      state: 'running',
      code: null,
      space_ids: [job.spaceId],
      target_id: job.targetId,
      conflict: null,
      name: job.name,
      total: job.total,
      size_bytes: job.sizeBytes,
      created_at: job.now,
      updated_at: job.now,
      finished_at: null,
    })
    .execute();
}

/** The running import that has waited longest, and is due. */
export async function findNextImport(
  db: Db,
  { except, now }: { readonly except: readonly string[]; readonly now: Date },
): Promise<JobRow | undefined> {
  return await db
    .selectFrom('job')
    .select(JOB_COLUMNS)
    .where('state', '=', 'running')
    .where('kind', '=', 'import')
    .where('id', '<>', sql<string>`all(${except}::uuid[])`)
    .where((either) => either.or([either('retry_at', 'is', null), either('retry_at', '<=', now)]))
    .orderBy('updated_at')
    .limit(1)
    .executeTakeFirst();
}

export async function nextPosition(tx: Tx, jobId: string): Promise<number> {
  const query = sql<{ readonly next: number }>`
    select (coalesce(max(position), -1) + 1)::bigint as next from job_item where job_id = ${jobId}`;
  return (await query.execute(tx)).rows[0]?.next ?? 0;
}

/** Records objects that were left out. They have no node, so they name the folder of the import. */
export async function insertRefusedItems(
  tx: Tx,
  job: {
    readonly jobId: string;
    readonly first: number;
    readonly nodeId: string;
    readonly leftOut: readonly { readonly name: string; readonly code: string }[];
  },
): Promise<void> {
  await sql`
    insert into job_item (job_id, position, did, node_id, state, code, from_name)
    select ${job.jobId}, new.position, 'created', ${job.nodeId}, 'failed', new.code, new.name
    from unnest(
      ${job.leftOut.map((_, index) => job.first + index)}::bigint[],
      ${job.leftOut.map(({ code }) => code)}::text[],
      ${job.leftOut.map(({ name }) => name)}::text[]
    ) as new (position, code, name)`.execute(tx);
}

/** The total was counted before. It grows if the source has more than that. */
export async function saveImportCounts(
  tx: Tx,
  counts: {
    readonly jobId: string;
    readonly done: number;
    readonly failed: number;
    readonly unchanged: number;
    readonly doneBytes: number;
    readonly position: number;
    readonly now: Date;
  },
): Promise<void> {
  await sql`
    update job set done = done + ${counts.done}, failed = failed + ${counts.failed},
      unchanged = unchanged + ${counts.unchanged},
      total = greatest(total,
        done + failed + unchanged + ${counts.done + counts.failed + counts.unchanged}),
      done_bytes = ${counts.doneBytes}, size_bytes = greatest(size_bytes, ${counts.doneBytes}),
      position = case state when 'running' then ${counts.position} else position end, updated_at = ${counts.now}
    where id = ${counts.jobId}`.execute(tx);
}

/** Shows bytes that have arrived so far. Returns whether the job is still running. */
export async function showImportedBytes(
  db: Db,
  { jobId, doneBytes }: { readonly jobId: string; readonly doneBytes: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ done_bytes: doneBytes, size_bytes: sql<number>`greatest(size_bytes, ${doneBytes})` })
    .where('id', '=', jobId)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

interface OwnVersion {
  readonly id: string;
  readonly before: string | null;
  readonly is_recorded: boolean;
}

/** The current version of a file with the one before, if the job's person added it since the job began. */
export async function findOwnVersion(
  db: Db,
  {
    job,
    node,
  }: { readonly job: JobRow; readonly node: Pick<NodeRow, 'space_id' | 'id' | 'current_version_id'> },
): Promise<OwnVersion | undefined> {
  const query = sql<OwnVersion>`
    select version.id, earlier.id as before,
      exists (select from job_item item where item.job_id = ${job.id} and item.node_id = ${node.id}) as is_recorded
    from version
    left join version earlier on earlier.space_id = version.space_id and earlier.node_id = version.node_id
      and earlier.number = version.number - 1
    where version.space_id = ${node.space_id} and version.node_id = ${node.id}
      and version.id = ${node.current_version_id} and version.author_id = ${job.actor_id}
      and version.created_at >= ${job.created_at}`;
  return (await query.execute(db)).rows[0];
}
