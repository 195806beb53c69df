import { type JobKind, LIMITS } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { DoneItem, JobItemRow, JobRow } from '../jobs/model.ts';

export const JOB_COLUMNS = [
  'id',
  'kind',
  'actor_id',
  'undone_by',
  'state',
  'code',
  'space_ids',
  'target_id',
  'conflict',
  'name',
  'total',
  'size_bytes',
  'done',
  'failed',
  'undone',
  'kept',
  'position',
  'created_at',
  'finished_at',
  'tries',
  'done_bytes',
  'unchanged',
] as const satisfies readonly (keyof JobRow)[];

export const ITEM_COLUMNS = [
  'position',
  'did',
  'node_id',
  'code',
  'from_space_id',
  'from_parent_id',
  'from_name',
  'from_version_id',
  'to_space_id',
  'to_parent_id',
  'to_name',
  'to_version_id',
  'trashed_at',
] as const satisfies readonly (keyof JobItemRow)[];

interface DoneAct {
  readonly id: string;
  readonly kind: JobKind;
  readonly actorId: string;
  readonly spaceId: string;
  /** All affected spaces, including the source spaces of a move. */
  readonly spaceIds: readonly string[];
  readonly name: string;
  /** The number of all items. `count` is without those that a move trashed to replace them. */
  readonly items: number;
  readonly count: number;
  readonly now: Date;
}

/** Inserts a job that is already done. */
export async function insertDoneJob(tx: Tx, act: DoneAct): Promise<void> {
  await tx
    .insertInto('job')
    .values({
      id: act.id,
      kind: act.kind,
      actor_id: act.actorId,
      undone_by: null,
      state: 'done',
      code: null,
      space_ids: [...act.spaceIds],
      target_id: null,
      conflict: null,
      name: act.name,
      total: act.count,
      size_bytes: null,
      done: act.count,
      position: act.items,
      created_at: act.now,
      updated_at: act.now,
      finished_at: act.now,
    })
    .execute();
}

/** Adds items to an existing done job. Undefined if that job cannot be extended. */
export async function joinDoneJob(
  tx: Tx,
  act: DoneAct & { readonly since: Date },
): Promise<{ readonly first: number; readonly isNewSpace: boolean } | undefined> {
  const query = sql<{ readonly position: number; readonly is_new_space: boolean }>`
    update job set total = total + ${act.count}, done = done + ${act.count}, position = position + ${act.items}, updated_at = ${act.now},
      space_ids = array(select distinct unnest(before.space_ids || ${act.spaceIds}::uuid[]))
    from (select id, space_ids from job where id = ${act.id} for update) as before
    where job.id = before.id and job.actor_id = ${act.actorId} and job.kind = ${act.kind} and job.state = 'done'
      and job.undone = 0 and job.created_at > ${act.since}
    returning job.position, not (${act.spaceId} = any(before.space_ids)) as is_new_space`;
  const row = (await query.execute(tx)).rows[0];
  return row === undefined ? undefined : { first: row.position - act.items, isNewSpace: row.is_new_space };
}

/** Inserts done items at the positions from `first` on. */
export async function insertDoneItems(
  tx: Tx,
  job: { readonly id: string; readonly first: number; readonly items: readonly DoneItem[] },
): Promise<void> {
  const { items } = job;
  await sql`
    insert into job_item (job_id, position, did, node_id, state, from_space_id, from_parent_id, from_name, from_version_id,
      to_space_id, to_parent_id, to_name, to_version_id, trashed_at)
    select ${job.id}, new.*
    from unnest(
      ${items.map((_, index) => job.first + index)}::bigint[],
      ${items.map((item) => item.did)}::text[],
      ${items.map((item) => item.nodeId)}::uuid[],
      ${items.map(() => 'done')}::text[],
      ${items.map((item) => item.from?.spaceId ?? null)}::uuid[],
      ${items.map((item) => item.from?.parentId ?? null)}::uuid[],
      ${items.map((item) => item.from?.name ?? null)}::text[],
      ${items.map((item) => item.fromVersionId ?? null)}::uuid[],
      ${items.map((item) => item.to?.spaceId ?? null)}::uuid[],
      ${items.map((item) => item.to?.parentId ?? null)}::uuid[],
      ${items.map((item) => item.to?.name ?? null)}::text[],
      ${items.map((item) => item.toVersionId ?? null)}::uuid[],
      ${items.map((item) => item.trashedAt ?? null)}::timestamptz[]
    ) as new`.execute(tx);
}

export async function findJob(db: Db | Tx, id: string): Promise<JobRow | undefined> {
  return await db.selectFrom('job').select(JOB_COLUMNS).where('id', '=', id).executeTakeFirst();
}

export async function findJobs(db: Db | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, JobRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('job')
    .select(JOB_COLUMNS)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks a job. The spaces must be locked before. Does not wait for a transaction that inserts rows of the job. */
export async function lockJob(tx: Tx, id: string): Promise<JobRow | undefined> {
  const query = tx.selectFrom('job').select(JOB_COLUMNS).where('id', '=', id);
  return await query.forNoKeyUpdate().executeTakeFirst();
}

/** Lists jobs of a person, newest first. */
export async function listJobsOf(
  db: Db,
  list: {
    readonly actorId: string;
    readonly only: 'undoable' | 'running' | undefined;
    readonly limit: number;
  },
): Promise<readonly JobRow[]> {
  let query = db.selectFrom('job').select(JOB_COLUMNS).where('actor_id', '=', list.actorId);
  if (list.only === 'undoable') {
    query = query
      .where('state', 'in', ['done', 'failed', 'cancelled'])
      .where('kind', '<>', 'purge')
      .whereRef('done', '>', 'undone');
  }
  if (list.only === 'running') query = query.where('state', 'in', ['running', 'undoing']);
  return await query.orderBy('id', 'desc').limit(list.limit).execute();
}

/** Lists running jobs that are due, oldest first, after the job `after`. */
export async function listUnfinishedJobs(
  db: Db,
  { after, limit, now }: { readonly after: string | undefined; readonly limit: number; readonly now: Date },
): Promise<readonly JobRow[]> {
  let query = db
    .selectFrom('job')
    .select(JOB_COLUMNS)
    .where('state', 'in', ['running', 'undoing'])
    // Imports read from elsewhere for hours and are run by a task of their own. Their undo is a job like others.
    .where((either) => either.or([either('kind', '<>', 'import'), either('state', '=', 'undoing')]))
    .where((either) => either.or([either('retry_at', 'is', null), either('retry_at', '<=', now)]));
  if (after !== undefined) query = query.where('id', '>', after);
  return await query.orderBy('id').limit(limit).execute();
}

export async function listRefusedItems(
  db: Db | Tx,
  { jobId, limit }: { readonly jobId: string; readonly limit: number },
): Promise<readonly JobItemRow[]> {
  return await db
    .selectFrom('job_item')
    .select(ITEM_COLUMNS)
    .where('job_id', '=', jobId)
    .where('code', 'is not', null)
    .orderBy('position')
    .limit(limit)
    .execute();
}

export interface Reason {
  readonly code: string;
  readonly refused: number;
  readonly skipped: number;
}

/**
 * Counts items that failed or were kept, by code, most frequent first. `skipped` counts items that the person decided
 * to skip when their name was taken.
 */
export async function countReasons(db: Db | Tx, jobId: string): Promise<readonly Reason[]> {
  const query = sql<Reason>`
    with asked as materialized (select count(*) >= ${LIMITS.takenListed} as is_full from job_decision where job_id = ${jobId})
    select code, count(*) filter (where not is_skipped) as refused, count(*) filter (where is_skipped) as skipped
    from (
      select item.code, item.state = 'failed' and item.code = 'name_taken' and coalesce(
        coalesce(decision.conflict, job.conflict) in ('skip', 'rename')
        or decision.conflict is null and job.conflict = 'fail' and (select is_full from asked), false) as is_skipped
      from job_item item
      join job on job.id = item.job_id
      left join job_decision decision on decision.job_id = item.job_id and decision.node_id = item.node_id
      where item.job_id = ${jobId} and item.code is not null
    ) as outcome
    group by code order by refused desc, code`;
  return (await query.execute(db)).rows;
}

/** Lists done items before the position, last first. */
export async function listItemsToUndo(
  tx: Tx,
  job: { readonly jobId: string; readonly before: number; readonly limit: number },
): Promise<readonly JobItemRow[]> {
  return await tx
    .selectFrom('job_item')
    .select(ITEM_COLUMNS)
    .where('job_id', '=', job.jobId)
    .where('position', '<', job.before)
    .where('state', '=', 'done')
    .orderBy('position', 'desc')
    .limit(job.limit)
    .execute();
}

/** Those of the nodes that the job trashed and can restore. */
export async function listTrashedBy(
  tx: Tx,
  { jobId, nodeIds }: { readonly jobId: string; readonly nodeIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (nodeIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('job_item')
    .select('node_id')
    .where('job_id', '=', jobId)
    .where('node_id', '=', sql<string>`any(${nodeIds}::uuid[])`)
    .where('did', 'in', ['trashed', 'merged'])
    .where('state', '=', 'done')
    .execute();
  return new Set(rows.map((row) => row.node_id));
}

/** Lets the jobs that trashed the items follow their new dates, so that these jobs can still be undone. */
export async function followTrashDates(
  tx: Tx,
  dates: readonly { readonly id: string; readonly from: Date; readonly to: Date }[],
): Promise<void> {
  const changed = dates.filter(({ from, to }) => from.getTime() !== to.getTime());
  if (changed.length === 0) return;
  // Items have no index by node alone, but the events of a node name its jobs.
  await sql`
    update job_item set trashed_at = moved.trashed_at
    from unnest(
      ${changed.map(({ id }) => id)}::uuid[],
      ${changed.map(({ from }) => from)}::timestamptz[],
      ${changed.map(({ to }) => to)}::timestamptz[]
    ) as moved (id, former, trashed_at) join event on event.node_id = moved.id
    where job_item.job_id = event.job_id and job_item.node_id = moved.id and job_item.trashed_at = moved.former
      and job_item.did in ('trashed', 'merged')`.execute(tx);
}

/** Starts to undo a job, from its last item. Items whose undo failed before are retried. */
export async function beginUndo(
  tx: Tx,
  undo: { readonly jobId: string; readonly by: string; readonly now: Date },
): Promise<void> {
  await sql`
    update job_item set state = 'done', code = null where job_id = ${undo.jobId} and state = 'kept'`.execute(
    tx,
  );
  await sql`
    update job set state = 'undoing', undone_by = ${undo.by}, kept = 0, finished_at = null, updated_at = ${undo.now},
      position = (select coalesce(max(position) + 1, 0) from job_item where job_id = ${undo.jobId})
    where id = ${undo.jobId}`.execute(tx);
}

interface UndoOutcome {
  readonly position: number;
  readonly code: string | undefined;
  /** Whether the item counts in the progress of the job. */
  readonly isCounted: boolean;
}

/** Saves the states of the items, and the counts and next position of the job. */
export async function recordUndoOutcomes(
  tx: Tx,
  step: {
    readonly jobId: string;
    readonly position: number;
    readonly now: Date;
    readonly outcomes: readonly UndoOutcome[];
  },
): Promise<void> {
  const { outcomes } = step;
  await sql`
    update job_item set state = case when new.code is null then 'undone' else 'kept' end, code = new.code
    from unnest(${outcomes.map(({ position }) => position)}::bigint[], ${outcomes.map(({ code }) => code ?? null)}::text[])
      as new (position, code)
    where job_item.job_id = ${step.jobId} and job_item.position = new.position`.execute(tx);
  const kept = outcomes.filter(({ code }) => code !== undefined).length;
  const undone = outcomes.filter(({ code, isCounted }) => code === undefined && isCounted).length;
  await sql`
    update job set undone = undone + ${undone}, kept = kept + ${kept}, position = ${step.position},
      updated_at = ${step.now}
    where id = ${step.jobId}`.execute(tx);
}

export async function finishJob(
  tx: Tx,
  end: {
    readonly jobId: string;
    readonly state: 'done' | 'failed' | 'cancelled' | 'undone';
    readonly code?: string;
    readonly now: Date;
  },
): Promise<void> {
  await tx
    .updateTable('job')
    .set({
      state: end.state,
      code: end.code ?? null,
      finished_at: end.now,
      updated_at: end.now,
      tries: 0,
      retry_at: null,
      // In a large copy only the selected items are undone; their descendants follow them.
      ...(end.state === 'undone' && { undone: sql<number>`case kept when 0 then done else undone end` }),
    })
    .where('id', '=', end.jobId)
    .execute();
}

export async function listOldJobIds(
  db: Db,
  { until, limit }: { readonly until: Date; readonly limit: number },
): Promise<readonly string[]> {
  const query = sql<{ readonly id: string }>`
    select id from job where created_at < ${until} and state not in ('running', 'undoing')
    order by created_at limit ${limit}`;
  return (await query.execute(db)).rows.map(({ id }) => id);
}

/** Deletes a job that has ended. False if somebody undoes or deletes it now. */
export async function deleteEndedJob(tx: Tx, id: string): Promise<boolean> {
  const query = sql`
    select from job where id = ${id} and state not in ('running', 'undoing') for update skip locked`;
  if ((await query.execute(tx)).rows.length === 0) return false;
  for (const table of ['copy_plan', 'job_item'] as const) await deleteRowsOf(tx, table, id);
  await sql`delete from job where id = ${id}`.execute(tx);
  return true;
}

const ROWS_AT_ONCE = 20_000;

/** Deletes rows of the job in parts, because a million rows take longer than one statement may. */
export async function deleteRowsOf(
  db: Db | Tx,
  table: 'copy_plan' | 'job_item',
  jobId: string,
): Promise<void> {
  for (let rows = ROWS_AT_ONCE; rows === ROWS_AT_ONCE; ) {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where job_id = ${jobId} limit ${ROWS_AT_ONCE}
      ))`.execute(db);
    rows = Number(numAffectedRows ?? 0);
  }
}
