import { defined } from '@coffer/kit';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import type { NodeRow } from '../model.ts';
import { columnsOf, NODE_COLUMNS, type NodeKey } from '../store.ts';

/** Which of these ids a node was ever made with. */
export async function listKnownIds(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('node')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => row.id));
}

export interface NewNode {
  readonly spaceId: string;
  readonly parentId: string;
  readonly id: string;
  readonly kind: 'folder' | 'file';
  readonly name: string;
  readonly nameKey: string;
  readonly nameSort: string;
  readonly versionId: string | null;
  readonly sizeBytes: number;
  readonly mediaType: string;
  readonly modifiedAt: Date;
  readonly createdBy: string;
  readonly now: Date;
}

/** Inserts nodes; the rows come in any order. A taken name violates `node_name`. */
export async function insertNodes(tx: Tx, nodes: readonly NewNode[]): Promise<readonly NodeRow[]> {
  if (nodes.length === 0) return [];
  return await tx
    .insertInto('node')
    .values(
      nodes.map((node) => ({
        space_id: node.spaceId,
        id: node.id,
        parent_id: node.parentId,
        kind: node.kind,
        name: node.name,
        name_key: node.nameKey,
        name_sort: node.nameSort,
        current_version_id: node.versionId,
        size_bytes: node.sizeBytes,
        media_type: node.mediaType,
        modified_at: node.modifiedAt,
        created_by: node.createdBy,
        trashed_at: null,
        trashed_by: null,
        created_at: node.now,
        updated_at: node.now,
      })),
    )
    .returning(NODE_COLUMNS)
    .execute();
}

/** Inserts one node. A taken name violates `node_name`. */
export async function insertNode(tx: Tx, node: NewNode): Promise<NodeRow> {
  return defined((await insertNodes(tx, [node])).at(0), 'an inserted row is returned');
}

export interface NewVersion extends NodeKey {
  readonly nodeId: string;
  readonly blobId: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
  readonly sha256: string;
  readonly authorId: string;
}

/**
 * Inserts the next version of each file, of each file one; the space is locked, so numbers have no gaps. Their numbers by the id of the
 * version.
 */
export async function insertVersions(
  tx: Tx,
  versions: readonly NewVersion[],
): Promise<ReadonlyMap<string, number>> {
  if (versions.length === 0) return new Map();
  const rows = await tx
    .insertInto('version')
    .values(
      versions.map((version) => ({
        space_id: version.spaceId,
        id: version.id,
        node_id: version.nodeId,
        number: sql<number>`(select coalesce(max(number), 0) + 1 from version
          where space_id = ${version.spaceId} and node_id = ${version.nodeId})`,
        blob_id: version.blobId,
        size_bytes: version.sizeBytes,
        media_type: version.mediaType,
        sha256: version.sha256,
        author_id: version.authorId,
        created_at: version.now,
      })),
    )
    .returning(['id', 'number'])
    .execute();
  return new Map(rows.map((row) => [row.id, row.number]));
}

export interface CurrentVersion {
  /** Of the node. */
  readonly id: string;
  readonly versionId: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
  readonly modifiedAt: Date;
}

/** Makes versions, known to be whole, the current ones of their files; the rows come in any order. */
export async function setCurrentVersions(
  tx: Tx,
  change: { readonly spaceId: string; readonly now: Date; readonly versions: readonly CurrentVersion[] },
): Promise<readonly NodeRow[]> {
  if (change.versions.length === 0) return [];
  const query = sql<NodeRow>`
    update node set current_version_id = current.version_id, size_bytes = current.size_bytes,
      media_type = current.media_type, modified_at = current.modified_at, is_damaged = false,
      updated_at = ${change.now}, revision = node.revision + 1
    from jsonb_to_recordset(${JSON.stringify(change.versions.map(recordOf))}::jsonb)
      as current (id uuid, version_id uuid, size_bytes bigint, media_type text, modified_at timestamptz)
    where node.space_id = ${change.spaceId} and node.id = current.id
    returning ${columnsOf('node')}`;
  return (await query.execute(tx)).rows;
}

function recordOf(version: CurrentVersion): Record<string, unknown> {
  return {
    id: version.id,
    version_id: version.versionId,
    size_bytes: version.sizeBytes,
    media_type: version.mediaType,
    modified_at: version.modifiedAt,
  };
}
