import { defined } from '@coffer/kit';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { NodeRow, GuestAuthor } from '../model.ts';
import { columnsOf, type NodeKey } from './nodes.ts';
import { searchText } from '../../../platform/texts/search-text.ts';

/** Those of the ids that belong to a node, including trashed nodes. */
export async function listKnownIds(db: Db | Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('node')
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** Those of the ids that belong to a node, or have the history of one that was deleted permanently. */
export async function listUsedIds(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const used = sql<{ readonly id: string }>`
    select id from node where id = any(${ids}::uuid[])
    union select node_id from event where node_id = any(${ids}::uuid[])`;
  return new Set((await used.execute(tx)).rows.map((row) => row.id));
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

/**
 * Inserts nodes with the same space and time; returns the rows unordered. A taken name violates the index `node_name`.
 */
export async function insertNodes(tx: Tx, nodes: readonly NewNode[]): Promise<readonly NodeRow[]> {
  const [common] = nodes;
  if (common === undefined) return [];
  const query = sql<NodeRow>`
    insert into node (space_id, id, parent_id, kind, name, name_key, name_sort, name_search, current_version_id,
      size_bytes, media_type, modified_at, created_by, created_at, updated_at)
    select ${common.spaceId}, new.*, ${common.now}, ${common.now}
    from unnest(
      ${nodes.map((node) => node.id)}::uuid[],
      ${nodes.map((node) => node.parentId)}::uuid[],
      ${nodes.map((node) => node.kind)}::text[],
      ${nodes.map((node) => node.name)}::text[],
      ${nodes.map((node) => node.nameKey)}::text[],
      ${nodes.map((node) => node.nameSort)}::text[],
      ${nodes.map((node) => searchText(node.name))}::text[],
      ${nodes.map((node) => node.versionId)}::uuid[],
      ${nodes.map((node) => node.sizeBytes)}::bigint[],
      ${nodes.map((node) => node.mediaType)}::text[],
      ${nodes.map((node) => node.modifiedAt)}::timestamptz[],
      ${nodes.map((node) => node.createdBy)}::uuid[]
    ) as new
    returning ${columnsOf('node')}`;
  return (await query.execute(tx)).rows;
}

export async function insertNode(tx: Tx, node: NewNode): Promise<NodeRow> {
  return defined((await insertNodes(tx, [node])).at(0), 'an inserted node was not returned');
}

export interface NewVersion extends NodeKey {
  readonly nodeId: string;
  readonly blobId: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
  readonly sha256: string;
  readonly authorId: string;
  readonly guest?: GuestAuthor | undefined;
}

/** Inserts one version per file and returns the numbers by version id. The space lock keeps numbers without gaps. */
export async function insertVersions(
  tx: Tx,
  versions: readonly NewVersion[],
): Promise<ReadonlyMap<string, number>> {
  const [common] = versions;
  if (common === undefined) return new Map();
  const query = sql<{ readonly id: string; readonly number: number }>`
    insert into version (space_id, id, node_id, blob_id, size_bytes, media_type, sha256, author_id, guest_name, link_label, created_at, number)
    select ${common.spaceId}, new.*, ${common.now}, (select coalesce(max(version.number), 0) + 1 from version
      where version.space_id = ${common.spaceId} and version.node_id = new.node_id)
    from unnest(
      ${versions.map((version) => version.id)}::uuid[],
      ${versions.map((version) => version.nodeId)}::uuid[],
      ${versions.map((version) => version.blobId)}::uuid[],
      ${versions.map((version) => version.sizeBytes)}::bigint[],
      ${versions.map((version) => version.mediaType)}::text[],
      ${versions.map((version) => version.sha256)}::text[],
      ${versions.map((version) => version.authorId)}::uuid[],
      ${versions.map((version) => version.guest?.name ?? null)}::text[],
      ${versions.map((version) => version.guest?.link ?? null)}::text[]
    ) as new (id, node_id, blob_id, size_bytes, media_type, sha256, author_id, guest_name, link_label)
    returning id, number`;
  return new Map((await query.execute(tx)).rows.map((row) => [row.id, row.number]));
}

export interface CurrentVersion {
  readonly id: string;
  readonly versionId: string;
  readonly sizeBytes: number;
  readonly mediaType: string;
  readonly modifiedAt: Date;
}

/** Sets the current versions, which must be verified. Returns the rows unordered. */
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
