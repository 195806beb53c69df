import { isNodeId, LIMITS, matchPage } from '@coffer/contracts';
import { childrenQuery } from '../../api/nodes.ts';
import { ensure, makeQueryCache, type QueryCache } from '../../api/calls/query-cache.ts';
import type { SignedIn } from '../../api/session/session.ts';
import { navigate } from '../../lib/address/navigation.ts';
import { getPreferences } from '../../lib/preferences.ts';
import { sleep } from '../../lib/waiting.ts';
import { listingOf } from '../folder-address.ts';

/** The longest wait for the first list: rendering it together with the frame takes one pass instead of two. */
const LIST_WAIT_MS = 400;

let prepared: { readonly personId: string; readonly cache: QueryCache } | undefined;

export async function prepareSignedInRoutes(session: SignedIn, address: string): Promise<void> {
  const cache = makeQueryCache();
  prepared = { personId: session.person.id, cache };
  const { pathname, searchParams } = new URL(address, location.origin);
  // Before the first render, because a redirect would render the frame twice.
  if (location.pathname === '/') navigate(`/s/${session.personalSpace.id}`, { isReplacing: true });
  const place = pathname === '/' ? {} : matchPage('/s/:space/:node?/:view?', pathname);
  if (place === undefined || place['view'] !== undefined) return;
  const { id: spaceId, rootId } = session.personalSpace;
  // The root of another space is not known yet.
  const folderId = place['node'] ?? ((place['space'] ?? spaceId) === spaceId ? rootId : undefined);
  if (folderId === undefined || !isNodeId(folderId)) return;
  const stretch = { at: 0, limit: LIMITS.childrenPageSize };
  const list = ensure(cache, childrenQuery(folderId, listingOf(searchParams, getPreferences()), stretch));
  await Promise.race([Promise.allSettled([list]), sleep(LIST_WAIT_MS)]);
}

export function cacheFor(personId: string): QueryCache {
  const cache = prepared?.personId === personId ? prepared.cache : makeQueryCache();
  prepared = undefined;
  return cache;
}
