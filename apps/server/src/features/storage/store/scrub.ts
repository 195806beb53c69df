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

/**
 * The object that was read least recently; objects never read come first. Undefined if all but `passed` were read since
 * `before`.
 */
export async function findDueForScrub(
  db: Db,
  before: Date,
  passed: readonly string[],
): Promise<ScrubRow | undefined> {
  return await db
    .selectFrom('blob')
    .select(COLUMNS)
    .where('state', '=', 'referenced')
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<=', before)]))
    .where('id', '<>', sql<string>`all(${passed}::uuid[])`)
    .orderBy(sql`checked_at asc nulls first`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** The oldest recent multipart object without a SHA-256 of the whole. */
export async function findFreshWithoutSum(
  db: Db,
  since: Date,
  passed: readonly string[],
): Promise<ScrubRow | undefined> {
  return await db
    .selectFrom('blob')
    .select(COLUMNS)
    .where('state', '=', 'referenced')
    .where('content_sha256', 'is', null)
    .where('damaged_at', 'is', null)
    .where('sha256', 'like', '%-%')
    .where('created_at', '>', since)
    .where('id', '<>', sql<string>`all(${passed}::uuid[])`)
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
