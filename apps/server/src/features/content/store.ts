import type { Db, Tx } from '../../platform/db/db.ts';

/** The object of a version: its key in the bucket, with size in bytes and media type. */
export async function findVersionBlob(
  db: Db | Tx,
  key: { readonly spaceId: string; readonly nodeId: string; readonly versionId: string },
): Promise<{ readonly key: string; readonly size_bytes: number; readonly media_type: string } | undefined> {
  return await db
    .selectFrom('version')
    .innerJoin('blob', 'blob.id', 'version.blob_id')
    .select(['blob.key', 'version.size_bytes', 'version.media_type'])
    .where('version.space_id', '=', key.spaceId)
    .where('version.node_id', '=', key.nodeId)
    .where('version.id', '=', key.versionId)
    .executeTakeFirst();
}
