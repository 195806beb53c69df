import { sql } from 'kysely';
import { countQueue, type QueueCount } from '../../../platform/db/count-queue.ts';
import type { Db } from '../../../platform/db/db.ts';

interface VersionKey {
  readonly spaceId: string;
  readonly nodeId: string;
  readonly versionId: string;
}

export interface RenditionRow {
  readonly node_id: string;
  /** The first entry of the object. Copies share its thumbnails. */
  readonly blob_id: string;
  readonly is_copy: boolean;
  readonly size_bytes: number;
  readonly media_type: string;
  /** Null until the thumbnail is first requested. */
  readonly state: 'wanted' | 'ready' | 'none' | 'dropped' | null;
  readonly asked_at: Date | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly color: string | null;
  readonly thumb_hash: string | null;
}

/** The renditions by version id. */
export async function findRenditions(
  db: Db,
  keys: readonly VersionKey[],
): Promise<ReadonlyMap<string, RenditionRow>> {
  if (keys.length === 0) return new Map();
  const column = (name: keyof VersionKey) => sql`${keys.map((key) => key[name])}::uuid[]`;
  const query = sql<RenditionRow & { readonly version_id: string }>`
    select version.id as version_id, version.node_id, coalesce(blob.copy_of, blob.id) as blob_id,
      blob.copy_of is not null as is_copy, version.size_bytes,
      version.media_type,
      rendition.state, rendition.asked_at, rendition.width, rendition.height, rendition.color,
      rendition.thumb_hash
    from unnest(${column('spaceId')}, ${column('nodeId')}, ${column('versionId')}) as asked (space_id, node_id, id)
    join version on version.space_id = asked.space_id and version.node_id = asked.node_id and version.id = asked.id
    join blob on blob.id = version.blob_id
    left join rendition on rendition.blob_id = coalesce(blob.copy_of, blob.id)`;
  return new Map((await query.execute(db)).rows.map((row) => [row.version_id, row]));
}

/** Requests thumbnails, ahead of those that no page waits for. */
export async function askFor(db: Db, blobIds: readonly string[], now: Date): Promise<void> {
  if (blobIds.length === 0) return;
  const sorted = [...new Set(blobIds)].toSorted();
  await sql`
    insert into rendition (blob_id, state, asked_at, due_at)
    select id, 'wanted', ${now}, ${now} from unnest(${sorted}::uuid[]) as new (id)
    on conflict (blob_id) do update set asked_at = excluded.asked_at where rendition.state = 'wanted'`.execute(
    db,
  );
}

/** Requests thumbnails again that are missing at the store. */
export async function drawAgain(db: Db, blobIds: readonly string[], now: Date): Promise<void> {
  if (blobIds.length === 0) return;
  await db
    .updateTable('rendition')
    .set({ state: 'wanted', tries: 0, asked_at: now, due_at: now })
    .where('blob_id', '=', sql<string>`any(${blobIds}::uuid[])`)
    .where('state', '=', 'ready')
    .execute();
}

export interface Claimed {
  readonly blob_id: string;
  /** The number of tries, including this one. */
  readonly tries: number;
  readonly key: string;
  readonly size_bytes: number;
}

/** Leases one thumbnail to this server. Other servers skip it. */
export async function claimNext(
  db: Db,
  { now, leaseUntil }: { readonly now: Date; readonly leaseUntil: Date },
): Promise<Claimed | undefined> {
  const query = sql<Claimed>`
    update rendition set due_at = ${leaseUntil}, tries = rendition.tries + 1
    from (
      select wanted.blob_id, blob.key, blob.size_bytes
      from rendition wanted join blob on blob.id = wanted.blob_id
      where wanted.state = 'wanted' and wanted.due_at <= ${now}
      order by wanted.asked_at desc nulls last, wanted.blob_id limit 1 for update of wanted skip locked
    ) as next
    where rendition.blob_id = next.blob_id
    returning rendition.blob_id, rendition.tries, next.key, next.size_bytes`;
  return (await query.execute(db)).rows[0];
}

export interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly color: string;
  readonly thumbHash: string;
}

/** Marks a thumbnail as ready. Returns false if the object was deleted in the meantime. */
export async function setReady(db: Db, blobId: string, { thumbHash, ...drawn }: Drawn): Promise<boolean> {
  const changed = await db
    .updateTable('rendition')
    .set({ state: 'ready', asked_at: null, ...drawn, thumb_hash: thumbHash })
    .where('blob_id', '=', blobId)
    .where('state', '=', 'wanted')
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/**
 * Stores a frame as the thumbnail. Returns false if the object was deleted in the meantime; of two concurrent frames,
 * the later one stays.
 */
export async function setPosterReady(
  db: Db,
  blobId: string,
  { width, height, color, thumbHash, now }: Drawn & { readonly now: Date },
): Promise<boolean> {
  // The lock ensures that a trigger that gives up the object sees this row.
  const written = await sql`
    with kept as (select id from blob where id = ${blobId} and state <> 'quarantined' for share)
    insert into rendition (blob_id, state, due_at, width, height, color, thumb_hash)
    select id, 'ready', ${now}, ${width}, ${height}, ${color}, ${thumbHash} from kept
    on conflict (blob_id) do update
      set state = 'ready', width = excluded.width, height = excluded.height, color = excluded.color,
        thumb_hash = excluded.thumb_hash
      where rendition.state in ('ready', 'none')`.execute(db);
  return (written.numAffectedRows ?? 0n) > 0n;
}

/** Lists old thumbnails without a hash. */
export async function listUnhashed(db: Db, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('rendition')
    .select('blob_id')
    .where('state', '=', 'ready')
    .where('thumb_hash', 'is', null)
    .orderBy('blob_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.blob_id);
}

/** Stores a hash, unless the thumbnail was drawn again or given up in the meantime. */
export async function setThumbHash(db: Db, blobId: string, thumbHash: string): Promise<void> {
  await db
    .updateTable('rendition')
    .set({ thumb_hash: thumbHash })
    .where('blob_id', '=', blobId)
    .where('state', '=', 'ready')
    .where('thumb_hash', 'is', null)
    .execute();
}

export async function setNone(db: Db, blobId: string): Promise<void> {
  await db
    .updateTable('rendition')
    .set({ state: 'none', asked_at: null })
    .where('blob_id', '=', blobId)
    .where('state', '=', 'wanted')
    .execute();
}

/** Ends the lease. `isCounted` is false if the attempt says nothing about the picture. */
export async function setDue(
  db: Db,
  blobId: string,
  { at, isCounted }: { readonly at: Date; readonly isCounted: boolean },
): Promise<void> {
  await db
    .updateTable('rendition')
    .set({ due_at: at, ...(isCounted ? {} : { tries: sql<number>`greatest(tries - 1, 0)` }) })
    .where('blob_id', '=', blobId)
    .where('state', '=', 'wanted')
    .execute();
}

/** Lists dropped thumbnails, without those that a server may still be drawing. */
export async function listDropped(
  db: Db,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('rendition')
    .select('blob_id')
    .where('state', '=', 'dropped')
    .where('due_at', '<=', now)
    .orderBy('blob_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.blob_id);
}

export async function forget(db: Db, blobIds: readonly string[]): Promise<void> {
  await db
    .deleteFrom('rendition')
    .where('blob_id', '=', sql<string>`any(${blobIds}::uuid[])`)
    .where('state', '=', 'dropped')
    .execute();
}

/** Those of the objects whose thumbnails belong in the store. */
export async function listKept(db: Db, blobIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('rendition')
    .select('blob_id')
    .where('blob_id', '=', sql<string>`any(${blobIds}::uuid[])`)
    .where('state', 'in', ['ready', 'wanted'])
    .execute();
  return new Set(rows.map((row) => row.blob_id));
}

export async function countUndrawn(db: Db): Promise<QueueCount> {
  return await countQueue(db, { rows: sql`rendition where state = 'wanted'`, at: sql`due_at` });
}
