import { LIMITS, type LinkOutcomes, type OperationInput, type PublicLink } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { invalidate, type QueryCache } from '../calls/query-cache.ts';

export type AdminLinksAsked = OperationInput<'listAdminLinks', 'query'>;
export type LinkId = PublicLink['id'];

const keys = { own: ['links', 'own'], all: ['links', 'all'] } as const;

/** Newest first. Visits raise no event, so the list is refetched whenever it is opened. */
export function ownLinksQuery() {
  return queryOptions({
    queryKey: keys.own,
    queryFn: ({ signal }) => callOrThrow('listOwnLinks', { signal }),
    staleTime: 0,
  });
}

export function adminLinksQuery(query: AdminLinksAsked) {
  return queryOptions({
    queryKey: [...keys.all, query] as const,
    queryFn: ({ signal }) => callOrThrow('listAdminLinks', { query, signal }),
    staleTime: 0,
  });
}

export async function invalidateLinkLists(cache: QueryCache): Promise<void> {
  await Promise.all([invalidate(cache, keys.own), invalidate(cache, keys.all)]);
}

export async function revokeLinks(ids: readonly LinkId[]): Promise<readonly LinkId[]> {
  return await inParts(ids, async (part) => await callOrThrow('revokePublicLinks', { body: { ids: part } }));
}

export async function revokeAdminLinks(ids: readonly LinkId[]): Promise<readonly LinkId[]> {
  return await inParts(ids, async (part) => await callOrThrow('revokeAdminLinks', { body: { ids: part } }));
}

/** Restores links that the person revoked shortly before. */
export async function restoreLinks(ids: readonly LinkId[]): Promise<readonly LinkId[]> {
  return await inParts(ids, async (part) => await callOrThrow('restorePublicLinks', { body: { ids: part } }));
}

/** Calls `act` in batches, and returns the ids for which it succeeded. */
async function inParts(
  ids: readonly LinkId[],
  act: (part: LinkId[]) => Promise<LinkOutcomes>,
): Promise<readonly LinkId[]> {
  const done: LinkId[] = [];
  for (let at = 0; at < ids.length; at += LIMITS.linksAtOnce) {
    const { items } = await act(ids.slice(at, at + LIMITS.linksAtOnce));
    done.push(...items.filter(({ outcome }) => outcome === 'done').map(({ id }) => id));
  }
  return done;
}
