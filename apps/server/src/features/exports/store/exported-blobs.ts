import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

export interface ExportedBlob {
  readonly version_id: string;
  readonly node_id: string;
  readonly name: string;
  readonly key: string;
  readonly size_bytes: number;
  readonly media_type: string;
}

/** The objects of one space by version id, including trashed files. */
export async function listExportedBlobs(
  db: Db,
  { spaceId, versionIds }: { readonly spaceId: string; readonly versionIds: readonly string[] },
): Promise<ReadonlyMap<string, ExportedBlob>> {
  const { rows } = await sql<ExportedBlob>`
    select version.id as version_id, version.node_id, node.name, blob.key, version.size_bytes, version.media_type
    from version
    join node on node.space_id = version.space_id and node.id = version.node_id and node.purge_began_at is null
    join blob on blob.id = version.blob_id
    where version.space_id = ${spaceId} and version.id = any(${versionIds}::uuid[])`.execute(db);
  return new Map(rows.map((row) => [row.version_id, row]));
}
