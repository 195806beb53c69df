import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db } from '../../../platform/db/db.ts';

export interface ScrubRow {
  readonly id: string;
  readonly space_id: string;
  readonly key: string;
  readonly copy_of: string | null;
  readonly size_bytes: number;
  readonly sha256: string | null;
  readonly part_size_bytes: number | null;
  readonly crc64nvme: string | null;
  readonly checked_at: Date | null;
}

const COLUMNS = [
  'id',
  'space_id',
  'key',
  'copy_of',
  'size_bytes',
  'sha256',
  'part_size_bytes',
  'crc64nvme',
  'checked_at',
] as const;

/** Excludes objects that could not be read, until they are due again. */
const isDue = (now: Date) =>
  sql<boolean>`not exists (select from unread_object
    where unread_object.blob_id = coalesce(blob.copy_of, blob.id) and unread_object.due_at > ${now})`;

/**
 * The object that was read least recently; objects never read come first. Undefined if all were read since `before`, or
 * could not be read.
 */
export async function findDueForScrub(
  db: Db,
  { now, before }: { readonly now: Date; readonly before: Date },
): Promise<ScrubRow | undefined> {
  return await db
    .selectFrom('blob')
    .select(COLUMNS)
    .where('state', '=', 'referenced')
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', before)]))
    .where(isDue(now))
    .orderBy(sql`checked_at asc nulls first`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** The oldest recent multipart object without a SHA-256 of the whole. */
export async function findFreshWithoutSum(
  db: Db,
  { now, since }: { readonly now: Date; readonly since: Date },
): Promise<ScrubRow | undefined> {
  return await db
    .selectFrom('blob')
    .select(COLUMNS)
    .where('state', '=', 'referenced')
    .where('content_sha256', 'is', null)
    .where('damaged_at', 'is', null)
    .where('sha256', 'like', '%-%')
    .where('created_at', '>', since)
    .where(isDue(now))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** The time of the oldest check. Null if some objects were never read, or there are none. */
export async function oldestCheck(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('blob')
    .select('checked_at')
    .where('state', '=', 'referenced')
    .orderBy(sql`checked_at asc nulls first`)
    .limit(1)
    .executeTakeFirst();
  return row?.checked_at ?? null;
}

const KEY = 'scrub';
const Kept = z.object({ day: z.string(), readBytes: z.number() });

export async function readOn(db: Db, day: string): Promise<number> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', KEY).executeTakeFirst();
  const kept = Kept.safeParse(row?.value);
  return kept.success && kept.data.day === day ? kept.data.readBytes : 0;
}

export async function saveRead(
  db: Db,
  { now, ...kept }: { readonly day: string; readonly readBytes: number; readonly now: Date },
): Promise<void> {
  const value = JSON.stringify(kept satisfies z.infer<typeof Kept>);
  await db
    .insertInto('setting')
    .values({ key: KEY, value, changed_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, changed_at: now }))
    .execute();
}

/** Notes that an object could not be read. Each time it waits twice as long for the next try. */
export async function noteUnread(
  db: Db,
  object: { readonly id: string; readonly now: Date; readonly waitMs: number; readonly waitMaxMs: number },
): Promise<void> {
  const { id, now, waitMs, waitMaxMs } = object;
  const waitOf = (tries: ReturnType<typeof sql>) =>
    sql`${now}::timestamptz + least(${waitMs}::float8 * power(2, ${tries}), ${waitMaxMs}) * interval '1 millisecond'`;
  await sql`insert into unread_object (blob_id, tries, due_at) values (${id}, 1, ${waitOf(sql`0`)})
    on conflict (blob_id) do update set tries = unread_object.tries + 1,
      due_at = ${waitOf(sql`least(unread_object.tries, 30)`)}`.execute(db);
}

export async function forgetUnread(db: Db, id: string): Promise<void> {
  await db.deleteFrom('unread_object').where('blob_id', '=', id).execute();
}

/** The number of objects that could not be read, and that are still needed. */
export async function countUnread(db: Db): Promise<number> {
  const row = await db
    .selectFrom('unread_object')
    .select(sql<number>`count(*)`.as('unread'))
    .where(
      sql<boolean>`exists (select from blob where blob.state = 'referenced'
        and (blob.id = unread_object.blob_id or blob.copy_of = unread_object.blob_id))`,
    )
    .executeTakeFirstOrThrow();
  return row.unread;
}
