import { SERVER_LIMITS } from '@coffer/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../../platform/db/db.ts';
import {
  columns,
  filtersOf,
  inTrash,
  isSeen,
  placesOf,
  type RankedPage,
  type RankedPosition,
  readRanked,
  type SearchScope,
  trashedFolders,
} from './search-scope.ts';
import { isSmall, nodesBelow } from './within.ts';

/** Patterns folded by `searchText`, which leaves no wildcards. */
export interface SearchPatterns {
  /** The whole search with a space on both sides. */
  readonly whole: string;
  readonly prefix: string;
  /** Texts that a name must all contain. If empty, only names with the prefix match. */
  readonly needles: readonly string[];
  readonly wordStarts: readonly string[];
}

/**
 * Ranks names: 0 for the whole name, with or without extension, 1 for its beginning, 2 for the beginning of words, 3
 * for text inside words.
 */
export async function rankNames(
  tx: Tx,
  scope: SearchScope,
  page: {
    readonly patterns: SearchPatterns;
    readonly after: RankedPosition | undefined;
    readonly limit: number;
  },
): Promise<RankedPage> {
  const { patterns, after } = page;
  await sql`select set_config('random_page_cost', ${COST_OF_A_JUMP}, true)`.execute(tx);
  const { inner, prefixed } = partsOf(patterns);
  const rank = rankOf(patterns);
  const begun = rankedIn(scope, prefixed, rank);
  const found =
    inner === undefined
      ? begun
      : sql`
    with inside as materialized (${rankedIn(scope, inner, rank)})
    select * from inside
    union all
    select begun.* from (${begun}) as begun
    where (select count(*) from inside) >= ${inner.limit} and begun.id not in (select id from inside)`;
  const candidates = sql`select found.* from place cross join lateral (${found}) as found`;
  const rankedMax = (inner ?? prefixed).limit;
  return await readRanked(tx, scope, { candidates, after, limit: page.limit, rankedMax });
}

/**
 * Names similar to `text`, most similar first, without those that contain all needles. `variants` finds names with
 * swapped letters.
 */
export async function listSimilarNames(
  tx: Tx,
  scope: SearchScope,
  search: {
    readonly text: string;
    readonly needles: readonly string[];
    readonly variants: readonly string[];
    readonly limit: number;
  },
): Promise<readonly { readonly id: string; readonly text: string; readonly modifiedAt: Date }[]> {
  await sql`select set_config('pg_trgm.word_similarity_threshold', '0.5', true)`.execute(tx);
  const near = {
    condition: sql`node.name_search %> ${search.text}`,
    isUnestimated: true,
    limit: SERVER_LIMITS.searchRankedMax,
  };
  const variants = search.variants.map((variant) => ({
    condition: allOf('node', [variant]),
    limit: search.limit,
  }));
  const query = sql<{ readonly id: string; readonly name_search: string; readonly modified_at: Date }>`
    with recursive ${placesOf(scope)},
    candidate as materialized (
      select found.* from ${similarIn(scope, [near, ...variants])}
      where not (${allOf('found', search.needles)})
    ),
    ${trashedFolders()}
    select id, name_search, modified_at from candidate where ${inTrash(scope.trash)}
    order by word_similarity(${search.text}, name_search) desc, modified_at desc, id desc limit ${search.limit}`;
  const { rows } = await query.execute(tx);
  return rows.map((row) => ({ id: row.id, text: row.name_search, modifiedAt: row.modified_at }));
}

interface Part {
  readonly condition: RawBuilder<unknown>;
  /**
   * Whether the planner cannot estimate the condition. With a limit it would then filter all nodes instead of using the
   * trigram index.
   */
  readonly isUnestimated?: boolean;
  readonly limit: number;
}

/**
 * Half of the default, because most pages are in memory. For a common word, the planner then reads names until there
 * are enough, instead of first collecting all matches in the trigram index.
 */
const COST_OF_A_JUMP = '2';
const PREFIX_MATCHES_MAX = 1_000;
/** A character that sorts after all others. */
const LAST_CHARACTER = '\u{10ffff}';

/**
 * The trigram index has no order, so names that begin with the search come from a separate index. Names with the prefix
 * contain all needles, so `prefixed` is needed only if `inner` reaches its limit.
 */
function partsOf(patterns: SearchPatterns): { readonly inner: Part | undefined; readonly prefixed: Part } {
  const isPrefix = sql`node.name_search >= ${patterns.prefix}
    and node.name_search < ${patterns.prefix + LAST_CHARACTER} order by node.name_search`;
  const prefixed = { condition: isPrefix, limit: PREFIX_MATCHES_MAX };
  if (patterns.needles.length === 0) return { inner: undefined, prefixed };
  return {
    inner: { condition: allOf('node', patterns.needles), limit: SERVER_LIMITS.searchRankedMax },
    prefixed,
  };
}

/** A query for one part in the space of `place`, with the rank as the last column. */
function rankedIn(
  scope: SearchScope,
  { condition, limit }: Part,
  rank: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select ${foundColumns()}, ${rank} as rank from ${nodesOf(scope)} where ${namedIn(scope)} and ${condition} limit ${limit}`;
}

/** So many names are compared in a fifth of a second. */
const ITEMS_READ_MAX = 20_000;

function nodesOf(scope: SearchScope): RawBuilder<unknown> {
  return isSmall(scope, ITEMS_READ_MAX) ? nodesBelow() : sql`node`;
}

function foundColumns(): RawBuilder<unknown> {
  return sql`${columns('node')}, date_trunc('milliseconds', node.modified_at) as modified_at`;
}

function namedIn(scope: SearchScope): RawBuilder<unknown> {
  return sql`node.space_id = place.space_id and node.name_search <> '' and node.purge_began_at is null
    and ${isSeen(scope)} and ${filtersOf(scope)}`;
}

/** A lateral query for each space, so that the indexes find space and name together. */
function similarIn(scope: SearchScope, parts: readonly Part[]): RawBuilder<unknown> {
  const queries = parts.map(({ condition, isUnestimated = false, limit }) => {
    const found = sql`
      select ${foundColumns()}, node.name_search from ${nodesOf(scope)} where ${namedIn(scope)} and ${condition}`;
    return isUnestimated
      ? sql`(with near as materialized (${found}) select * from near limit ${limit})`
      : sql`(${found} limit ${limit})`;
  });
  return sql`place cross join lateral (${sql.join(queries, sql` union `)}) as found`;
}

function rankOf({ whole, prefix, wordStarts }: SearchPatterns): RawBuilder<unknown> {
  const rest = sql`substr(node.name_search, length(${whole}) + 1)`;
  // The rest must be the extension: `plan b` is not the whole name in a search for `plan`.
  const isStem = sql`node.kind = 'file' and starts_with(node.name_search, ${whole})
    and strpos(${rest}, ' ') = length(${rest})
    and lower(right(node.name, length(${rest}))) = '.' || rtrim(${rest})`;
  return sql`case
    when node.name_search = ${whole} or (${isStem}) then 0
    when starts_with(node.name_search, ${prefix}) then 1
    when ${allOf('node', wordStarts)} then 2
    else 3 end`;
}

function allOf(table: 'node' | 'found', needles: readonly string[]): RawBuilder<unknown> {
  const text = sql.ref(`${table}.name_search`);
  return sql.join(
    needles.map((needle) => sql`${text} like ${`%${needle}%`}`),
    sql` and `,
  );
}
