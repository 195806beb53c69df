import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/db.ts';

export interface RowFactsRow {
  readonly id: string;
  readonly items: number;
  readonly size_bytes: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly changed_by: string;
  readonly guest_name: string | null;
  readonly link_label: string | null;
  /** The first people and groups with a grant, oldest grant first. */
  readonly holders: string[];
  /** In the order of the holders. */
  readonly holder_pictures: (string | null)[];
  readonly grants: number;
  readonly links: number;
}

interface PictureRow {
  readonly version_id: string;
  readonly width: number;
  readonly height: number;
  readonly thumb_hash: string;
}

/**
 * The sizes and placeholders of versions that have a thumbnail. Each is looked up by key, because for a join PostgreSQL
 * may read a whole table while it is small.
 */
export async function listPictureRows(
  db: Db | Tx,
  files: readonly { readonly spaceId: string; readonly versionId: string }[],
): Promise<ReadonlyMap<string, PictureRow>> {
  const query = sql<PictureRow>`
    select asked.version_id, picture.width, picture.height, picture.thumb_hash
    from unnest(${files.map(({ spaceId }) => spaceId)}::uuid[], ${files.map(({ versionId }) => versionId)}::uuid[])
      as asked (space_id, version_id)
    cross join lateral (
      select version.blob_id from version
      where version.space_id = asked.space_id and version.id = asked.version_id limit 1
    ) as content
    cross join lateral (
      select coalesce(blob.copy_of, blob.id) as id from blob where blob.id = content.blob_id limit 1
    ) as object
    cross join lateral (
      select width, height, thumb_hash from rendition
      where rendition.blob_id = object.id and rendition.state = 'ready' and rendition.thumb_hash <> '' limit 1
    ) as picture`;
  return new Map((await query.execute(db)).rows.map((row) => [row.version_id, row]));
}

const NAMES_MAX = 3;
/** Maximum folders visited to size one folder, so that a list with many large folders stays fast. */
const FOLDERS_BELOW_MAX = 100;

/** Facts about the rows of a list. Ended grants and links do not count. */
export async function listRowFactRows(
  db: Db,
  { ids, now }: { readonly ids: readonly string[]; readonly now: Date },
): Promise<ReadonlyMap<string, RowFactsRow>> {
  if (ids.length === 0) return new Map();
  const query = sql<RowFactsRow>`
    select node.id, coalesce(content.folders + content.files, 0)::bigint as items,
      case when node.kind = 'folder' then (${sizeBelow()}) end as size_bytes,
      picture.width, picture.height,
      coalesce(version.author_id, node.created_by) as changed_by, version.guest_name, version.link_label,
      coalesce(given.holders, '{}') as holders, coalesce(given.holder_pictures, '{}') as holder_pictures, coalesce(given.grants, 0)::bigint as grants,
      (select count(*) from link
        where link.space_id = node.space_id and link.node_id = node.id and link.revoked_at is null
          and link.expires_at > ${now})::bigint as links
    from node
    left join folder_content content on content.space_id = node.space_id and content.folder_id = node.id
    left join version on version.space_id = node.space_id and version.id = node.current_version_id
    left join lateral (
      select rendition.width, rendition.height
      from blob join rendition on rendition.blob_id = coalesce(blob.copy_of, blob.id)
      where blob.id = version.blob_id and rendition.state = 'ready' and version.media_type like 'image/%' limit 1
    ) picture on true
    left join lateral (
      select count(*) as grants, (array_agg(name order by created_at))[1:${sql.lit(NAMES_MAX)}] as holders,
        (array_agg(picture_id order by created_at))[1:${sql.lit(NAMES_MAX)}] as holder_pictures
      from (
        select coalesce(person.name, held.name) as name, person.picture_id, "grant".created_at
        from "grant"
        left join "user" as person on person.id = "grant".user_id
        left join "group" as held on held.id = "grant".group_id
        where "grant".space_id = node.space_id and "grant".node_id = node.id
          and ("grant".expires_at is null or "grant".expires_at > ${now})
          and person.status is distinct from 'removed'
      ) holder
    ) given on true
    where node.id = any(${ids}::uuid[])`;
  return new Map((await query.execute(db)).rows.map((row) => [row.id, row]));
}

/** The size of all files below a folder. Null if there are too many folders to visit. */
function sizeBelow(): RawBuilder<number | null> {
  return sql`
    with recursive below (id) as (
      select node.id
      union all
      select child.id from below
      join node child on child.space_id = node.space_id and child.parent_id = below.id
      where child.kind = 'folder' and child.trashed_at is null
    ),
    visited as materialized (select id from below limit ${sql.lit(FOLDERS_BELOW_MAX + 1)})
    select case when count(*) <= ${sql.lit(FOLDERS_BELOW_MAX)} then coalesce(sum(content.file_bytes), 0)::bigint end
    from visited
    left join folder_content content on content.space_id = node.space_id and content.folder_id = visited.id`;
}
