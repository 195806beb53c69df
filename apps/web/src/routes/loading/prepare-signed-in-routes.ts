import { isNodeId, LIMITS, matchPage } from '@coffer/contracts';
import { childrenQuery } from '../../api/nodes.ts';
import { ensure, makeQueryCache, type QueryCache } from '../../api/calls/query-cache.ts';
import type { SignedIn } from '../../api/session/session.ts';
import { formatsOf } from '../../lib/language/format.ts';
import { currentLocale } from '../../lib/language/i18n.ts';
import { getPreferences } from '../../lib/preferences.ts';
import { listingOf } from '../folder-address.ts';

let prepared: { readonly personId: string; readonly cache: QueryCache } | undefined;

export function prepareSignedInRoutes(session: SignedIn, address: string): void {
  const cache = makeQueryCache();
  prepared = { personId: session.person.id, cache };
  const { pathname, searchParams } = new URL(address, location.origin);
  const place = pathname === '/' ? {} : matchPage('/s/:space/:node?/:view?', pathname);
  if (place === undefined || place['view'] !== undefined) return;
  const { id: spaceId, rootId } = session.personalSpace;
  // For other spaces the root is not known yet.
  const folderId = place['node'] ?? ((place['space'] ?? spaceId) === spaceId ? rootId : undefined);
  if (folderId === undefined || !isNodeId(folderId)) return;
  const stretch = { at: 0, limit: LIMITS.childrenPageSize };
  void Promise.allSettled([
    ensure(cache, childrenQuery(folderId, listingOf(searchParams, getPreferences()), stretch)),
  ]);
}

export function cacheFor(personId: string): QueryCache {
  const cache = prepared?.personId === personId ? prepared.cache : makeQueryCache();
  prepared = undefined;
  return cache;
}

/** The first formatter takes as long as forty rows. */
export function prefetchSignedInRoutes(): void {
  const { size, friendlyDate } = formatsOf(currentLocale());
  size(LIMITS.quotaPersonBytes);
  size(0);
  friendlyDate(new Date(), new Date());
}
