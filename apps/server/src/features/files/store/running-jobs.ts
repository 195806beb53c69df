import type { JobKind, MoveRequest } from '@coffer/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import type { Did, DoneItem, JobItemRow } from '../jobs/model.ts';
import type { NodeRow } from '../model.ts';

/** Something that is still to be done with these nodes. */
export async function insertRunningJob(
  tx: Tx,
  job: {
    readonly id: string;
    readonly kind: JobKind;
    readonly did: Did;
    readonly actorId: string;
    readonly spaceIds: readonly string[];
    readonly targetId: string;
    readonly conflict: MoveRequest['conflict'];
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

export async function listWaitingItems(
  tx: Tx,
  jobId: string,
): Promise<readonly Pick<JobItemRow, 'position' | 'node_id'>[]> {
  return await tx
    .selectFrom('job_item')
    .select(['position', 'node_id'])
    .where('job_id', '=', jobId)
    .where('state', '=', 'waiting')
    .orderBy('position')
    .execute();
}

/** The items that wait for these nodes are what was done with them. */
export async function settleItems(
  tx: Tx,
  {
    jobId,
    settled,
  }: {
    readonly jobId: string;
    readonly settled: readonly {
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
      ${settled.map(({ fromId }) => fromId)}::uuid[],
      ${settled.map(({ code }) => code ?? null)}::text[],
      ${settled.map(({ done }) => done?.nodeId ?? null)}::uuid[],
      ${settled.map(({ done }) => done?.to?.spaceId ?? null)}::uuid[],
      ${settled.map(({ done }) => done?.to?.parentId ?? null)}::uuid[],
      ${settled.map(({ done }) => done?.to?.name ?? null)}::text[],
      ${settled.map(({ done }) => done?.toVersionId ?? null)}::uuid[]
    ) as new (from_id, code, node_id, to_space_id, to_parent_id, to_name, to_version_id)
    where job_item.job_id = ${jobId} and job_item.state = 'waiting' and job_item.node_id = new.from_id`.execute(
    tx,
  );
}

/** What is known once everything was looked at. */
export async function setExtent(
  tx: Tx,
  extent: { readonly jobId: string; readonly total: number; readonly sizeBytes: number; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('job')
    .set({ total: extent.total, size_bytes: extent.sizeBytes, position: 0, updated_at: extent.now })
    .where('id', '=', extent.jobId)
    .execute();
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

/** Before the chosen items, so that these are undone first and their names are free again. */
export async function firstFreePosition(
  tx: Tx,
  { jobId, count }: { readonly jobId: string; readonly count: number },
): Promise<number> {
  const query = sql<{ readonly first: number }>`
    select (coalesce(min(position), 0) - ${count})::bigint as first from job_item where job_id = ${jobId}`;
  return (await query.execute(tx)).rows[0]?.first ?? -count;
}
