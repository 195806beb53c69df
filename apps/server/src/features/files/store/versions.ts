import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export interface VersionRow {
  readonly id: string;
  readonly number: number;
  readonly blob_id: string;
  readonly size_bytes: number;
  readonly media_type: string;
  readonly sha256: string;
  readonly author_id: string;
  readonly guest_name: string | null;
  readonly link_label: string | null;
  readonly created_at: Date;
  readonly label: string | null;
  readonly key: string;
  readonly crc64nvme: string | null;
  readonly part_size_bytes: number | null;
  readonly content_sha256: string | null;
  readonly verified_at: Date | null;
  /** When the bytes were last read, or the commit time if the store verified the upload. */
  readonly checked_at: Date | null;
  readonly damage: 'missing' | 'different' | 'checksum' | null;
  readonly damaged_at: Date | null;
}

/**
 * The CRC-64 of a version. Null until the server has read the bytes, because the value is only the sender's claim
 * before.
 */
export function knownCrc64(row: VersionRow): string | null {
  return row.checked_at !== null && row.checked_at > row.created_at ? row.crc64nvme : null;
}

/** The SHA-256 of the content. Null until the store or a read has computed it; the sender's claim is not returned. */
export function knownContentSha256(
  row: Pick<VersionRow, 'sha256' | 'content_sha256' | 'verified_at'>,
): string | null {
  if (row.sha256.includes('-')) return row.content_sha256;
  return row.verified_at === null ? null : row.sha256;
}

const versions = (db: Db | Tx, file: { readonly spaceId: string; readonly nodeId: string }) =>
  db
    .selectFrom('version')
    .innerJoin('blob', 'blob.id', 'version.blob_id')
    .select([
      'version.id',
      'version.number',
      'version.blob_id',
      'version.size_bytes',
      'version.media_type',
      'version.sha256',
      'version.author_id',
      'version.guest_name',
      'version.link_label',
      'version.created_at',
      'version.label',
      'blob.key',
      'blob.crc64nvme',
      'blob.part_size_bytes',
      'blob.content_sha256',
      'blob.verified_at',
      'blob.checked_at',
      'blob.damage',
      'blob.damaged_at',
    ])
    .where('version.space_id', '=', file.spaceId)
    .where('version.node_id', '=', file.nodeId);

/** The maximum of the column `number`. */
const NUMBER_MAX = 2_147_483_647;

interface FileVersions {
  readonly spaceId: string;
  readonly nodeId: string;
  /** Only versions with a lower number. */
  readonly before: number | undefined;
}

/** One page, newest first. `is_shared` says that another version of the file has the same object. */
export async function listVersionRows(
  db: Db | Tx,
  page: FileVersions & { readonly limit: number },
): Promise<readonly (VersionRow & { readonly is_shared: boolean })[]> {
  const isShared = sql<boolean>`exists (select from version other
    where other.blob_id = version.blob_id and other.space_id = version.space_id
      and other.node_id = version.node_id and other.id <> version.id)`;
  return await versions(db, page)
    .select(isShared.as('is_shared'))
    .where('version.number', '<', page.before ?? NUMBER_MAX)
    .orderBy('version.number', 'desc')
    .limit(page.limit)
    .execute();
}

/** Counts all versions of a file, and those that come before the page. */
export async function countVersions(
  db: Db | Tx,
  { spaceId, nodeId, before }: FileVersions,
): Promise<{ readonly total: number; readonly newer: number }> {
  return await db
    .selectFrom('version')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn
        .countAll<number>()
        .filterWhere('number', '>=', before ?? NUMBER_MAX)
        .as('newer'),
    ])
    .where('space_id', '=', spaceId)
    .where('node_id', '=', nodeId)
    .executeTakeFirstOrThrow();
}

export async function findVersionRow(
  db: Db | Tx,
  version: { readonly spaceId: string; readonly nodeId: string; readonly id: string },
): Promise<VersionRow | undefined> {
  return await versions(db, version).where('version.id', '=', version.id).executeTakeFirst();
}

/** Whether the file has no other intact version. */
export async function isOnlyWhole(
  tx: Tx,
  version: { readonly spaceId: string; readonly nodeId: string; readonly id: string },
): Promise<boolean> {
  const other = await tx
    .selectFrom('version')
    .innerJoin('blob', 'blob.id', 'version.blob_id')
    .select('version.id')
    .where('version.space_id', '=', version.spaceId)
    .where('version.node_id', '=', version.nodeId)
    .where('version.id', '<>', version.id)
    .where('blob.damaged_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

export async function deleteVersionRow(
  tx: Tx,
  version: { readonly spaceId: string; readonly id: string },
): Promise<void> {
  await tx
    .deleteFrom('version')
    .where('space_id', '=', version.spaceId)
    .where('id', '=', version.id)
    .execute();
}

export async function setVersionLabel(
  tx: Tx,
  version: { readonly spaceId: string; readonly id: string },
  label: string | null,
): Promise<void> {
  await tx
    .updateTable('version')
    .set({ label })
    .where('space_id', '=', version.spaceId)
    .where('id', '=', version.id)
    .execute();
}

/** A damaged version and the newest older intact version of its file. */
export interface DamagedRow {
  readonly space_id: string;
  readonly node_id: string;
  readonly id: string;
  readonly number: number;
  readonly size_bytes: number;
  readonly damage: 'missing' | 'different' | 'checksum';
  readonly damaged_at: Date;
  readonly is_current: boolean;
  readonly whole_version_id: string | null;
}

/** One page of the damaged versions of all spaces, newest damage first, with the total. */
export async function listDamagedVersions(
  db: Db,
  page: { readonly at: number; readonly limit: number },
): Promise<{ readonly rows: readonly DamagedRow[]; readonly total: number }> {
  const from = sql`
    from blob
    join version on version.blob_id = blob.id
    join node on node.space_id = version.space_id and node.id = version.node_id
    where blob.damaged_at is not null and blob.state = 'referenced'`;
  const query = sql<DamagedRow>`
    select version.space_id, version.node_id, version.id, version.number, version.size_bytes,
      blob.damage, blob.damaged_at, version.id = node.current_version_id as is_current,
      (select older.id from version older join blob whole on whole.id = older.blob_id
        where older.space_id = version.space_id and older.node_id = version.node_id
          and older.number < version.number and whole.damaged_at is null
        order by older.number desc limit 1) as whole_version_id
    ${from}
    order by blob.damaged_at desc, version.id offset ${page.at} limit ${page.limit}`;
  const count = sql<{ readonly total: number }>`select count(*)::bigint as total ${from}`;
  const [rows, totals] = await Promise.all([query.execute(db), count.execute(db)]);
  return { rows: rows.rows, total: totals.rows[0]?.total ?? 0 };
}

/** The newest intact version of each file, by file id. */
export async function findWholeVersions(
  db: Db,
  file: { readonly spaceId: string; readonly nodeIds: readonly string[] },
): Promise<ReadonlyMap<string, Pick<VersionRow, 'id' | 'number' | 'created_at'>>> {
  const rows = await db
    .selectFrom('version')
    .innerJoin('blob', 'blob.id', 'version.blob_id')
    .distinctOn('version.node_id')
    .select(['version.node_id', 'version.id', 'version.number', 'version.created_at'])
    .where('version.space_id', '=', file.spaceId)
    .where('version.node_id', '=', sql<string>`any(${file.nodeIds}::uuid[])`)
    .where('blob.damaged_at', 'is', null)
    .orderBy('version.node_id')
    .orderBy('version.number', 'desc')
    .execute();
  return new Map(rows.map(({ node_id: nodeId, ...row }) => [nodeId, row]));
}
