import { nameKey, type SearchPage, type SearchQuery } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import { readWithin } from '../../../platform/db/bounded-read.ts';
import type { Db, Tx } from '../../../platform/db/db.ts';
import type { Services } from '../../../services.ts';
import type { FilesFailure } from '../model.ts';
import { listSimilarNames, rankNames, type SearchPatterns } from '../store/find/search.ts';
import type { RankedPage, RankedPosition, SearchScope } from '../store/find/search-scope.ts';
import type { Within } from '../store/find/within.ts';
import { findWithin } from './find-within.ts';
import { highlight } from './highlight.ts';
import { presentLocated } from './present-located.ts';
import { parseSearchCursor, writeSearchCursor } from './search-cursor.ts';
import { distanceTo, swapsOf } from './similar.ts';
import { isPrefixOnly, needleOf, parseTerms, prefixOf, type Terms, wordStartOf } from './terms.ts';

const TIMEOUT_MS = 2_000;
/** Similar names are searched only below this number of literal matches: above it a typo is unlikely. */
const SIMILAR_BELOW = 20;
const SIMILAR_READ_MAX = 300;
const SIMILAR_LENGTH_MIN = 4;
/** Similar names rank from here on; literal matches have lower ranks. */
const SIMILAR_RANK = 10;

const NOTHING: RankedPage = { rows: [], total: 0, isPartial: false };

/** Searches names, in all spaces of the person and in items shared with them. */
export async function search(
  services: Pick<Services, 'db' | 'clock'>,
  actor: { readonly id: string },
  { showsTags = false, ...query }: SearchQuery & { readonly showsTags?: boolean },
): Outcome<SearchPage, FilesFailure> {
  const after = query.after === undefined ? undefined : parseSearchCursor(query.after);
  if (query.after !== undefined && after === undefined) {
    return err({ code: 'invalid_request', issues: [{ path: 'after', code: 'wrong_format' }] });
  }
  const within = await findWithin(services, actor, query);
  if (!within.ok) return within;
  const terms = parseTerms(query.q);
  const scope = scopeOf({ actor, now: services.clock.now(), within: within.value }, query);
  const request = { scope, terms, after, limit: query.limit + 1 };
  const { rows, total, isPartial } = await rank(services.db, request);
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  const similar = new Set(shown.flatMap(({ id, rank: at }) => (at < SIMILAR_RANK ? [] : [id])));
  const placed = await presentLocated(services, actor, {
    ids: shown.map(({ id }) => id),
    showsTrash: query.trash !== 'exclude',
    showsTags,
  });
  const items = placed.map((hit) => ({
    ...hit,
    ranges: highlight(hit.node.name, terms).map((range) => ({ ...range })),
    isSimilar: similar.has(hit.node.id),
    snippet: null,
  }));
  const next = last === undefined || rows.length <= query.limit ? null : writeSearchCursor(last);
  return ok({ items, total, isPartial, unread: 0, next });
}

interface RankRequest {
  readonly scope: SearchScope;
  readonly terms: Terms;
  readonly after: RankedPosition | undefined;
  readonly limit: number;
}

async function rank(db: Db, request: RankRequest): Promise<RankedPage> {
  if (request.terms.terms.length === 0) return NOTHING;
  const patterns = patternsOf(request.terms);
  const all = await readWithin(db, TIMEOUT_MS, async (tx) => await rankAll(tx, request, patterns));
  if (all !== undefined) return all;
  // The search times out if almost no match passes the filters. Then only names that begin with the search are found.
  const prefixed = await readWithin(
    db,
    TIMEOUT_MS,
    async (tx) => await rankNames(tx, request.scope, { ...request, patterns: { ...patterns, needles: [] } }),
  );
  return { ...(prefixed ?? NOTHING), isPartial: true };
}

async function rankAll(tx: Tx, request: RankRequest, patterns: SearchPatterns): Promise<RankedPage> {
  const literal = await rankNames(tx, request.scope, { ...request, patterns });
  if (literal.total >= SIMILAR_BELOW) return literal;
  const similar = await rankSimilar(tx, request, patterns);
  const { after } = request;
  const further = after === undefined ? similar : similar.filter((row) => isBehind(row, after));
  return {
    rows: [...literal.rows, ...further].slice(0, request.limit),
    total: literal.total + similar.length,
    isPartial: literal.isPartial,
  };
}

async function rankSimilar(
  tx: Tx,
  { scope, terms: { text, terms } }: RankRequest,
  { needles }: SearchPatterns,
): Promise<readonly RankedPosition[]> {
  if (terms.every((term) => term.length < SIMILAR_LENGTH_MIN)) return [];
  const [only] = terms;
  const variants = terms.length === 1 && only !== undefined ? swapsOf(only) : [];
  const rows = await listSimilarNames(tx, scope, {
    text: text.trim(),
    needles,
    variants,
    limit: SIMILAR_READ_MAX,
  });
  return rows
    .flatMap((row) => {
      const distance = distanceTo(row.text.trim().split(' '), terms);
      return distance === undefined ? [] : [{ ...row, rank: SIMILAR_RANK + distance }];
    })
    .toSorted((a, b) => (isBehind(a, b) ? 1 : -1));
}

function isBehind(row: RankedPosition, other: RankedPosition): boolean {
  if (row.rank !== other.rank) return row.rank > other.rank;
  const [time, otherTime] = [row.modifiedAt.getTime(), other.modifiedAt.getTime()];
  return time === otherTime ? row.id < other.id : time < otherTime;
}

export function scopeOf(
  asking: {
    readonly actor: { readonly id: string };
    readonly now: Date;
    readonly within: Within | undefined;
  },
  { space: spaceId, ...query }: SearchQuery,
): SearchScope {
  const { kind, sizeFrom, sizeTo, modifiedFrom, modifiedTo, by, tag, trash } = query;
  const tagKey = tag === undefined ? undefined : nameKey(tag);
  return {
    userId: asking.actor.id,
    now: asking.now,
    spaceId,
    within: asking.within,
    kind,
    sizeFrom,
    sizeTo,
    modifiedFrom,
    modifiedTo,
    by,
    tagKey,
    trash,
  };
}

function patternsOf(terms: Terms): SearchPatterns {
  return {
    whole: terms.text,
    prefix: prefixOf(terms),
    needles: isPrefixOnly(terms) ? [] : terms.terms.map(needleOf),
    wordStarts: terms.terms.map(wordStartOf),
  };
}
