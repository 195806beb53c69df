import type { SearchQuery } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../../platform/db/db.ts';

/** The folder that a search is limited to. */
export interface Within {
  readonly spaceId: string;
  /** Whether the person sees everything in the folder. */
  readonly seesAll: boolean;
  /** Undefined for the root of a space, where `spaceId` is enough. */
  readonly below: Below | undefined;
}

export interface Below {
  readonly folderId: string;
  /** The folder and all folders below it. Undefined if there are more than `FOLDERS_READ_MAX`. */
  readonly folderIds: readonly string[] | undefined;
  /** The number of items in those folders that are not in the trash. */
  readonly items: number;
}

/** So many folders are read in about 30 ms. */
const FOLDERS_READ_MAX = 5_000;

/** Reads the folders below. Visits only folders, and stops when there are too many. */
export async function readBelow(
  db: Db,
  folder: { readonly spaceId: string; readonly folderId: string; readonly trash: SearchQuery['trash'] },
): Promise<Below> {
  const { spaceId, folderId } = folder;
  const query = sql<{ readonly ids: readonly string[]; readonly items: number }>`
    with recursive below (space_id, id) as (
      select ${spaceId}::uuid, ${folderId}::uuid
      union
      select below.space_id, child.id from below cross join lateral (${foldersIn('below', folder.trash)}) as child
    ),
    visited as materialized (select id from below limit ${FOLDERS_READ_MAX + 1})
    select array_agg(visited.id) as ids, coalesce(sum(content.items), 0)::bigint as items
    from visited left join lateral (
      select folders + files as items from folder_content where space_id = ${spaceId} and folder_id = visited.id limit 1
    ) as content on true`;
  const { ids = [], items = 0 } = (await query.execute(db)).rows[0] ?? {};
  return { folderId, folderIds: ids.length > FOLDERS_READ_MAX ? undefined : ids, items };
}

/**
 * The folders in a parent. `offset` keeps the planner to the items of each parent; otherwise it would read all nodes
 * when folders are few.
 */
export function foldersIn(parent: string, trash: SearchQuery['trash']): RawBuilder<unknown> {
  const folders = sql`select id from node where node.space_id = ${sql.ref(`${parent}.space_id`)}
    and node.parent_id = ${sql.ref(`${parent}.id`)} and node.kind = 'folder'`;
  const living = sql`${folders} and node.trashed_at is null`;
  if (trash === 'exclude') return sql`${living} offset 0`;
  return sql`${living} union all ${folders} and node.trashed_at is not null and node.purge_began_at is null offset 0`;
}

/** A table `below` of the folders, if they are known. */
export function belowTable(within: Within | undefined): RawBuilder<unknown> {
  const ids = within?.below?.folderIds;
  return ids === undefined ? sql`` : sql`, below (id) as materialized (select unnest(${ids}::uuid[]))`;
}

/** Whether a `node` is in the folder. `is true` keeps the planner from reading all items of the folder. */
export function isBelow({ folderId, folderIds }: Below): RawBuilder<unknown> {
  if (folderIds !== undefined) return sql`(node.parent_id in (select id from below)) is true`;
  return sql`exists (
    with recursive above (id) as (
      select node.parent_id
      union all
      select up.parent_id from above cross join lateral (
        select parent_id from node as folder where folder.space_id = node.space_id and folder.id = above.id limit 1
      ) as up
      where above.id <> ${folderId}::uuid and up.parent_id is not null
    )
    select from above where id = ${folderId}::uuid)`;
}

/** Whether reading all items of the folder is faster than reading all matches in the space. */
export function isSmall(
  { within, trash }: { readonly within?: Within | undefined; readonly trash: SearchQuery['trash'] },
  itemsMax: number,
): boolean {
  // `items` does not count trashed items.
  if (trash !== 'exclude') return false;
  const below = within?.below;
  return below?.folderIds !== undefined && below.items <= itemsMax;
}

/** Each `node` in the folders that is not in the trash, within the space of a `place`. */
export function nodesBelow(): RawBuilder<unknown> {
  return sql`below cross join lateral (
    select * from node where node.space_id = place.space_id and node.parent_id = below.id and node.trashed_at is null
    offset 0
  ) as node`;
}
