import { isNodeId, LIMITS } from '@coffer/contracts';
import { childrenQuery } from '../api/nodes.ts';
import { makeQueryCache, type QueryCache } from '../api/query-cache.ts';
import type { SignedIn } from '../api/session.ts';
import { formatsOf } from '../lib/format.ts';
import { currentLocale } from '../lib/i18n.ts';
import { matchPath } from '../lib/match-path.ts';
import { sortingOf } from './folder-address.ts';

/** Of the page that is about to be drawn. One only: there is one page. */
let prepared: { readonly personId: string; readonly cache: QueryCache } | undefined;

/** Asks for the first rows of the folder at an address while its page is still being drawn: they take as long as each other. */
export function prepareInside(session: SignedIn, address: string): void {
  const cache = makeQueryCache();
  prepared = { personId: session.person.id, cache };
  const { pathname, searchParams } = new URL(address, location.origin);
  const place = pathname === '/' ? {} : matchPath('/s/:space/:node?', pathname);
  const folderId = place?.['node'] ?? session.personalSpace.rootId;
  if (place === undefined || !isNodeId(folderId)) return;
  const stretch = { at: 0, limit: LIMITS.childrenPageSize };
  // What fails is asked for again, and shown, by the page.
  void Promise.allSettled([cache.ensure(childrenQuery(folderId, sortingOf(searchParams), stretch))]);
}

/** The cache of the page, with what was asked for ahead. From then on it lives and dies with the page. */
export function cacheFor(personId: string): QueryCache {
  const cache = prepared?.personId === personId ? prepared.cache : makeQueryCache();
  prepared = undefined;
  return cache;
}

/** Makes what is costly to make once, while nobody waits for it: the first formatter of a page takes as long as forty rows. */
export function warmInside(): void {
  const { size, date } = formatsOf(currentLocale());
  size(LIMITS.quotaPersonBytes);
  size(0);
  date(new Date());
}
