import { SERVER_LIMITS } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/db/db.ts';
import {
  columns,
  filtersOf,
  isIn,
  isSeen,
  type RankedPage,
  type RankedPosition,
  readRanked,
  type SearchScope,
} from './search-scope.ts';
import { type Below, belowTable, isBelow, isSmall, nodesBelow } from './within.ts';

export interface ContentPatterns {
  /** The required words, as the text form of a `tsquery`. */
  readonly matched: string;
  readonly ranked: string;
  /** The excluded words. They are not part of `matched`, because an index cannot find rows by "not". */
  readonly unwanted: string | undefined;
  /** Folded phrases that a text must contain. `excluded` has those of which it must contain none. */
  readonly ordered: readonly string[];
  readonly excluded: readonly string[];
}

interface PageRequest {
  readonly patterns: ContentPatterns;
  readonly after: RankedPosition | undefined;
  readonly limit: number;
}

const RANK_WORST = 1_000;
/** Rank weights: stems count 0.2, words as written 1; the two in between are not used. */
const WEIGHTS = '{0.2, 0, 0, 1}';

/** Ranks by whether words appear as written, how often, and how long the text is. Ranks go from 0 to 1,000. */
export async function rankContents(
  tx: Tx,
  scope: SearchScope,
  { patterns, after, limit }: PageRequest,
): Promise<RankedPage> {
  const candidates = candidatesOf(scope, patterns);
  return await readRanked(tx, scope, { candidates, after, limit, rankedMax: SERVER_LIMITS.contentRankedMax });
}

/**
 * Searches each space separately, so that the index finds space and words together. `offset` and the lookup of single
 * nodes keep the planner from reading all nodes when there are many matches.
 */
function candidatesOf(
  scope: SearchScope,
  { matched, ranked, unwanted, ordered, excluded }: ContentPatterns,
): RawBuilder<unknown> {
  const conditions = [
    sql`document.space_id = place.space_id and document.state = 'ready' and document.words @@ ${matched}::tsquery`,
    ...(unwanted === undefined ? [] : [sql`not document.words @@ ${unwanted}::tsquery`]),
    ...ordered.map((text) => sql`strpos(document.folded, ${text}) > 0`),
    ...excluded.map((text) => sql`strpos(document.folded, ${text}) = 0`),
  ];
  return sql`
    select ${columns('found')}, found.modified_at, ${RANK_WORST} - round(
      ${RANK_WORST} * least(ts_rank(${WEIGHTS}::float4[], found.words, ${ranked}::tsquery, 1), 1))::int as rank
    from place cross join lateral (
      select ${columns('node')}, date_trunc('milliseconds', node.modified_at) as modified_at, document.words
      from (
        select space_id, node_id, version_id, folded, words from ${documentsOf(scope)}
        where ${sql.join(conditions, sql` and `)}
        offset 0
      ) as document cross join lateral (
        select * from node where node.space_id = document.space_id and node.id = document.node_id limit 1
      ) as node
      where node.current_version_id = document.version_id and node.purge_began_at is null
        and ${isSeen(scope)} and ${filtersOf(scope)}
      limit ${SERVER_LIMITS.contentRankedMax}
    ) as found`;
}

/** Fewer candidates than for names, because each text has to be decompressed. */
const TEXTS_READ_MAX = 4_000;

function documentsOf(scope: SearchScope): RawBuilder<unknown> {
  if (!isSmall(scope, TEXTS_READ_MAX)) return sql`document`;
  return sql`(select node.id from ${nodesBelow()}) as item cross join lateral (
    select * from document where document.space_id = place.space_id and document.node_id = item.id limit 1
  ) as document`;
}

/** Counts texts that are not indexed yet, in spaces that the person sees whole. Stops at a limit. */
export async function countUnread(db: Db, scope: SearchScope): Promise<number> {
  const inSpace = isIn(scope.spaceId ?? scope.within?.spaceId);
  const below = scope.within?.below;
  const query = sql<{ readonly count: number }>`
    with unread as materialized (
      select space_id, node_id from document
      where state = 'waiting' and space_id in (
        select space_id from space_role where user_id = ${scope.userId} and role <> 'contributor' and ${inSpace})
      limit ${SERVER_LIMITS.unreadCountedMax}
    )${belowTable(scope.within)}
    select count(*)::int as count from unread ${below === undefined ? sql`` : lyingIn(below)}`;
  return (await query.execute(db)).rows[0]?.count ?? 0;
}

function lyingIn(below: Below): RawBuilder<unknown> {
  return sql`cross join lateral (
    select * from node where node.space_id = unread.space_id and node.id = unread.node_id limit 1
  ) as node where ${isBelow(below)}`;
}

/** Characters of an excerpt before the start of a piece of the text. A piece has up to 550 characters. */
const BEFORE = 100;
const EXCERPT_LENGTH = 950;

/** An excerpt around the first of these folded texts that each document contains, by node id. */
export async function listExcerpts(
  db: Db,
  ids: readonly string[],
  texts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const places = texts.map((text) => sql`nullif(strpos(document.folded, ${text}), 0)`);
  const query = sql<{ readonly id: string; readonly excerpt: string }>`
    select node.id,
      substr(document.text,
        greatest(1, 1 - ${BEFORE} + coalesce(
          document.text_starts[greatest(1, width_bucket(found.place, document.folded_starts))], 0)),
        ${EXCERPT_LENGTH}) as excerpt
    from unnest(${ids}::uuid[]) as asked (id)
    join node on node.id = asked.id
    join document on document.space_id = node.space_id and document.node_id = node.id and document.state = 'ready'
    cross join lateral (select coalesce(${sql.join([...places, sql`1`])}) as place) as found`;
  return new Map((await query.execute(db)).rows.map(({ id, excerpt }) => [id, excerpt]));
}
