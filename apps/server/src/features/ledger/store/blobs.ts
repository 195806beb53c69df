import { sql } from 'kysely';
import { countQueue, type QueueCount } from '../../../platform/db/count-queue.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import { isOnHold } from '../../../platform/db/on-hold.ts';
import type { BlobState } from '../model.ts';

export interface BlobRow {
  readonly id: string;
  readonly space_id: string;
  readonly key: string;
  /** The first entry of the object. Null for the first entry itself. */
  readonly copy_of: string | null;
  readonly size_bytes: number;
  readonly state: BlobState;
  /** Null if no presigned URL could create the object. */
  readonly urls_until: Date | null;
  /** The earliest time of deletion. Set while the object is in quarantine. */
  readonly delete_after: Date | null;
  /** Set once the quota no longer counts the object. */
  readonly purged_at: Date | null;
}

const COLUMNS = [
  'id',
  'space_id',
  'key',
  'copy_of',
  'size_bytes',
  'state',
  'urls_until',
  'delete_after',
  'purged_at',
] as const;

/** Locks entries. The space must be locked before. */
export async function lockBlobs(tx: Tx, ids: readonly string[]): Promise<readonly BlobRow[]> {
  return await tx
    .selectFrom('blob')
    .select(COLUMNS)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function lockBlob(tx: Tx, id: string): Promise<BlobRow | undefined> {
  return (await lockBlobs(tx, [id])).at(0);
}

export interface NewBlob {
  readonly id: string;
  readonly key: string;
  readonly sizeBytes: number;
  /** Null if no URLs are signed. */
  readonly urlsUntil: Date | null;
}

export async function insertBlobs(
  tx: Tx,
  {
    spaceId,
    now,
    blobs,
  }: { readonly spaceId: string; readonly now: Date; readonly blobs: readonly NewBlob[] },
): Promise<void> {
  await sql`
    insert into blob (id, space_id, key, size_bytes, state, urls_until, created_at, updated_at)
    select new.id, ${spaceId}, new.key, new.size_bytes, 'intended', new.urls_until, ${now}, ${now}
    from unnest(
      ${blobs.map((blob) => blob.id)}::uuid[],
      ${blobs.map((blob) => blob.key)}::text[],
      ${blobs.map((blob) => blob.sizeBytes)}::bigint[],
      ${blobs.map((blob) => blob.urlsUntil)}::timestamptz[]
    ) as new (id, key, size_bytes, urls_until)`.execute(tx);
}

export interface BlobFacts {
  readonly etag?: string;
  readonly sha256?: string;
  readonly verified_at?: Date;
  readonly checked_at?: Date;
  readonly part_size_bytes?: number;
  readonly crc64nvme?: string | null;
}

export interface BlobChange extends BlobFacts {
  readonly id: string;
  readonly state: BlobState;
  readonly delete_after: Date | null;
  readonly last_look_at?: Date | null;
  readonly purged_at: Date | null;
}

/**
 * Updates entries; omitted facts stay, as does `last_look_at` unless the new state is `deleted`. Repeats the ids,
 * because for a join PostgreSQL reads the whole ledger while it is small.
 */
export async function updateBlobs(tx: Tx, changes: readonly BlobChange[], now: Date): Promise<void> {
  await sql`
    update blob set state = change.state, delete_after = change.delete_after, purged_at = change.purged_at,
      last_look_at = case when change.state = 'deleted' then change.last_look_at else blob.last_look_at end,
      etag = coalesce(change.etag, blob.etag), sha256 = coalesce(change.sha256, blob.sha256),
      verified_at = coalesce(change.verified_at, blob.verified_at),
      checked_at = coalesce(change.checked_at, blob.checked_at),
      part_size_bytes = coalesce(change.part_size_bytes, blob.part_size_bytes),
      crc64nvme = coalesce(change.crc64nvme, blob.crc64nvme), updated_at = ${now}
    from unnest(
      ${changes.map((change) => change.id)}::uuid[],
      ${changes.map((change) => change.state)}::text[],
      ${changes.map((change) => change.delete_after)}::timestamptz[],
      ${changes.map((change) => change.last_look_at ?? null)}::timestamptz[],
      ${changes.map((change) => change.etag ?? null)}::text[],
      ${changes.map((change) => change.sha256 ?? null)}::text[],
      ${changes.map((change) => change.verified_at ?? null)}::timestamptz[],
      ${changes.map((change) => change.checked_at ?? null)}::timestamptz[],
      ${changes.map((change) => change.part_size_bytes ?? null)}::bigint[],
      ${changes.map((change) => change.crc64nvme ?? null)}::text[],
      ${changes.map((change) => change.purged_at)}::timestamptz[]
    ) as change (id, state, delete_after, last_look_at, etag, sha256, verified_at, checked_at, part_size_bytes,
      crc64nvme, purged_at)
    where blob.id = change.id and blob.id = any(${changes.map(({ id }) => id)}::uuid[])`.execute(tx);
}

/**
 * Records objects that have arrived, and locks their rows by id to avoid deadlocks. Needs no space lock, because the
 * quota figure stays the same and later states are kept.
 */
export async function noteArrivals(
  db: Db | Tx,
  ids: readonly string[],
  arrival: { readonly state: 'stored' | 'verified'; readonly now: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('blob')
    .set({ state: arrival.state, updated_at: arrival.now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('blob')
        .select('id')
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .where('state', 'in', ['intended', 'stored'])
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .execute();
}

/** Extends the time until which URLs are valid; never shortens it. Locks rows by id. */
export async function extendUrls(db: Db | Tx, ids: readonly string[], until: Date): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('blob')
    .set({ urls_until: sql<Date>`greatest(urls_until, ${until}::timestamptz)` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('blob')
        .select('id')
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .execute();
}

/** Objects that were part of a file, which gives them an etag, stay in the store until the hold ends. */
const IS_KEPT = sql<boolean>`(
  (etag is not null or purged_at is not null) and ${isOnHold(sql`blob.space_id`)})`;

/** Whether a hold keeps the object. Without the space lock, this may change at any time. */
export async function isKeptByHold(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('blob').select('id').where('id', '=', id).where(IS_KEPT).executeTakeFirst();
  return row !== undefined;
}

/**
 * Lists objects whose quarantine is over, longest overdue first. Excludes objects that a hold keeps, and objects whose
 * multipart upload is not aborted yet.
 */
export async function listDueBlobs(db: Db | Tx, now: Date, limit: number): Promise<readonly BlobRow[]> {
  return await db
    .selectFrom('blob')
    .select(COLUMNS)
    .where('state', '=', 'quarantined')
    .where('delete_after', '<=', now)
    .where(sql<boolean>`not ${IS_KEPT}`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('upload')
            .select('upload.id')
            .whereRef('upload.blob_id', '=', 'blob.id')
            .where('upload.provider_upload_id', 'is not', null)
            // A committed upload is no longer open at the store.
            .where('upload.state', '<>', 'committed'),
        ),
      ),
    )
    .orderBy('delete_after')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function postponeDeletion(db: Db, id: string, until: Date): Promise<void> {
  await db
    .updateTable('blob')
    .set({ delete_after: until })
    .where('id', '=', id)
    .where('state', '=', 'quarantined')
    .execute();
}

export async function listLastLooks(
  db: Db | Tx,
  now: Date,
  limit: number,
): Promise<readonly Pick<BlobRow, 'id' | 'key'>[]> {
  return await db
    .selectFrom('blob')
    .select(['id', 'key'])
    .where('last_look_at', '<=', now)
    .orderBy('last_look_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function setLastLook(db: Db, id: string, at: Date | null): Promise<void> {
  await db.updateTable('blob').set({ last_look_at: at }).where('id', '=', id).execute();
}

/** Counts objects whose quarantine is over. */
export async function countDueBlobs(db: Db, now: Date): Promise<QueueCount> {
  return await countQueue(db, {
    rows: sql`blob where state = 'quarantined' and delete_after <= ${now} and not ${IS_KEPT}`,
    at: sql`delete_after`,
  });
}
