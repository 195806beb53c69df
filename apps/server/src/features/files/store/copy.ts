import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/db.ts';
import { searchText } from '../../../platform/texts/search-text.ts';

export interface CopyRoot {
  readonly id: string;
  /** Limits the descendants to those that this person created. Undefined if the actor sees all of them. */
  readonly madeBy: string | undefined;
}

/** A node to copy, with the number of folders between it and its root. */
export interface CopiedRow {
  readonly root_id: string;
  readonly id: string;
  readonly parent_id: string | null;
  readonly kind: 'folder' | 'file';
  readonly size_bytes: number;
  readonly depth: number;
  readonly version_id: string | null;
  readonly blob_id: string | null;
}

/** Lists the roots and their descendants without trashed ones, parents first. Stops after `limit` rows. */
export async function listCopied(
  tx: Tx,
  input: { readonly spaceId: string; readonly roots: readonly CopyRoot[]; readonly limit: number },
): Promise<readonly CopiedRow[]> {
  const { spaceId, roots, limit } = input;
  const query = sql<CopiedRow>`
    with recursive below (root_id, made_by, id, parent_id, kind, size_bytes, version_id, depth) as (
      select node.id, root.made_by, node.id, node.parent_id, node.kind, node.size_bytes, node.current_version_id, 0
      from unnest(${roots.map(({ id }) => id)}::uuid[], ${roots.map(({ madeBy }) => madeBy ?? null)}::uuid[])
        as root (id, made_by)
      join node on node.space_id = ${spaceId} and node.id = root.id
      union all
      select below.root_id, below.made_by, node.id, node.parent_id, node.kind, node.size_bytes, node.current_version_id,
        below.depth + 1
      from below join node on node.space_id = ${spaceId} and node.parent_id = below.id
      where below.kind = 'folder' and node.trashed_at is null
        and (below.made_by is null or node.created_by = below.made_by)
    ),
    copied as materialized (select * from below limit ${limit})
    select copied.root_id, copied.id, copied.parent_id, copied.kind, copied.size_bytes, copied.depth, copied.version_id,
      (select version.blob_id from version where version.space_id = ${spaceId} and version.id = copied.version_id) as blob_id
    from copied order by copied.depth`;
  return (await query.execute(tx)).rows;
}

export interface NewCopy {
  readonly fromId: string;
  readonly id: string;
  readonly parentId: string;
  /** The new name. Undefined to keep the name of the original. */
  readonly name: { readonly name: string; readonly key: string; readonly sort: string } | undefined;
  readonly levels: number;
  readonly file: NewFileCopy | undefined;
}

export interface NewFileCopy {
  readonly fromVersionId: string;
  readonly versionId: string;
  readonly blobId: string;
}

interface Copying {
  readonly fromSpaceId: string;
  readonly spaceId: string;
  readonly by: string;
  readonly now: Date;
  readonly copies: readonly NewCopy[];
}

/** Inserts copies of nodes; requires the locks of both spaces. A taken name violates the index `node_name`. */
export async function insertNodeCopies(tx: Tx, copying: Copying): Promise<void> {
  const { copies, now, by } = copying;
  await sql`
    insert into node (space_id, id, parent_id, kind, name, name_key, name_sort, name_search, current_version_id, size_bytes,
      media_type, modified_at, is_damaged, levels_below, created_by, created_at, updated_at)
    select ${copying.spaceId}, new.id, new.parent_id, source.kind, coalesce(new.name, source.name),
      coalesce(new.name_key, source.name_key), coalesce(new.name_sort, source.name_sort),
      coalesce(new.name_search, source.name_search), new.version_id, source.size_bytes, source.media_type,
      case source.kind when 'folder' then ${now}::timestamptz else source.modified_at end, source.is_damaged, new.levels,
      ${by}, ${now}, ${now}
    from unnest(
      ${copies.map((copy) => copy.fromId)}::uuid[],
      ${copies.map((copy) => copy.id)}::uuid[],
      ${copies.map((copy) => copy.parentId)}::uuid[],
      ${copies.map((copy) => copy.name?.name ?? null)}::text[],
      ${copies.map((copy) => copy.name?.key ?? null)}::text[],
      ${copies.map((copy) => copy.name?.sort ?? null)}::text[],
      ${copies.map((copy) => (copy.name === undefined ? null : searchText(copy.name.name)))}::text[],
      ${copies.map((copy) => copy.file?.versionId ?? null)}::uuid[],
      ${copies.map((copy) => copy.levels)}::smallint[]
    ) as new (from_id, id, parent_id, name, name_key, name_sort, name_search, version_id, levels)
    join node source on source.space_id = ${copying.fromSpaceId} and source.id = new.from_id`.execute(tx);
}

/** Inserts one version for each copied file. Its author is the person who copies. */
export async function insertVersionCopies(tx: Tx, copying: Copying): Promise<void> {
  const files = copying.copies.flatMap(({ id, file }) =>
    file === undefined ? [] : [{ ...file, nodeId: id }],
  );
  if (files.length === 0) return;
  await sql`
    insert into version (space_id, id, node_id, number, blob_id, size_bytes, media_type, sha256, author_id, created_at)
    select ${copying.spaceId}, new.id, new.node_id, 1, new.blob_id, source.size_bytes, source.media_type, source.sha256,
      ${copying.by}, ${copying.now}
    from unnest(
      ${files.map((file) => file.fromVersionId)}::uuid[],
      ${files.map((file) => file.versionId)}::uuid[],
      ${files.map((file) => file.nodeId)}::uuid[],
      ${files.map((file) => file.blobId)}::uuid[]
    ) as new (from_id, id, node_id, blob_id)
    join version source on source.space_id = ${copying.fromSpaceId} and source.id = new.from_id`.execute(tx);
}
