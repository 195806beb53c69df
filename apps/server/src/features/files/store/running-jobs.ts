import type { ErrorCode, JobKind } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Did, DoneItem, JobItemRow, Place } from '../jobs/model.ts';
import type { Conflict, NodeRow } from '../model.ts';
import { ITEM_COLUMNS } from './jobs.ts';

/** Inserts a running job for these nodes. */
export async function insertRunningJob(
  tx: Tx,
  job: {
    readonly id: string;
    readonly kind: JobKind;
    readonly did: Did;
    readonly actorId: string;
    readonly spaceIds: readonly string[];
    readonly targetId: string;
    readonly conflict: Conflict;
    readonly total: number;
    readonly now: Date;
    readonly nodes: readonly NodeRow[];
  },
): Promise<void> {
  const { nodes, now } = job;
  await tx
    .insertInto('job')
    .values({
      id: job.id,
      kind: job.kind,
      actor_id: job.actorId,
      undone_by: null,
      state: 'running',
      code: null,
      space_ids: [...job.spaceIds],
      target_id: job.targetId,
      conflict: job.conflict,
      name: nodes[0]?.name ?? '',
      total: job.total,
      size_bytes: null,
      created_at: now,
      updated_at: now,
      finished_at: null,
    })
    .execute();
  await sql`
    insert into job_item (job_id, position, did, node_id, state, from_space_id, from_parent_id, from_name)
    select ${job.id}, new.*
    from unnest(
      ${nodes.map((_, index) => index)}::bigint[],
      ${nodes.map(() => job.did)}::text[],
      ${nodes.map((node) => node.id)}::uuid[],
      ${nodes.map(() => 'waiting')}::text[],
      ${nodes.map((node) => node.space_id)}::uuid[],
      ${nodes.map((node) => node.parent_id)}::uuid[],
      ${nodes.map((node) => node.name)}::text[]
    ) as new`.execute(tx);
}

/** Inserts a running job without items. */
export async function insertJob(
  tx: Tx,
  job: {
    readonly id: string;
    readonly kind: JobKind;
    readonly actorId: string;
    readonly targetId: string | null;
    readonly conflict: Conflict | null;
    readonly now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('job')
    .values({
      id: job.id,
      kind: job.kind,
      actor_id: job.actorId,
      undone_by: null,
      state: 'running',
      code: null,
      space_ids: [],
      target_id: job.targetId,
      conflict: job.conflict,
      name: '',
      total: 0,
      size_bytes: null,
      created_at: job.now,
      updated_at: job.now,
      finished_at: null,
    })
    .execute();
}

/** Sets the spaces, name and totals, which are known once the items are saved. */
export async function setStart(
  tx: Tx,
  start: {
    readonly jobId: string;
    readonly spaceIds: readonly string[];
    readonly name: string;
    readonly total: number;
    readonly failed: number;
  },
): Promise<void> {
  await tx
    .updateTable('job')
    .set({ space_ids: [...start.spaceIds], name: start.name, total: start.total, failed: start.failed })
    .where('id', '=', start.jobId)
    .execute();
}

/** Whether the account exists and is neither disabled nor removed. */
export async function isActivePerson(db: Db, id: string): Promise<boolean> {
  const query = db.selectFrom('user').select('id').where('id', '=', id).where('status', '=', 'active');
  return (await query.executeTakeFirst()) !== undefined;
}

/** The next waiting items from the position on, in order. */
export async function listNextItems(
  tx: Tx,
  job: { readonly jobId: string; readonly from: number; readonly limit: number },
): Promise<readonly Pick<JobItemRow, 'position' | 'node_id' | 'from_parent_id' | 'from_name'>[]> {
  return await tx
    .selectFrom('job_item')
    .select(['position', 'node_id', 'from_parent_id', 'from_name'])
    .where('job_id', '=', job.jobId)
    .where('position', '>=', job.from)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(job.limit)
    .execute();
}

/** The next waiting steps from the position on, in order, with all their data. */
export async function listNextSteps(
  tx: Tx,
  job: { readonly jobId: string; readonly from: number; readonly limit: number },
): Promise<readonly JobItemRow[]> {
  return await tx
    .selectFrom('job_item')
    .select(ITEM_COLUMNS)
    .where('job_id', '=', job.jobId)
    .where('position', '>=', job.from)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .limit(job.limit)
    .execute();
}

/** Inserts the steps of a job in this order. */
export async function insertSteps(
  tx: Tx,
  {
    jobId,
    spaceId,
    steps,
  }: { readonly jobId: string; readonly spaceId: string; readonly steps: readonly NewStep[] },
): Promise<void> {
  await sql`
    insert into job_item (job_id, position, did, node_id, state, from_space_id, from_parent_id, from_name, from_version_id,
      to_space_id, to_parent_id, to_name, to_version_id)
    select ${jobId}, new.position, new.did, new.node_id, 'waiting', ${spaceId}, new.from_parent_id, new.from_name,
      new.from_version_id, ${spaceId}, new.to_parent_id, new.to_name, new.to_version_id
    from unnest(
      ${steps.map((_, index) => index)}::bigint[],
      ${steps.map(({ did }) => did)}::text[],
      ${steps.map(({ nodeId }) => nodeId)}::uuid[],
      ${steps.map(({ from }) => from.parentId)}::uuid[],
      ${steps.map(({ from }) => from.name)}::text[],
      ${steps.map(({ fromVersionId }) => fromVersionId ?? null)}::uuid[],
      ${steps.map(({ to }) => to?.parentId ?? null)}::uuid[],
      ${steps.map(({ to }) => to?.name ?? null)}::text[],
      ${steps.map(({ toVersionId }) => toVersionId ?? null)}::uuid[]
    ) as new (position, did, node_id, from_parent_id, from_name, from_version_id, to_parent_id, to_name, to_version_id)`.execute(
    tx,
  );
}

interface NewStep {
  readonly did: Did;
  readonly nodeId: string;
  readonly from: Pick<Place, 'parentId' | 'name'>;
  readonly to?: Pick<Place, 'parentId' | 'name'>;
  readonly fromVersionId?: string | null;
  readonly toVersionId?: string;
}

export interface ItemOutcome {
  readonly position: number;
  readonly done: DoneItem | undefined;
  readonly code: string | undefined;
}

/** Records the result, or the reason of failure, of the items at these positions. */
export async function recordOutcomes(
  tx: Tx,
  { jobId, outcomes }: { readonly jobId: string; readonly outcomes: readonly ItemOutcome[] },
): Promise<void> {
  await sql`
    update job_item set state = case when new.code is null then 'done' else 'failed' end, code = new.code,
      did = coalesce(new.did, job_item.did),
      from_space_id = coalesce(new.from_space_id, job_item.from_space_id),
      from_parent_id = coalesce(new.from_parent_id, job_item.from_parent_id),
      from_name = coalesce(new.from_name, job_item.from_name), from_version_id = new.from_version_id,
      to_space_id = new.to_space_id, to_parent_id = new.to_parent_id, to_name = new.to_name,
      to_version_id = new.to_version_id, trashed_at = new.trashed_at
    from unnest(
      ${outcomes.map(({ position }) => position)}::bigint[],
      ${outcomes.map(({ code }) => code ?? null)}::text[],
      ${outcomes.map(({ done }) => done?.did ?? null)}::text[],
      ${outcomes.map(({ done }) => done?.from?.spaceId ?? null)}::uuid[],
      ${outcomes.map(({ done }) => done?.from?.parentId ?? null)}::uuid[],
      ${outcomes.map(({ done }) => done?.from?.name ?? null)}::text[],
      ${outcomes.map(({ done }) => done?.fromVersionId ?? null)}::uuid[],
      ${outcomes.map(({ done }) => done?.to?.spaceId ?? null)}::uuid[],
      ${outcomes.map(({ done }) => done?.to?.parentId ?? null)}::uuid[],
      ${outcomes.map(({ done }) => done?.to?.name ?? null)}::text[],
      ${outcomes.map(({ done }) => done?.toVersionId ?? null)}::uuid[],
      ${outcomes.map(({ done }) => done?.trashedAt ?? null)}::timestamptz[]
    ) as new (position, code, did, from_space_id, from_parent_id, from_name, from_version_id, to_space_id, to_parent_id,
      to_name, to_version_id, trashed_at)
    where job_item.job_id = ${jobId} and job_item.position = new.position`.execute(tx);
}

/** Deletes items that needed no change, because there is nothing to report or undo. */
export async function dropItems(
  tx: Tx,
  { jobId, positions }: { readonly jobId: string; readonly positions: readonly number[] },
): Promise<void> {
  if (positions.length === 0) return;
  await sql`delete from job_item where job_id = ${jobId} and position = any(${positions}::bigint[])`.execute(
    tx,
  );
  await sql`update job set total = total - ${positions.length} where id = ${jobId}`.execute(tx);
}

/** Those of the spaces whose activity already shows the job. */
export async function listAnnouncedSpaces(
  tx: Tx,
  { jobId, spaceIds }: { readonly jobId: string; readonly spaceIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const query = sql<{ readonly id: string }>`
    select place.id from unnest(${spaceIds}::uuid[]) as place (id)
    where exists (select from event where event.job_id = ${jobId} and event.space_id = place.id)`;
  return new Set((await query.execute(tx)).rows.map(({ id }) => id));
}

/** Those of the nodes that are items of the job itself. */
export async function listOwnItems(
  tx: Tx,
  { jobId, nodeIds }: { readonly jobId: string; readonly nodeIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (nodeIds.length === 0) return new Set();
  const query = sql<{ readonly node_id: string }>`
    select node_id from job_item where job_id = ${jobId} and node_id = any(${nodeIds}::uuid[])`;
  return new Set((await query.execute(tx)).rows.map((row) => row.node_id));
}

/** Those of the nodes that the job could not place because of their names, with the reasons. */
export async function listLeftItems(
  tx: Tx,
  { jobId, nodeIds }: { readonly jobId: string; readonly nodeIds: readonly string[] },
): Promise<ReadonlyMap<string, ErrorCode>> {
  if (nodeIds.length === 0) return new Map();
  const query = sql<{ readonly node_id: string; readonly code: ErrorCode }>`
    select node_id, code from job_item
    where job_id = ${jobId} and node_id = any(${nodeIds}::uuid[]) and state = 'failed'
      and code in ('name_taken', 'changed_since', 'folder_not_replaced')`;
  return new Map((await query.execute(tx)).rows.map((row) => [row.node_id, row.code]));
}

/** Saves the outcomes of the waiting items for these nodes. */
export async function recordNodeOutcomes(
  tx: Tx,
  {
    jobId,
    outcomes,
  }: {
    readonly jobId: string;
    readonly outcomes: readonly {
      readonly fromId: string;
      readonly done: DoneItem | undefined;
      readonly code: string | undefined;
    }[];
  },
): Promise<void> {
  await sql`
    update job_item set state = case when new.code is null then 'done' else 'failed' end, code = new.code,
      node_id = coalesce(new.node_id, job_item.node_id), to_space_id = new.to_space_id, to_parent_id = new.to_parent_id,
      to_name = new.to_name, to_version_id = new.to_version_id
    from unnest(
      ${outcomes.map(({ fromId }) => fromId)}::uuid[],
      ${outcomes.map(({ code }) => code ?? null)}::text[],
      ${outcomes.map(({ done }) => done?.nodeId ?? null)}::uuid[],
      ${outcomes.map(({ done }) => done?.to?.spaceId ?? null)}::uuid[],
      ${outcomes.map(({ done }) => done?.to?.parentId ?? null)}::uuid[],
      ${outcomes.map(({ done }) => done?.to?.name ?? null)}::text[],
      ${outcomes.map(({ done }) => done?.toVersionId ?? null)}::uuid[]
    ) as new (from_id, code, node_id, to_space_id, to_parent_id, to_name, to_version_id)
    where job_item.job_id = ${jobId} and job_item.state = 'waiting' and job_item.node_id = new.from_id`.execute(
    tx,
  );
}

/** Sets the totals, once all items were read. `lost` counts selected items that no longer exist. */
export async function setExtent(
  tx: Tx,
  extent: {
    readonly jobId: string;
    readonly items: number;
    readonly lost: number;
    readonly sizeBytes: number;
    readonly now: Date;
  },
): Promise<void> {
  const { items, lost } = extent;
  await sql`
    update job set total = failed + ${items + lost}, failed = failed + ${lost}, size_bytes = ${extent.sizeBytes},
      position = 0, updated_at = ${extent.now}
    where id = ${extent.jobId}`.execute(tx);
}

export async function advanceJob(
  tx: Tx,
  step: {
    readonly jobId: string;
    readonly position: number;
    readonly done: number;
    readonly failed: number;
    readonly now: Date;
  },
): Promise<void> {
  await sql`
    update job set done = done + ${step.done}, failed = failed + ${step.failed}, position = ${step.position},
      updated_at = ${step.now}
    where id = ${step.jobId}`.execute(tx);
}

/**
 * The first of `count` free positions before the selected items. An undo starts at the end, so the selected items are
 * undone first and free their names.
 */
export async function firstFreePosition(
  tx: Tx,
  { jobId, count }: { readonly jobId: string; readonly count: number },
): Promise<number> {
  const query = sql<{ readonly first: number }>`
    select (coalesce(min(position), 0) - ${count})::bigint as first from job_item where job_id = ${jobId}`;
  return (await query.execute(tx)).rows[0]?.first ?? -count;
}

/** Schedules the next try of a job. Without `retry`, resets the count of failed tries. */
export async function setRetry(
  db: Db,
  jobId: string,
  retry?: { readonly tries: number; readonly at: Date },
): Promise<void> {
  await db
    .updateTable('job')
    .set({ tries: retry?.tries ?? 0, retry_at: retry?.at ?? null })
    .where('id', '=', jobId)
    .where('state', 'in', ['running', 'undoing'])
    .execute();
}

/** Lets a failed or waiting job run now. With `isAnew`, a copy lists its items again. */
export async function resumeJob(
  tx: Tx,
  job: { readonly jobId: string; readonly now: Date; readonly isAnew?: boolean },
): Promise<void> {
  await tx
    .updateTable('job')
    .set({
      state: sql`case when state = 'failed' then 'running' else state end`,
      code: null,
      tries: 0,
      retry_at: null,
      finished_at: null,
      updated_at: job.now,
      ...(job.isAnew === true && { size_bytes: null, position: 0 }),
    })
    .where('id', '=', job.jobId)
    .execute();
}
