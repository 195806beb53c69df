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

/** Locks the row of an object until the transaction ends. Its space is locked before. */
export async function lockBlob(tx: Tx, id: string): Promise<BlobRow | undefined> {
  return await tx.selectFrom('blob').select(COLUMNS).where('id', '=', id).forUpdate().executeTakeFirst();
}

export interface NewBlob {
  readonly id: string;
  readonly spaceId: string;
  readonly key: string;
  readonly sizeBytes: number;
  readonly now: Date;
}

export async function insertBlob(tx: Tx, blob: NewBlob): Promise<void> {
  await tx
    .insertInto('blob')
    .values({
      id: blob.id,
      space_id: blob.spaceId,
      key: blob.key,
      size_bytes: blob.sizeBytes,
      etag: null,
      sha256: null,
      state: 'intended',
      verified_at: null,
      urls_until: null,
      delete_after: null,
      last_look_at: null,
      created_at: blob.now,
      updated_at: blob.now,
    })
    .execute();
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

export async function updateBlob(
  tx: Tx,
  id: string,
  change: BlobFacts & {
    readonly state: BlobState;
    readonly delete_after: Date | null;
    readonly last_look_at?: Date | null;
    readonly updated_at: Date;
  },
): Promise<void> {
  await tx.updateTable('blob').set(change).where('id', '=', id).execute();
}

/** Notes that an object has arrived. It is counted as before, so no lock is needed; what has gone further stays as it is. */
export async function noteArrival(
  db: Db | Tx,
  id: string,
  arrival: { readonly state: 'stored' | 'verified'; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('blob')
    .set({ state: arrival.state, updated_at: arrival.now })
    .where('id', '=', id)
    .where('state', 'in', ['intended', 'stored'])
    .execute();
}

/** Notes until when addresses of an object are good. Never takes back what was noted. */
export async function extendUrls(db: Db | Tx, id: string, until: Date): Promise<void> {
  await db
    .updateTable('blob')
    .set({ urls_until: sql<Date>`greatest(urls_until, ${until}::timestamptz)` })
    .where('id', '=', id)
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
