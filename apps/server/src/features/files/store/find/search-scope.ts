import type { SearchKind } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../../platform/db/db.ts';
import { isLasting } from '../../../../platform/db/held-roles.ts';
import { belowTable, foldersIn, isBelow, type Within } from './within.ts';

export interface SearchScope {
  readonly userId: string;
  readonly now: Date;
  /** Undefined to search in all spaces of the person. */
  readonly spaceId: string | undefined;
  readonly within: Within | undefined;
  readonly kind: SearchKind | undefined;
  readonly sizeFrom: number | undefined;
  readonly sizeTo: number | undefined;
  readonly modifiedFrom: string | undefined;
  readonly modifiedTo: string | undefined;
  /** The person who added the item or its current version. */
  readonly by: string | undefined;
  /** The `name_key` of a tag that the item must have. */
  readonly tagKey: string | undefined;
  readonly trash: 'exclude' | 'include' | 'only';
}

/** A position in results ordered by ascending rank, then newest first, then by id. */
export interface RankedPosition {
  readonly rank: number;
  readonly modifiedAt: Date;
  readonly id: string;
}

export interface RankedPage {
  readonly rows: readonly RankedPosition[];
  readonly total: number;
  readonly isPartial: boolean;
}

interface RankedRequest {
  /** A query that selects `columns`, `modified_at` and `rank` of each candidate node. */
  readonly candidates: RawBuilder<unknown>;
  readonly after: RankedPosition | undefined;
  readonly limit: number;
  /** The limit of candidates per space. If a space reaches it, the result is partial. */
  readonly rankedMax: number;
}

/** One page of the candidates, filtered by `scope.trash`. */
export async function readRanked(
  tx: Tx,
  scope: SearchScope,
  { candidates, after, limit, rankedMax }: RankedRequest,
): Promise<RankedPage> {
  const query = sql<{
    readonly total: number;
    readonly is_partial: boolean;
    readonly rank: number | null;
    readonly modified_at: Date | null;
    readonly id: string | null;
  }>`
    with recursive ${placesOf(scope)},
    candidate as materialized (${candidates}),
    ${trashedFolders()},
    match as materialized (select rank, modified_at, id from candidate where ${inTrash(scope.trash)}),
    page as (
      select rank, modified_at, id from match
      where ${after === undefined ? sql`true` : beyond(after)}
      order by rank, modified_at desc, id desc limit ${limit}
    )
    select summary.total, summary.is_partial, page.rank, page.modified_at, page.id
    from (
      select (select count(*) from match) as total,
        exists (select from candidate group by space_id having count(*) >= ${rankedMax}) as is_partial
    ) as summary
    left join page on true
    order by page.rank, page.modified_at desc, page.id desc`;
  const { rows } = await query.execute(tx);
  return {
    rows: rows.flatMap(({ rank, modified_at: modifiedAt, id }) =>
      rank === null || modifiedAt === null || id === null ? [] : [{ rank, modifiedAt, id }],
    ),
    total: rows[0]?.total ?? 0,
    isPartial: rows[0]?.is_partial ?? false,
  };
}

/** Only these columns, because up to ten thousand candidates are held until the page is chosen. */
export const columns = (table: string) =>
  sql.join(
    (['space_id', 'id', 'parent_id', 'trashed_at'] as const).map((column) => sql.ref(`${table}.${column}`)),
  );

/** A condition on `node` joined with `place`: the person may see the node. */
export function isSeen(scope: SearchScope): RawBuilder<unknown> {
  if (scope.within?.seesAll === true) return sql`true`;
  return sql`(place.sees_all or place.sees_own and node.created_by = ${scope.userId}
    or node.id in (select id from shared) or node.parent_id in (select id from shared))`;
}

export function placesOf(scope: SearchScope): RawBuilder<unknown> {
  return sql`${placeTables(scope)}${belowTable(scope.within)}`;
}

function placeTables(scope: SearchScope): RawBuilder<unknown> {
  const { spaceId, within } = scope;
  if (within?.seesAll === true) {
    const isThere = spaceId === undefined || spaceId === within.spaceId;
    return sql`place (space_id) as materialized (select ${within.spaceId}::uuid where ${sql.lit(isThere)})`;
  }
  const inSpace = isIn(spaceId ?? within?.spaceId);
  return sql`${sharedFolders(scope, inSpace)},
  place as materialized (
    select space_id, bool_or(role <> 'contributor') as sees_all, true as sees_own
    from space_role where user_id = ${scope.userId} and ${inSpace} group by space_id
    union all
    select distinct space_id, false, false from shared
    where ${inSpace} and space_id not in (select space_id from space_role where user_id = ${scope.userId})
  )`;
}

export function isIn(spaceId: string | undefined): RawBuilder<unknown> {
  return spaceId === undefined ? sql`true` : sql`space_id = ${spaceId}`;
}

/** Items shared with the person in spaces that the person does not see whole, and all folders below those items. */
function sharedFolders(scope: SearchScope, inSpace: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`shared (space_id, id) as (
    select node.space_id, node.id
    from (
      select distinct node_role.space_id, node_role.node_id from node_role
      where node_role.user_id = ${scope.userId} and ${isLasting(scope.now)} and ${inSpace}
        and node_role.space_id not in (
          select space_id from space_role where user_id = ${scope.userId} and role <> 'contributor')
    ) as given cross join lateral (
      select * from node where node.space_id = given.space_id and node.id = given.node_id limit 1
    ) as node
    where not exists (
        with recursive above (parent_id, trashed_at) as (
          select node.parent_id, node.trashed_at
          union all
          select up.parent_id, up.trashed_at
          from above join node up on up.space_id = given.space_id and up.id = above.parent_id
        )
        select from above where trashed_at is not null)
    union
    select shared.space_id, child.id from shared cross join lateral (${foldersIn('shared', scope.trash)}) as child
  )`;
}

export function filtersOf(scope: SearchScope): RawBuilder<unknown> {
  const below = scope.within?.below;
  const conditions = [
    below === undefined ? undefined : isBelow(below),
    scope.trash === 'exclude' ? sql`node.trashed_at is null` : undefined,
    scope.by === undefined ? undefined : isBy(scope.by),
    scope.tagKey === undefined ? undefined : hasTag(scope.tagKey, scope.userId),
    scope.kind === undefined ? undefined : isOfKind(scope.kind),
    scope.sizeFrom === undefined
      ? undefined
      : sql`node.kind = 'file' and node.size_bytes >= ${scope.sizeFrom}`,
    scope.sizeTo === undefined ? undefined : sql`node.kind = 'file' and node.size_bytes <= ${scope.sizeTo}`,
    scope.modifiedFrom === undefined
      ? undefined
      : sql`node.modified_at >= ${scope.modifiedFrom}::timestamptz`,
    scope.modifiedTo === undefined ? undefined : sql`node.modified_at <= ${scope.modifiedTo}::timestamptz`,
  ];
  const given = conditions.filter((condition) => condition !== undefined);
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `);
}

function isBy(personId: string): RawBuilder<unknown> {
  return sql`(node.created_by = ${personId} or exists (
    select from version where version.space_id = node.space_id and version.id = node.current_version_id
      and version.author_id = ${personId}))`;
}

function hasTag(key: string, personId: string): RawBuilder<unknown> {
  return sql`exists (
    select from node_tag join tag on tag.id = node_tag.tag_id
    where node_tag.node_id = node.id and tag.name_key = ${key} and (tag.owner_id is null or tag.owner_id = ${personId}))`;
}

const TYPE_OF_KIND: Readonly<Record<Exclude<SearchKind, 'folder' | 'file'>, string>> = {
  image: '^image/',
  video: '^video/',
  audio: '^audio/',
  pdf: '^application/pdf$',
  sheet: 'spreadsheet|ms-excel|^text/csv$',
  slides: 'presentation|powerpoint',
  document: 'wordprocessing|msword|opendocument\\.text|rtf$',
  archive: 'zip|compressed|x-tar|gzip|x-7z|x-rar|x-bzip',
  text: '^text/(?!(csv|rtf)$)|^application/(.*[+-])?(json|xml|javascript|yaml|toml|sh|sql)$',
};

function isOfKind(kind: SearchKind): RawBuilder<unknown> {
  if (kind === 'folder' || kind === 'file') return sql`node.kind = ${kind}`;
  return sql`node.kind = 'file' and node.media_type ~ ${TYPE_OF_KIND[kind]}`;
}

/** The folders above the candidates, and those of them that are in the trash, directly or with a parent. */
export function trashedFolders(): RawBuilder<unknown> {
  return sql`above (space_id, id, parent_id, is_trashed) as (
    select up.* from (select distinct space_id, parent_id from candidate) as below ${folderAbove()}
    union
    select up.* from above as below ${folderAbove()}
  ),
  trashed (id) as (
    select id from above where is_trashed
    union
    select above.id from trashed join above on above.parent_id = trashed.id
  )`;
}

/**
 * Looks up each folder in the index. For a join, the planner overestimates the number of folders and would read all
 * nodes.
 */
function folderAbove(): RawBuilder<unknown> {
  return sql`cross join lateral (
      select space_id, id, parent_id, trashed_at is not null as is_trashed from node
      where node.space_id = below.space_id and node.id = below.parent_id limit 1
    ) as up`;
}

export function inTrash(trash: SearchScope['trash']): RawBuilder<unknown> {
  const isTrashed = sql`(candidate.trashed_at is not null or candidate.parent_id in (select id from trashed))`;
  if (trash === 'include') return sql`true`;
  return trash === 'only' ? isTrashed : sql`not ${isTrashed}`;
}

function beyond({ rank, modifiedAt, id }: RankedPosition): RawBuilder<unknown> {
  return sql`(rank > ${rank}::int or rank = ${rank}::int
    and (modified_at, id) < (${modifiedAt.toISOString()}::timestamptz, ${id}::uuid))`;
}
