import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export interface DownloadRow {
  readonly id: string;
  readonly link_id: string;
  readonly node_id: string;
  readonly version_id: string;
  readonly size_bytes: number;
  readonly bytes_left: number;
  readonly expires_at: Date;
}

export async function findDownload(
  db: Db,
  by: { readonly linkId: string; readonly keyHash: string },
): Promise<DownloadRow | undefined> {
  return await db
    .selectFrom('link_download')
    .select(['id', 'link_id', 'node_id', 'version_id', 'size_bytes', 'bytes_left', 'expires_at'])
    .where('key_hash', '=', by.keyHash)
    .where('link_id', '=', by.linkId)
    .executeTakeFirst();
}

export async function insertDownloads(
  tx: Tx,
  downloads: readonly {
    readonly id: string;
    readonly linkId: string;
    readonly keyHash: string;
    readonly nodeId: string;
    readonly versionId: string;
    readonly sizeBytes: number;
    readonly budgetBytes: number;
    readonly now: Date;
    readonly expiresAt: Date;
  }[],
): Promise<void> {
  if (downloads.length === 0) return;
  const rows = downloads.map((each) => ({
    id: each.id,
    link_id: each.linkId,
    key_hash: each.keyHash,
    node_id: each.nodeId,
    version_id: each.versionId,
    size_bytes: each.sizeBytes,
    budget_bytes: each.budgetBytes,
    bytes_left: each.budgetBytes,
    created_at: each.now,
    expires_at: each.expiresAt,
  }));
  await tx.insertInto('link_download').values(rows).execute();
}

/** Charges bytes to the budget before they are sent. Returns false if too few are left, or the link was revoked. */
export async function takeBytes(
  db: Db,
  take: { readonly id: string; readonly bytes: number; readonly expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update link_download set bytes_left = bytes_left - ${take.bytes}::bigint, expires_at = ${take.expiresAt}
    from link
    where link_download.id = ${take.id} and bytes_left >= ${take.bytes}::bigint
      and link.id = link_download.link_id and link.revoked_at is null
    returning link_download.id`.execute(db);
  return rows.length > 0;
}

/** Returns bytes to the budget that were charged but never sent. */
export async function giveBytesBack(
  db: Db,
  back: { readonly id: string; readonly bytes: number },
): Promise<void> {
  await db
    .updateTable('link_download')
    .set((set) => ({ bytes_left: set('bytes_left', '+', back.bytes) }))
    .where('id', '=', back.id)
    .execute();
}

/**
 * Deletes ended downloads of one link or of all, and returns those that never began to the limit of their link. Returns
 * the number of ended downloads.
 */
export async function endDownloads(
  tx: Tx,
  of: { readonly linkId: string | undefined; readonly now: Date },
): Promise<number> {
  const isAsked = of.linkId === undefined ? sql`true` : sql`link_id = ${of.linkId}`;
  const { rows } = await sql<{ ended: number }>`
    with ended as (
      delete from link_download where expires_at <= ${of.now} and ${isAsked}
      returning link_id, size_bytes, bytes_left = budget_bytes as is_unused
    ), unused as (
      select link_id, count(*)::int as files, sum(size_bytes)::bigint as bytes from ended where is_unused group by link_id
    ), given as (
      update link set downloads = downloads - files, bytes = link.bytes - unused.bytes
      from unused where link.id = unused.link_id
      returning link.id
    )
    select count(*) as ended from ended`.execute(tx);
  return rows[0]?.ended ?? 0;
}
