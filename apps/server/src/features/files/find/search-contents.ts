import type { SearchPage, SearchQuery } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Config } from '../../../config/config.ts';
import type { Outcome } from '../../../operation.ts';
import { readWithin } from '../../../platform/db/bounded-read.ts';
import { stemsOf } from '../../../platform/db/stems.ts';
import type { Services } from '../../../services.ts';
import type { FilesFailure } from '../model.ts';
import { countUnread, listExcerpts, rankContents } from '../store/find/search-contents.ts';
import {
  contentQueryOf,
  excludedTextsOf,
  orderedTextsOf,
  parseContentTerms,
  shownTextsOf,
  stemmedWordsOf,
} from './content-terms.ts';
import { findWithin } from './find-within.ts';
import { highlightTexts } from './highlight.ts';
import { presentLocated } from './present-located.ts';
import { parseSearchCursor, writeSearchCursor } from './search-cursor.ts';
import { scopeOf } from './search.ts';
import { snippetOf } from './snippet.ts';

const TIMEOUT_MS = 2_000;
/** Pages are small, because the text of each hit is read for its snippet. */
const PAGE_MAX = 50;

/** Searches the text of current versions, in all spaces of the person and in items shared with them. */
export async function searchContents(
  services: Pick<Services, 'db' | 'clock'> & { readonly config: Pick<Config, 'searchesContents'> },
  actor: { readonly id: string },
  query: SearchQuery,
): Outcome<SearchPage, FilesFailure> {
  const { db, clock, config } = services;
  const after = query.after === undefined ? undefined : parseSearchCursor(query.after);
  if (query.after !== undefined && after === undefined) {
    return err({ code: 'invalid_request', issues: [{ path: 'after', code: 'wrong_format' }] });
  }
  const within = await findWithin(services, actor, query);
  if (!within.ok) return within;
  if (!config.searchesContents) {
    return ok({ items: [], total: 0, isPartial: false, unread: null, next: null });
  }
  const terms = parseContentTerms(query.q);
  const scope = scopeOf({ actor, now: clock.now(), within: within.value }, query);
  const unread = await countUnread(db, scope);
  const stems = await stemsOf(db, stemmedWordsOf(terms));
  const contentQuery = contentQueryOf(terms, stems);
  if (contentQuery === undefined) return ok({ items: [], total: 0, isPartial: false, unread, next: null });
  const limit = Math.min(query.limit, PAGE_MAX);
  const patterns = {
    ...contentQuery,
    ordered: orderedTextsOf(terms),
    excluded: excludedTextsOf(terms),
  };
  const found = await readWithin(
    db,
    TIMEOUT_MS,
    async (tx) => await rankContents(tx, scope, { patterns, after, limit: limit + 1 }),
  );
  const { rows, total, isPartial } = found ?? { rows: [], total: 0, isPartial: true };
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const placed = await presentLocated(services, actor, {
    ids: shown.map(({ id }) => id),
    showsTrash: query.trash !== 'exclude',
    showsTags: true,
  });
  const texts = shownTextsOf(terms, stems);
  const excerpts = await listExcerpts(
    db,
    placed.map(({ node }) => node.id),
    texts,
  );
  const items = placed.map((hit) => ({
    ...hit,
    ranges: highlightTexts(hit.node.name, texts).map((range) => ({ ...range })),
    isSimilar: false,
    snippet: snippetOf(excerpts.get(hit.node.id) ?? '', texts),
  }));
  const next = last === undefined || rows.length <= limit ? null : writeSearchCursor(last);
  return ok({ items, total, isPartial, unread, next });
}
