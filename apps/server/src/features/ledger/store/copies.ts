import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export interface NewCopy {
  readonly id: string;
  /** The entry that is copied, of any space. */
  readonly fromId: string;
}

/** Inserts copies of entries, with the checksums and checks of the originals. Returns the sizes. */
export async function insertCopies(
  tx: Tx,
  entry: { readonly spaceId: string; readonly now: Date; readonly copies: readonly NewCopy[] },
): Promise<readonly number[]> {
  const { spaceId, now, copies } = entry;
  const query = sql<{ readonly size_bytes: number }>`
    insert into blob (id, space_id, key, copy_of, size_bytes, state, urls_until, etag, sha256, part_size_bytes, crc64nvme,
      content_sha256, verified_at, checked_at, damage, damaged_at, created_at, updated_at)
    select new.id, ${spaceId}, source.key, coalesce(source.copy_of, source.id), source.size_bytes, 'referenced',
      source.urls_until, source.etag, source.sha256, source.part_size_bytes, source.crc64nvme, source.content_sha256,
      source.verified_at, source.checked_at, source.damage, source.damaged_at, ${now}, ${now}
    from unnest(${copies.map((copy) => copy.id)}::uuid[], ${copies.map((copy) => copy.fromId)}::uuid[])
      as new (id, from_id)
    join blob source on source.id = new.from_id and source.state = 'referenced'
    returning size_bytes`;
  return (await query.execute(tx)).rows.map((row) => row.size_bytes);
}

/** Moves entries to another space. Returns the sizes. */
export async function changeSpace(
  tx: Tx,
  change: {
    readonly fromSpaceId: string;
    readonly toSpaceId: string;
    readonly blobIds: readonly string[];
    readonly now: Date;
  },
): Promise<readonly number[]> {
  const query = sql<{ readonly size_bytes: number }>`
    update blob set space_id = ${change.toSpaceId}, updated_at = ${change.now}
    where id = any(${change.blobIds}::uuid[]) and space_id = ${change.fromSpaceId} and state = 'referenced'
    returning size_bytes`;
  return (await query.execute(tx)).rows.map((row) => row.size_bytes);
}

/** Locks an object, to serialize decisions of several spaces about it. The space must be locked before. */
export async function lockObject(tx: Tx, objectId: string): Promise<void> {
  await tx.selectFrom('blob').select('id').where('id', '=', objectId).forUpdate().execute();
}

/** Whether another entry still needs the object. */
export async function hasOtherEntries(
  db: Db | Tx,
  { id, objectId }: { readonly id: string; readonly objectId: string },
): Promise<boolean> {
  const query = sql<{ readonly found: boolean }>`
    select exists (select from blob where id = ${objectId} and id <> ${id} and state <> 'deleted')
      or exists (select from blob where copy_of = ${objectId} and id <> ${id} and state <> 'deleted') as found`;
  return (await query.execute(db)).rows[0]?.found === true;
}

/** Lists the referenced entries of an object, in the order in which spaces are locked. */
export async function listReferencedEntries(
  db: Db | Tx,
  objectId: string,
): Promise<readonly { readonly id: string; readonly space_id: string }[]> {
  const query = sql<{ readonly id: string; readonly space_id: string }>`
    select id, space_id from blob where id = ${objectId} and state = 'referenced'
    union all
    select id, space_id from blob where copy_of = ${objectId} and state <> 'deleted' and state = 'referenced'
    order by space_id, id`;
  return (await query.execute(db)).rows;
}
