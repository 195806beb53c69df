import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { BlobState } from './model.ts';

/** An object as the ledger knows it. */
export interface BlobRow {
  readonly id: string;
  readonly space_id: string;
  readonly key: string;
  readonly size_bytes: number;
  readonly state: BlobState;
  /** Until when signed addresses may bring the object; null when there never was one that could. */
  readonly urls_until: Date | null;
  /** Set while quarantined: not deleted before. */
  readonly delete_after: Date | null;
}

const COLUMNS = ['id', 'space_id', 'key', 'size_bytes', 'state', 'urls_until', 'delete_after'] as const;

/** Locks the rows of objects until the transaction ends. Their space is locked before. */
export async function lockBlobs(tx: Tx, ids: readonly string[]): Promise<readonly BlobRow[]> {
  return await tx
    .selectFrom('blob')
    .select(COLUMNS)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** The same for one. */
export async function lockBlob(tx: Tx, id: string): Promise<BlobRow | undefined> {
  return (await lockBlobs(tx, [id])).at(0);
}

export interface NewBlob {
  readonly id: string;
  readonly key: string;
  readonly sizeBytes: number;
  /** Until when addresses may bring it that are signed in the same call; null when none is. */
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

/** What may become known of an object together with its state. */
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
}

/**
 * Changes locked objects. Facts that are not given stay as they are; so does `last_look_at` unless the object is `deleted` now. The ids are
 * said once more by themselves: for a join, PostgreSQL reads the whole ledger while it is not a large one.
 */
export async function updateBlobs(tx: Tx, changes: readonly BlobChange[], now: Date): Promise<void> {
  await sql`
    update blob set state = change.state, delete_after = change.delete_after,
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
      ${changes.map((change) => change.crc64nvme ?? null)}::text[]
    ) as change (id, state, delete_after, last_look_at, etag, sha256, verified_at, checked_at, part_size_bytes, crc64nvme)
    where blob.id = change.id and blob.id = any(${changes.map(({ id }) => id)}::uuid[])`.execute(tx);
}

/**
 * Notes that objects have arrived. They are counted as before, so their space need not be locked; what has gone further stays as it is. Their
 * rows are locked in the order of their ids, as everywhere: two calls for the same objects would else wait for each other.
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

/** Notes until when addresses of objects are good. Never takes back what was noted. The rows are locked in the order of their ids. */
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

/**
 * Quarantined objects whose time has come, the longest overdue first. One whose parts the store may still hold is not among them: its
 * upload is ended at the store before.
 */
export async function listDueBlobs(db: Db | Tx, now: Date, limit: number): Promise<readonly BlobRow[]> {
  return await db
    .selectFrom('blob')
    .select(COLUMNS)
    .where('state', '=', 'quarantined')
    .where('delete_after', '<=', now)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('upload')
            .select('upload.id')
            .whereRef('upload.blob_id', '=', 'blob.id')
            .where('upload.provider_upload_id', 'is not', null),
        ),
      ),
    )
    .orderBy('delete_after')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Puts an object that could not be deleted now behind the others. */
export async function postponeDeletion(db: Db, id: string, until: Date): Promise<void> {
  await db
    .updateTable('blob')
    .set({ delete_after: until })
    .where('id', '=', id)
    .where('state', '=', 'quarantined')
    .execute();
}

/** Deleted objects that are to be looked for once more. */
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
