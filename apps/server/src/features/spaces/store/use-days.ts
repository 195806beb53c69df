import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export interface UseDayRow {
  readonly day: Date;
  readonly used_bytes: number;
}

/** Records the usage of the day, updated until the day is over. Spaces without a change get no row. */
export async function recordUseOf(tx: Tx, day: Date): Promise<void> {
  await sql`
    insert into use_day (day, used_bytes) select ${day}::timestamptz, coalesce(sum(used_bytes), 0)::bigint from space
    on conflict (day) do update set used_bytes = excluded.used_bytes`.execute(tx);
  await sql`
    insert into space_use_day (space_id, day, used_bytes)
    select space.id, ${day}::timestamptz, space.used_bytes from space
    left join lateral (
      select used_bytes from space_use_day where space_id = space.id order by day desc limit 1) latest on true
    where latest.used_bytes is distinct from space.used_bytes
    on conflict (space_id, day) do update set used_bytes = excluded.used_bytes`.execute(tx);
}

/** Deletes old usage. Keeps the last row of each space up to that day, which has its usage on that day. */
export async function forgetUseBefore(tx: Tx, day: Date): Promise<number> {
  const all = await sql`delete from use_day where day < ${day}`.execute(tx);
  const each = await sql`
    delete from space_use_day as old where day < ${day} and exists (
      select from space_use_day as later
      where later.space_id = old.space_id and later.day > old.day and later.day <= ${day})`.execute(tx);
  return Number((all.numAffectedRows ?? 0n) + (each.numAffectedRows ?? 0n));
}

/** Lists the total usage by day, in order. Starts with the usage on the first day, which may come from an older row. */
export async function listUseDays(db: Db, from: Date): Promise<readonly UseDayRow[]> {
  const { rows } = await sql<UseDayRow>`
    select day, used_bytes from use_day
    where day >= coalesce((select max(day) from use_day where day <= ${from}), ${from}::timestamptz)
    order by day`.execute(db);
  return rows;
}

/** The current usage of all spaces. */
export async function sumUse(db: Db): Promise<number> {
  const { rows } = await sql<{ readonly bytes: number }>`
    select coalesce(sum(used_bytes), 0)::bigint as bytes from space`.execute(db);
  return rows[0]?.bytes ?? 0;
}

export interface UsedSpace {
  readonly id: string;
  readonly name: string;
  readonly kind: 'personal' | 'team' | 'linked';
  readonly owner_name: string;
  readonly used_bytes: number;
}

/** Lists the spaces with the highest usage now. */
export async function listLargestSpaces(db: Db, limit: number): Promise<readonly UsedSpace[]> {
  return await db
    .selectFrom('space')
    .innerJoin('user', 'user.id', 'space.owner_id')
    .select(['space.id', 'space.name', 'space.kind', 'space.used_bytes'])
    .select(
      sql<string>`coalesce(nullif("user".name, ''), nullif("user".email, ''), "user".username)`.as(
        'owner_name',
      ),
    )
    .where('space.emptied_at', 'is', null)
    .where('space.used_bytes', '>', 0)
    .orderBy('space.used_bytes', 'desc')
    .orderBy('space.id')
    .limit(limit)
    .execute();
}

/**
 * The usage by day for each space, in order. Starts with the usage on the first day, which may come from an older row.
 */
export async function listSpaceUseDays(
  db: Db,
  { ids, from }: { readonly ids: readonly string[]; readonly from: Date },
): Promise<ReadonlyMap<string, readonly UseDayRow[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<UseDayRow & { readonly space_id: string }>`
    select space_id, day, used_bytes from space_use_day
    where space_id = any(${ids}::uuid[]) and day >= ${from}
    union all
    select wanted.id, before.day, before.used_bytes from unnest(${ids}::uuid[]) as wanted (id)
    cross join lateral (
      select day, used_bytes from space_use_day
      where space_id = wanted.id and day < ${from} order by day desc limit 1) before
    order by 1, 2`.execute(db);
  return Map.groupBy(rows, (row) => row.space_id);
}
