import { sql } from 'kysely';
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
  'upload.updated_at',
  'upload.expires_at',
] as const;

/** The key is looked up for each: for a join, PostgreSQL reads the whole ledger while it is not a large one. */
const uploads = (db: Db | Tx) =>
  db
    .selectFrom('upload')
    .select(UPLOAD_COLUMNS)
    .select((eb) =>
      eb
        .selectFrom('blob')
        .select('blob.key')
        .whereRef('blob.id', '=', 'upload.blob_id')
        .$asScalar()
        .$notNull()
        .as('key'),
    );

/** Uploads by their ids, whoever made them. */
export async function findUploads(
  db: Db | Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UploadRow>> {
  const rows = await uploads(db).where('upload.id', '=', sql<string>`any(${ids}::uuid[])`).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The same for one. */
export async function findUpload(db: Db | Tx, id: string): Promise<UploadRow | undefined> {
  return (await findUploads(db, [id])).get(id);
}

/**
 * Locks the rows of uploads until the transaction ends. Where the space is locked too, it is locked before. They are read after they have
 * been locked: their objects may have been exchanged meanwhile.
 */
export async function lockUploads(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, UploadRow>> {
  await tx
    .selectFrom('upload')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return await findUploads(tx, ids);
}

/** What others may have changed of an upload since it was read. */
export type UploadStanding = Pick<UploadRow, 'id' | 'state' | 'blob_id' | 'node_id'>;

/** The same as {@link lockUploads} for whoever has read the rows before: of each only what may have changed since. */
export async function lockStandings(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UploadStanding>> {
  const rows = await tx
    .selectFrom('upload')
    .select(['id', 'state', 'blob_id', 'node_id'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** The same for one. */
export async function lockUpload(tx: Tx, id: string): Promise<UploadRow | undefined> {
  return (await lockUploads(tx, [id])).get(id);
}

/** The open uploads of a person whose time is not over, the newest first. */
export async function listOpenUploads(
  db: Db,
  input: { readonly userId: string; readonly now: Date; readonly limit: number },
): Promise<readonly UploadRow[]> {
  return await uploads(db)
    .where('upload.created_by', '=', input.userId)
    .where('upload.state', 'in', OPEN_STATES)
    .where('upload.expires_at', '>', input.now)
    .orderBy('upload.created_at', 'desc')
    .orderBy('upload.id', 'desc')
    .limit(input.limit)
    .execute();
}

/**
 * Inserts new uploads of one call, which have space, person, level and times in common. A statement for all of them, with a list for each
 * column that differs: a value of its own for each field would cost more than the rows.
 */
export async function insertUploads(tx: Tx, rows: readonly UploadRow[]): Promise<void> {
  const [common] = rows;
  if (common === undefined) return;
  await sql`
    insert into upload (id, space_id, parent_id, name, node_id, version_id, blob_id, size_bytes, media_type,
      modified_at, part_size_bytes, part_count, provider_upload_id, conflict, integrity, state, reserved_bytes,
      created_by, created_at, updated_at, expires_at)
    select new.id, ${common.space_id}, new.parent_id, new.name, new.node_id, new.version_id, new.blob_id, new.size_bytes,
      new.media_type, new.modified_at, new.part_size_bytes, new.part_count, null, new.conflict, ${common.integrity},
      new.state, new.reserved_bytes, ${common.created_by}, ${common.created_at}, ${common.updated_at}, ${common.expires_at}
    from unnest(
      ${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => row.parent_id)}::uuid[],
      ${rows.map((row) => row.name)}::text[],
      ${rows.map((row) => row.node_id)}::uuid[],
      ${rows.map((row) => row.version_id)}::uuid[],
      ${rows.map((row) => row.blob_id)}::uuid[],
      ${rows.map((row) => row.size_bytes)}::bigint[],
      ${rows.map((row) => row.media_type)}::text[],
      ${rows.map((row) => row.modified_at)}::timestamptz[],
      ${rows.map((row) => row.part_size_bytes)}::bigint[],
      ${rows.map((row) => row.part_count)}::integer[],
      ${rows.map((row) => row.conflict)}::text[],
      ${rows.map((row) => row.state)}::text[],
      ${rows.map((row) => row.reserved_bytes)}::bigint[]
    ) as new (id, parent_id, name, node_id, version_id, blob_id, size_bytes, media_type, modified_at, part_size_bytes,
      part_count, conflict, state, reserved_bytes)`.execute(tx);
}

interface UploadChange {
  readonly state?: UploadState;
  readonly provider_upload_id?: string | null;
  readonly blob_id?: string;
  readonly reserved_bytes?: number;
  readonly updated_at: Date;
}

/** Changes an upload whose row is locked. */
export async function updateUpload(tx: Tx, id: string, change: UploadChange): Promise<void> {
  await tx.updateTable('upload').set(change).where('id', '=', id).execute();
}

/** Notes of locked uploads that each has become a file: which one, as the one that it was to be may have been another. */
export async function commitUploads(
  tx: Tx,
  commits: readonly { readonly id: string; readonly nodeId: string }[],
  now: Date,
): Promise<void> {
  if (commits.length === 0) return;
  await sql`
    update upload set state = 'committed', node_id = done.node_id, reserved_bytes = 0, updated_at = ${now}
    from unnest(${commits.map(({ id }) => id)}::uuid[], ${commits.map(({ nodeId }) => nodeId)}::uuid[])
      as done (id, node_id)
    where upload.id = done.id and upload.id = any(${commits.map(({ id }) => id)}::uuid[])`.execute(tx);
}

/**
 * Moves uploads from one state to another; nothing happens to one that is in none of `from` any more. Their rows are locked in the order of their
 * ids, as everywhere: two calls for the same uploads would else wait for each other.
 */
export async function moveUploads(
  db: Db | Tx,
  ids: readonly string[],
  move: { readonly from: readonly UploadState[]; readonly to: UploadState; readonly now: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('upload')
    .set({ state: move.to, updated_at: move.now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('upload')
        .select('id')
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .where('state', 'in', move.from)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .execute();
}

/**
 * Notes that a device of the person is at their uploads. Of one that is being completed the time says since when, so it is left alone.
 * Locked in their order, as in {@link moveUploads}.
 */
export async function holdOwnUploads(
  db: Db,
  ids: readonly string[],
  held: { readonly userId: string; readonly now: Date },
): Promise<void> {
  await db
    .updateTable('upload')
    .set({ updated_at: held.now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('upload')
        .select('id')
        .where('id', '=', sql<string>`any(${ids}::uuid[])`)
        .where('created_by', '=', held.userId)
        .where('state', 'in', ['reserved', 'uploading'])
        .orderBy('id')
        .forNoKeyUpdate(),
    )
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

/** Declares parts of uploads; a part that was declared before is declared anew. */
export async function upsertParts(
  tx: Tx,
  declared: readonly { readonly uploadId: string; readonly parts: readonly PartRow[] }[],
): Promise<void> {
  const rows = declared.flatMap(({ uploadId, parts }) =>
    parts.map((part) => ({ ...part, upload_id: uploadId })),
  );
  if (rows.length === 0) return;
  await sql`
    insert into upload_part (upload_id, number, size_bytes, sha256, md5, crc64nvme)
    select * from unnest(
      ${rows.map((row) => row.upload_id)}::uuid[],
      ${rows.map((row) => row.number)}::integer[],
      ${rows.map((row) => row.size_bytes)}::bigint[],
      ${rows.map((row) => row.sha256)}::text[],
      ${rows.map((row) => row.md5)}::text[],
      ${rows.map((row) => row.crc64nvme)}::text[]
    )
    on conflict (upload_id, number) do update set size_bytes = excluded.size_bytes, sha256 = excluded.sha256,
      md5 = excluded.md5, crc64nvme = excluded.crc64nvme`.execute(tx);
}

/**
 * The same for an upload that is open at the store and being sent: one statement, which does what lock, look and change would do one after the
 * other. False when it is not so any more; then nothing was declared.
 */
export async function declareMoreParts(
  db: Db,
  upload: Pick<UploadRow, 'id' | 'provider_upload_id'>,
  declared: { readonly parts: readonly PartRow[]; readonly now: Date },
): Promise<boolean> {
  const { now, parts } = declared;
  const { numAffectedRows } = await sql`
    with open as (
      update upload set updated_at = ${now}
      where id = ${upload.id} and provider_upload_id = ${upload.provider_upload_id}
        and state = 'uploading' and expires_at > ${now}
      returning id
    )
    insert into upload_part (upload_id, number, size_bytes, sha256, md5, crc64nvme)
    select open.id, part.* from open, unnest(
      ${parts.map((part) => part.number)}::integer[],
      ${parts.map((part) => part.size_bytes)}::bigint[],
      ${parts.map((part) => part.sha256)}::text[],
      ${parts.map((part) => part.md5)}::text[],
      ${parts.map((part) => part.crc64nvme)}::text[]
    ) as part
    on conflict (upload_id, number) do update set size_bytes = excluded.size_bytes, sha256 = excluded.sha256,
      md5 = excluded.md5, crc64nvme = excluded.crc64nvme`.execute(db);
  return numAffectedRows === BigInt(parts.length) && parts.length > 0;
}

/** All declared parts of each upload, in order: of each at most 10,000. */
export async function listPartsOf(
  db: Db | Tx,
  uploadIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PartRow[]>> {
  const rows = await db
    .selectFrom('upload_part')
    .select(['upload_id', 'number', 'size_bytes', 'sha256', 'md5', 'crc64nvme'])
    .where('upload_id', '=', sql<string>`any(${uploadIds}::uuid[])`)
    .orderBy('upload_id')
    .orderBy('number')
    .limit(10_000 * uploadIds.length)
    .execute();
  const byUpload = Map.groupBy(rows, (row) => row.upload_id);
  return new Map(uploadIds.map((id) => [id, byUpload.get(id) ?? []]));
}

/** The same for one. */
export async function listDeclaredParts(db: Db | Tx, uploadId: string): Promise<readonly PartRow[]> {
  return (await listPartsOf(db, [uploadId])).get(uploadId) ?? [];
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

/** Ids of open uploads whose sender is not active any more, or may add nothing to their space, in the order of their ids. */
export async function listStrandedIds(db: Db, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('upload')
    .innerJoin('user', 'user.id', 'upload.created_by')
    .leftJoin('member', (join) =>
      join
        .onRef('member.space_id', '=', 'upload.space_id')
        .onRef('member.user_id', '=', 'upload.created_by')
        .on('member.role', '!=', 'viewer'),
    )
    .select('upload.id')
    .where('upload.state', 'in', OPEN_STATES)
    .where((eb) => eb.or([eb('user.status', '!=', 'active'), eb('member.role', 'is', null)]))
    .orderBy('upload.id')
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
