import type { Db, Tx } from '../../platform/db/db.ts';
import { OPEN_STATES, type PartRow, type UploadRow, type UploadState } from './model.ts';

const UPLOAD_COLUMNS = [
  'upload.id',
  'upload.space_id',
  'upload.parent_id',
  'upload.name',
  'upload.node_id',
  'upload.version_id',
  'upload.blob_id',
  'blob.key',
  'upload.size_bytes',
  'upload.media_type',
  'upload.modified_at',
  'upload.part_size_bytes',
  'upload.part_count',
  'upload.provider_upload_id',
  'upload.conflict',
  'upload.integrity',
  'upload.state',
  'upload.reserved_bytes',
  'upload.created_by',
  'upload.created_at',
  'upload.expires_at',
] as const;

const uploads = (db: Db | Tx) =>
  db.selectFrom('upload').innerJoin('blob', 'blob.id', 'upload.blob_id').select(UPLOAD_COLUMNS);

/** An upload by its id, whoever made it. */
export async function findUpload(db: Db | Tx, id: string): Promise<UploadRow | undefined> {
  return await uploads(db).where('upload.id', '=', id).executeTakeFirst();
}

/** Locks the row of an upload until the transaction ends. Where the space is locked too, it is locked before. */
export async function lockUpload(tx: Tx, id: string): Promise<UploadRow | undefined> {
  const locked = await tx
    .selectFrom('upload')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return locked === undefined ? undefined : await findUpload(tx, id);
}

export async function insertUpload(tx: Tx, row: Omit<UploadRow, 'key'>): Promise<void> {
  await tx
    .insertInto('upload')
    .values({ ...row, updated_at: row.created_at })
    .execute();
}

interface UploadChange {
  readonly state?: UploadState;
  readonly provider_upload_id?: string | null;
  readonly blob_id?: string;
  readonly node_id?: string;
  readonly reserved_bytes?: number;
  readonly updated_at: Date;
}

/** Changes an upload whose row is locked. */
export async function updateUpload(tx: Tx, id: string, change: UploadChange): Promise<void> {
  await tx.updateTable('upload').set(change).where('id', '=', id).execute();
}

/** Moves an upload from one state to another; nothing happens when it is in none of `from` any more. */
export async function moveUpload(
  db: Db | Tx,
  id: string,
  move: { readonly from: readonly UploadState[]; readonly to: UploadState; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('upload')
    .set({ state: move.to, updated_at: move.now })
    .where('id', '=', id)
    .where('state', 'in', move.from)
    .execute();
}

/** Exchanges the store's own id of an upload, if it still is `from`. False when somebody else was first. */
export async function exchangeProviderUpload(
  db: Db | Tx,
  id: string,
  exchange: { readonly from: string | null; readonly to: string | null; readonly now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('upload')
    .set({ provider_upload_id: exchange.to, updated_at: exchange.now })
    .where('id', '=', id)
    .where('provider_upload_id', 'is not distinct from', exchange.from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Declares parts; a part that was declared before is declared anew. */
export async function upsertParts(tx: Tx, uploadId: string, parts: readonly PartRow[]): Promise<void> {
  await tx
    .insertInto('upload_part')
    .values(parts.map((part) => ({ ...part, upload_id: uploadId })))
    .onConflict((conflict) =>
      conflict.columns(['upload_id', 'number']).doUpdateSet((eb) => ({
        size_bytes: eb.ref('excluded.size_bytes'),
        sha256: eb.ref('excluded.sha256'),
        md5: eb.ref('excluded.md5'),
        crc64nvme: eb.ref('excluded.crc64nvme'),
      })),
    )
    .execute();
}

/** All declared parts of an upload in order: at most `LIMITS.partCountMax`. */
export async function listDeclaredParts(db: Db | Tx, uploadId: string): Promise<readonly PartRow[]> {
  return await db
    .selectFrom('upload_part')
    .select(['number', 'size_bytes', 'sha256', 'md5', 'crc64nvme'])
    .where('upload_id', '=', uploadId)
    .orderBy('number')
    .limit(10_000)
    .execute();
}

/** Ids of open uploads whose time is over, the oldest first. */
export async function listOverdueIds(db: Db, now: Date, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('upload')
    .select('id')
    .where('state', 'in', OPEN_STATES)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Ids of uploads that somebody began to complete, in the order of their ids, behind `after`. */
export async function listUnsettledIds(
  db: Db,
  after: string | undefined,
  limit: number,
): Promise<readonly string[]> {
  let query = db
    .selectFrom('upload')
    .select('id')
    .where('state', 'in', ['completing', 'verifying'])
    .orderBy('id')
    .limit(limit);
  if (after !== undefined) query = query.where('id', '>', after);
  return (await query.execute()).map((row) => row.id);
}

/** Uploads that ended without a file while the store may still hold parts of them, the oldest first. */
export async function listUncleaned(db: Db, limit: number): Promise<readonly UploadRow[]> {
  return await uploads(db)
    .where('upload.provider_upload_id', 'is not', null)
    .where('upload.state', 'in', ['failed', 'aborted', 'expired'])
    .orderBy('upload.updated_at')
    .orderBy('upload.id')
    .limit(limit)
    .execute();
}

/** Puts an upload at the end of the queue of {@link listUncleaned}. */
export async function touchUpload(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('upload').set({ updated_at: now }).where('id', '=', id).execute();
}
