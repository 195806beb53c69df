import type { JobKind, JobState } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import { countQueue, type QueueCount } from '../../../../platform/db/count-queue.ts';
import type { Db } from '../../../../platform/db/db.ts';

/** A job of any person, without the names of its files. */
export interface JobOfAll {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: JobState;
  /** The name of the person who undoes the job, or else who started it. Null for a removed person. */
  readonly person_name: string | null;
  readonly code: string | null;
  readonly space_ids: readonly string[];
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly undone: number;
  readonly kept: number;
  readonly tries: number;
  readonly retry_at: Date | null;
  readonly undone_by: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly finished_at: Date | null;
  /** The number of jobs in the whole list. */
  readonly count: number;
}

/** Small acts end within their call and are not shown to operators. */
const LASTED = sql`finished_at - created_at > interval '1 second'`;

const LISTS = {
  open: () => ({ rows: sql`state in ('running', 'undoing')`, order: sql`id` }),
  failed: (since: Date) => ({
    rows: sql`state = 'failed' and updated_at > ${since}`,
    order: sql`updated_at desc`,
  }),
  finished: (since: Date) => ({
    rows: sql`${LASTED} and finished_at > ${since}
      and (state in ('done', 'cancelled') or (state = 'undone' and total > 1))`,
    order: sql`finished_at desc`,
  }),
} as const satisfies Record<string, (since: Date) => Readonly<Record<string, RawBuilder<unknown>>>>;

export async function listJobsOfAll(
  db: Db,
  { list, since, limit }: { readonly list: keyof typeof LISTS; readonly since: Date; readonly limit: number },
): Promise<readonly JobOfAll[]> {
  const { rows, order } = LISTS[list](since);
  const query = sql<JobOfAll>`
    select job.id, job.kind, job.state, job.code, job.space_ids, job.total, job.done, job.failed, job.undone, job.kept,
      job.tries, job.retry_at, job.undone_by, job.created_at, job.updated_at, job.finished_at, job.count,
      case when person.status <> 'removed' then coalesce(nullif(person.name, ''), person.username) end as person_name
    from (select *, count(*) over () as count from job where ${rows} order by ${order} limit ${limit}) as job
    left join "user" as person on person.id = coalesce(job.undone_by, job.actor_id)
    order by job.${order}`;
  return (await query.execute(db)).rows;
}

/** Counts items whose permanent deletion, by a person or by age, has not finished. */
export async function countPurges(db: Db): Promise<QueueCount> {
  return await countQueue(db, { rows: sql`node where purge_began_at is not null`, at: sql`purge_began_at` });
}
