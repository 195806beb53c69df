import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export interface LedgerRow {
  readonly id: string;
  readonly space_id: string;
  readonly key: string;
  readonly size_bytes: number;
  readonly state:
    | 'intended'
    | 'stored'
    | 'verified'
    | 'referenced'
    | 'unreferenced'
    | 'quarantined'
    | 'deleted';
  readonly updated_at: Date;
  readonly damage: 'missing' | 'different' | 'checksum' | null;
}

/**
 * One row for each object, with its first entry. If any entry of the object is referenced, the object counts as
 * referenced.
 */
const OBJECTS = sql`
  select blob.id, blob.space_id, blob.key, blob.size_bytes, coalesce(other.state, blob.state) as state,
    coalesce(other.updated_at, blob.updated_at) as updated_at,
    case when other.state is null then blob.damage else other.damage end as damage
  from blob
  left join lateral (
    select state, updated_at, damage from blob copy
    where copy.copy_of = blob.id and copy.state <> 'deleted' and (copy.state = 'referenced' or blob.state = 'deleted')
    order by copy.state = 'referenced' desc limit 1
  ) other on blob.state <> 'referenced'
  where blob.copy_of is null`;

export async function listByKeys(
  db: Db | Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, LedgerRow>> {
  const query = sql<LedgerRow>`${OBJECTS} and blob.key = any(${keys}::text[])`;
  return new Map((await query.execute(db)).rows.map((row) => [row.key, row]));
}

/** Whether any entry names the object, also a copy whose first entry is missing. */
export async function isInLedger(db: Db | Tx, key: string): Promise<boolean> {
  const query = sql<{ readonly is: boolean }>`
    select exists (select from blob where key collate "C" = ${key}
      and (copy_of is null or state <> 'deleted')) as is`;
  return (await query.execute(db)).rows[0]?.is === true;
}

/** Lists referenced objects in bytewise order of keys, after `after` and up to `until`. */
export async function listReferenced(
  db: Db,
  range: { readonly after: string; readonly until: string | undefined; readonly limit: number },
): Promise<readonly LedgerRow[]> {
  const query = sql<LedgerRow>`
    ${OBJECTS} and blob.key > ${range.after}
    ${range.until === undefined ? sql`` : sql`and blob.key <= ${range.until}`}
    and coalesce(other.state, blob.state) = 'referenced'
    order by blob.key limit ${range.limit}`;
  return (await query.execute(db)).rows;
}

export async function hasReferenced(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('blob')
    .select('id')
    .where('state', '=', 'referenced')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of the ids that belong to open uploads. */
export async function listOpenProviderIds(db: Db | Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('upload')
    .select('provider_upload_id')
    .where('provider_upload_id', '=', sql<string>`any(${ids}::text[])`)
    .where('state', 'in', ['reserved', 'uploading', 'completing', 'verifying'])
    .execute();
  return new Set(rows.flatMap((row) => (row.provider_upload_id === null ? [] : [row.provider_upload_id])));
}

interface Orphan {
  readonly key: string;
  readonly size_bytes: number;
  readonly etag: string;
}

/** Puts an orphan object in quarantine. An object that is in quarantine already keeps its deadline. */
export async function quarantineOrphan(
  tx: Tx,
  orphan: Orphan & { readonly now: Date; readonly deleteAfter: Date },
): Promise<void> {
  const { now, deleteAfter, ...row } = orphan;
  await tx
    .insertInto('orphan_object')
    .values({ ...row, found_at: now, delete_after: deleteAfter, deleted_at: null })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ ...row, found_at: now, delete_after: deleteAfter, deleted_at: null })
        // An object that reappeared or was rewritten starts a new quarantine.
        .where((eb) =>
          eb.or([eb('orphan_object.deleted_at', 'is not', null), eb('orphan_object.etag', '!=', row.etag)]),
        ),
    )
    .execute();
}

/** The ETags of orphan objects in quarantine, by key. */
export async function listHeldOrphans(db: Db, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('orphan_object')
    .select(['key', 'etag'])
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ key, etag }) => [key, etag]));
}

export async function listDueOrphans(db: Db, now: Date, limit: number): Promise<readonly Orphan[]> {
  return await db
    .selectFrom('orphan_object')
    .select(['key', 'size_bytes', 'etag'])
    .where('deleted_at', 'is', null)
    .where('delete_after', '<=', now)
    .orderBy('delete_after')
    .orderBy('key')
    .limit(limit)
    .execute();
}

export async function updateOrphan(
  db: Db,
  key: string,
  change: { readonly deleted_at: Date } | { readonly delete_after: Date },
): Promise<void> {
  await db.updateTable('orphan_object').set(change).where('key', '=', key).execute();
}

export async function forgetOrphan(db: Db, key: string): Promise<void> {
  await db.deleteFrom('orphan_object').where('key', '=', key).execute();
}

interface Sum {
  readonly count: number;
  readonly bytes: number;
}

export async function sumLedger(
  db: Db,
): Promise<Record<'files' | 'reserved' | 'held' | 'damaged' | 'unverified' | 'orphans', Sum>> {
  const sums = await sql<{ readonly name: string; readonly count: number; readonly bytes: number }>`
    select name, count(*)::bigint as count, coalesce(sum(size_bytes), 0)::bigint as bytes from (
      select case state
        when 'referenced' then 'files'
        when 'intended' then 'reserved' when 'stored' then 'reserved' when 'verified' then 'reserved'
        else 'held' end as name, size_bytes
      from blob where state <> 'deleted'
      union all select 'damaged', size_bytes from blob where damaged_at is not null and state = 'referenced'
      union all select 'unverified', size_bytes from blob where verified_at is null and state = 'referenced'
      union all select 'orphans', size_bytes from orphan_object where deleted_at is null
    ) each_one group by name`.execute(db);
  const of = (name: string): Sum => {
    const found = sums.rows.find((row) => row.name === name);
    return { count: found?.count ?? 0, bytes: found?.bytes ?? 0 };
  };
  return {
    files: of('files'),
    reserved: of('reserved'),
    held: of('held'),
    damaged: of('damaged'),
    unverified: of('unverified'),
    orphans: of('orphans'),
  };
}
