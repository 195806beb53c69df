import { sql } from 'kysely';
import { countQueue, type QueueCount } from '../../platform/db/count-queue.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { isLasting } from '../../platform/db/held-roles.ts';
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
  'upload.based_on',
  'upload.integrity',
  'upload.state',
  'upload.reserved_bytes',
  'upload.created_by',
  'upload.created_at',
  'upload.updated_at',
  'upload.expires_at',
  'upload.request_id',
  'upload.hand_in_id',
  'upload.guest_name',
  'upload.link_label',
  'upload.replaces_id',
] as const;

/**
 * Selects uploads with their object keys. Uses a subquery per row, because for a join PostgreSQL scans the whole ledger
 * while it is small.
 */
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

export async function findUploads(
  db: Db | Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UploadRow>> {
  const rows = await uploads(db).where('upload.id', '=', sql<string>`any(${ids}::uuid[])`).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findUpload(db: Db | Tx, id: string): Promise<UploadRow | undefined> {
  return (await findUploads(db, [id])).get(id);
}

/** Locks uploads, and reads them under the lock. If the lock of the space is needed too, it must be taken first. */
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

export type UploadLockRow = Pick<UploadRow, 'id' | 'state' | 'blob_id' | 'node_id' | 'expires_at'>;

/** Like {@link lockUploads}, but returns only the fields that may have changed. */
export async function lockUploadRows(
  tx: Tx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, UploadLockRow>> {
  const rows = await tx
    .selectFrom('upload')
    .select(['id', 'state', 'blob_id', 'node_id', 'expires_at'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

export async function lockUpload(tx: Tx, id: string): Promise<UploadRow | undefined> {
  return (await lockUploads(tx, [id])).get(id);
}

/** Lists the unexpired open uploads of a person, newest first, without those of guests. */
export async function listOpenUploads(
  db: Db,
  input: { readonly userId: string; readonly now: Date; readonly limit: number },
): Promise<readonly UploadRow[]> {
  return await uploads(db)
    .where('upload.created_by', '=', input.userId)
    .where('upload.hand_in_id', 'is', null)
    .where('upload.state', 'in', OPEN_STATES)
    .where('upload.expires_at', '>', input.now)
    .orderBy('upload.created_at', 'desc')
    .orderBy('upload.id', 'desc')
    .limit(input.limit)
    .execute();
}

/**
 * Inserts uploads that share space, sender, integrity level and times. The other columns are one array parameter each,
 * which is faster than a parameter per field.
 */
export async function insertUploads(tx: Tx, rows: readonly UploadRow[]): Promise<void> {
  const [common] = rows;
  if (common === undefined) return;
  await sql`
    insert into upload (id, space_id, parent_id, name, node_id, version_id, blob_id, size_bytes, media_type,
      modified_at, part_size_bytes, part_count, provider_upload_id, conflict, based_on, integrity, state, reserved_bytes,
      created_by, created_at, updated_at, expires_at, request_id, hand_in_id, guest_name, link_label, replaces_id)
    select new.id, ${common.space_id}, new.parent_id, new.name, new.node_id, new.version_id, new.blob_id, new.size_bytes,
      new.media_type, new.modified_at, new.part_size_bytes, new.part_count, null, new.conflict, new.based_on, ${common.integrity},
      new.state, new.reserved_bytes, ${common.created_by}, ${common.created_at}, ${common.updated_at}, ${common.expires_at},
      ${common.request_id}::uuid, ${common.hand_in_id}::uuid, ${common.guest_name}::text,
      ${common.link_label}::text, ${common.replaces_id}::uuid
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
      ${rows.map((row) => row.based_on)}::uuid[],
      ${rows.map((row) => row.state)}::text[],
      ${rows.map((row) => row.reserved_bytes)}::bigint[]
    ) as new (id, parent_id, name, node_id, version_id, blob_id, size_bytes, media_type, modified_at, part_size_bytes,
      part_count, conflict, based_on, state, reserved_bytes)`.execute(tx);
}

interface UploadChange {
  readonly state?: UploadState;
  readonly provider_upload_id?: string | null;
  readonly blob_id?: string;
  readonly reserved_bytes?: number;
  readonly updated_at: Date;
}

export async function updateUpload(tx: Tx, id: string, change: UploadChange): Promise<void> {
  await tx.updateTable('upload').set(change).where('id', '=', id).execute();
}

/** Marks locked uploads as committed and links them to their files, which may differ from the planned ones. */
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
 * Changes the state of uploads that are in one of the states `from`. Locks in the order of ids, so that two calls
 * cannot deadlock.
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
 * Records a heartbeat. Skips uploads in completion, whose `updated_at` is its start; locks in the order of
 * {@link moveUploads}.
 */
export async function recordHeartbeat(
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
        .where('hand_in_id', 'is', null)
        .where('state', 'in', ['reserved', 'uploading'])
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .execute();
}

/** Replaces the store's upload id. Returns false if it is no longer `from`, or if a new id came after the end. */
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
    .$if(exchange.to !== null, (query) => query.where('state', 'in', OPEN_STATES))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Declares parts and replaces earlier declarations. */
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

/** Like {@link upsertParts}, in one statement. Returns false if the upload is not open at the store. */
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

export async function listDeclaredParts(db: Db | Tx, uploadId: string): Promise<readonly PartRow[]> {
  return (await listPartsOf(db, [uploadId])).get(uploadId) ?? [];
}

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

/**
 * Lists ids of open uploads whose folder is gone, or whose sender is inactive or may not write in the space. Guests send
 * as the creator of their link.
 */
export async function listStrandedIds(
  db: Db,
  { now, limit }: { readonly now: Date; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('upload')
    .innerJoin('user', 'user.id', 'upload.created_by')
    .select('upload.id')
    .where('upload.state', 'in', OPEN_STATES)
    .where((eb) =>
      eb.or([
        eb('user.status', '!=', 'active'),
        sql<boolean>`not exists (
          select from space_role where space_role.space_id = upload.space_id
            and space_role.user_id = upload.created_by and space_role.role <> 'viewer'
            and (upload.request_id is null or space_role.role <> 'contributor'))
          and not exists (
            select from node_role where upload.request_id is null and node_role.space_id = upload.space_id
              and node_role.user_id = upload.created_by and node_role.role <> 'viewer' and ${isLasting(now)})`,
        sql<boolean>`upload.replaces_id is null and not exists (
          select from node where node.space_id = upload.space_id and node.id = upload.parent_id)`,
      ]),
    )
    .orderBy('upload.id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Lists ids of uploads with an unfinished completion. */
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

/** Lists uploads that ended without a file while the store may still have parts. */
export async function listUncleaned(db: Db, limit: number): Promise<readonly UploadRow[]> {
  return await uploads(db)
    .where('upload.provider_upload_id', 'is not', null)
    .where('upload.state', 'in', ['failed', 'aborted', 'expired'])
    .orderBy('upload.updated_at')
    .orderBy('upload.id')
    .limit(limit)
    .execute();
}

export async function touchUpload(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('upload').set({ updated_at: now }).where('id', '=', id).execute();
}

/** Counts uploads whose completion has begun and not finished. */
export async function countUnsettled(db: Db): Promise<QueueCount> {
  return await countQueue(db, {
    rows: sql`upload where state in ('completing', 'verifying')`,
    at: sql`updated_at`,
  });
}
