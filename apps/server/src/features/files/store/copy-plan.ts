import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Folder } from './children.ts';
import type { CopyRoot } from './copy.ts';
import { deleteRowsOf } from './jobs.ts';

/** One item of a running copy, with the current name of its original. */
export interface PlannedRow {
  readonly position: number;
  readonly space_id: string;
  readonly from_id: string;
  readonly root_id: string;
  readonly depth: number;
  readonly kind: 'folder' | 'file';
  readonly version_id: string | null;
  readonly blob_id: string | null;
  readonly size_bytes: number;
  readonly new_id: string;
  readonly name: string;
  readonly name_key: string;
  readonly levels_below: number;
  /** The folder that the item is copied into. Null if it does not exist. */
  readonly parent_new_id: string | null;
  /** Whether the original still exists in the space, with its object. */
  readonly is_there: boolean;
}

/** The value is arbitrary, but must never change. */
const LISTING = 4_207_852;

/** Marks the transaction as the one that lists the items of the job. False if there is another. */
export async function claimListing(tx: Tx, jobId: string): Promise<boolean> {
  const query = sql<{ readonly claimed: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(LISTING)}, hashtext(${jobId})) as claimed`;
  return (await query.execute(tx)).rows[0]?.claimed ?? false;
}

/**
 * Cancels the statement that lists the items of the job, on any server.
 * @see https://www.postgresql.org/docs/current/view-pg-locks.html
 */
export async function interruptListing(tx: Tx, jobId: string): Promise<void> {
  await sql`
    select pg_cancel_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2 and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database())
      and classid = ${sql.lit(LISTING)} and objid = (hashtext(${jobId})::bigint & 4294967295)::oid`.execute(
    tx,
  );
}

/** Raises the timeout of the transaction that lists and sums the items: a million items take a while. */
export async function allowLongPlan(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = '15min'`.execute(tx);
}

/**
 * Saves the list of all items to copy, parents first, with their current versions. Returns their number; may take a
 * while for a million items.
 */
export async function insertPlan(
  tx: Tx,
  plan: {
    readonly jobId: string;
    readonly spaceId: string;
    readonly first: number;
    readonly roots: readonly CopyRoot[];
  },
): Promise<number> {
  const { jobId, spaceId, roots } = plan;
  const { numAffectedRows } = await sql`
    insert into copy_plan (job_id, position, space_id, from_id, from_parent_id, root_id, depth, kind, version_id, blob_id,
      size_bytes, new_id, state)
    with recursive below (root_id, made_by, id, parent_id, kind, size_bytes, version_id, depth) as (
      select node.id, root.made_by, node.id, node.parent_id, node.kind, node.size_bytes, node.current_version_id, 0
      from unnest(${roots.map(({ id }) => id)}::uuid[], ${roots.map(({ madeBy }) => madeBy ?? null)}::uuid[])
        as root (id, made_by)
      join node on node.space_id = ${spaceId} and node.id = root.id
      union all
      select below.root_id, below.made_by, node.id, node.parent_id, node.kind, node.size_bytes, node.current_version_id,
        below.depth + 1
      from below join node on node.space_id = ${spaceId} and node.parent_id = below.id
      where below.kind = 'folder' and node.trashed_at is null
        and (below.made_by is null or node.created_by = below.made_by)
    )
    select ${jobId}, ${plan.first} + row_number() over (order by below.depth), ${spaceId}, below.id, below.parent_id,
      below.root_id, below.depth, below.kind, below.version_id, version.blob_id, below.size_bytes, gen_random_uuid(), 'waiting'
    from below left join version on version.space_id = ${spaceId} and version.id = below.version_id`.execute(
    tx,
  );
  return Number(numAffectedRows ?? 0);
}

export interface PlanSum {
  readonly items: number;
  readonly bytes: number;
  readonly folder_depth: number;
}

export async function sumPlan(tx: Tx, jobId: string): Promise<PlanSum> {
  const query = sql<PlanSum>`
    select count(*)::bigint as items, coalesce(sum(size_bytes), 0)::bigint as bytes,
      coalesce(max(depth) filter (where kind = 'folder'), -1) as folder_depth
    from copy_plan where job_id = ${jobId}`;
  return (await query.execute(tx)).rows[0] ?? { items: 0, bytes: 0, folder_depth: -1 };
}

/** Of the plan, without the selected items that stay uncopied because of a name that the person sees in the target. */
export async function sumCopiedBytes(
  tx: Tx,
  { jobId, target }: { readonly jobId: string; readonly target: Folder },
): Promise<number> {
  const query = sql<{ readonly bytes: number }>`
    with skipped as materialized (
      select root.from_id from copy_plan root
      join job on job.id = root.job_id
      join node source on source.space_id = root.space_id and source.id = root.from_id
      join node existing on existing.space_id = ${target.spaceId} and existing.parent_id = ${target.folderId}
        and existing.name_key = source.name_key and existing.trashed_at is null and existing.id <> source.id
        ${target.madeBy === undefined ? sql`` : sql`and existing.created_by = ${target.madeBy}`}
      left join job_decision decision on decision.job_id = root.job_id and decision.node_id = root.from_id
      where root.job_id = ${jobId} and root.depth = 0 and coalesce(decision.conflict, job.conflict) in ('fail', 'skip')
    )
    select coalesce(sum(size_bytes), 0)::bigint as bytes from copy_plan
    where job_id = ${jobId} and root_id not in (select from_id from skipped)`;
  return (await query.execute(tx)).rows[0]?.bytes ?? 0;
}

/** The next planned items from the position on, in order. */
export async function listPlanned(
  tx: Tx,
  plan: { readonly jobId: string; readonly from: number; readonly limit: number; readonly spaceId: string },
): Promise<readonly PlannedRow[]> {
  const query = sql<PlannedRow>`
    select planned.position, planned.space_id, planned.from_id, planned.root_id, planned.depth, planned.kind,
      version.id as version_id, version.blob_id, coalesce(version.size_bytes, 0) as size_bytes, planned.new_id, source.name,
      source.name_key, source.levels_below, parent.new_id as parent_new_id,
      source.id is not null and (planned.kind = 'folder' or blob.state = 'referenced') as is_there
    from (
      select * from copy_plan where job_id = ${plan.jobId} and position >= ${plan.from} order by position limit ${plan.limit}
    ) planned
    left join node source on source.space_id = planned.space_id and source.id = planned.from_id
    left join version on version.space_id = planned.space_id and version.id = source.current_version_id
    left join blob on blob.id = version.blob_id
    left join lateral (
      select above.new_id from copy_plan above
      where planned.depth > 0 and above.job_id = ${plan.jobId} and above.from_id = planned.from_parent_id
        and above.root_id = planned.root_id
        and (above.state = 'waiting' or (above.state = 'done' and exists (
          select from node where node.space_id = ${plan.spaceId} and node.id = above.new_id)))
    ) parent on true
    order by planned.position`;
  return (await query.execute(tx)).rows;
}

export async function recordPlannedOutcomes(
  tx: Tx,
  {
    jobId,
    done,
    failed,
  }: { readonly jobId: string; readonly done: readonly number[]; readonly failed: readonly number[] },
): Promise<void> {
  await sql`
    update copy_plan set state = case when position = any(${done}::bigint[]) then 'done' else 'failed' end
    where job_id = ${jobId} and position = any(${[...done, ...failed]}::bigint[])`.execute(tx);
}

export async function deletePlan(db: Db | Tx, jobId: string): Promise<void> {
  await deleteRowsOf(db, 'copy_plan', jobId);
}
