import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/db.ts';

interface VersionKey {
  readonly spaceId: string;
  readonly nodeId: string;
  readonly versionId: string;
}

interface VersionBlob {
  readonly key: string;
  readonly size_bytes: number;
  readonly media_type: string;
}

export async function findVersionBlob(db: Db | Tx, key: VersionKey): Promise<VersionBlob | undefined> {
  return await db
    .selectFrom('version')
    .innerJoin('blob', 'blob.id', 'version.blob_id')
    .select(['blob.key', 'version.size_bytes', 'version.media_type'])
    .where('version.space_id', '=', key.spaceId)
    .where('version.node_id', '=', key.nodeId)
    .where('version.id', '=', key.versionId)
    .executeTakeFirst();
}

interface SummedVersion extends VersionBlob {
  readonly id: string;
  readonly node_id: string;
  readonly sha256: string;
  readonly part_size_bytes: number | null;
  readonly content_sha256: string | null;
  readonly verified_at: Date | null;
  readonly is_damaged: boolean;
}

/** The objects of versions by version id. */
export async function findVersionBlobs(
  db: Db | Tx,
  keys: readonly VersionKey[],
): Promise<ReadonlyMap<string, SummedVersion>> {
  const column = (name: keyof VersionKey) => sql`${keys.map((key) => key[name])}::uuid[]`;
  const query = sql<SummedVersion>`
    select version.id, version.node_id, blob.key, version.size_bytes, version.media_type, version.sha256,
      blob.part_size_bytes, blob.content_sha256, blob.verified_at, blob.damage is not null as is_damaged
    from unnest(${column('spaceId')}, ${column('nodeId')}, ${column('versionId')}) as asked (space_id, node_id, id)
    join version on version.space_id = asked.space_id and version.node_id = asked.node_id and version.id = asked.id
    join blob on blob.id = version.blob_id`;
  return new Map((await query.execute(db)).rows.map((row) => [row.id, row]));
}
