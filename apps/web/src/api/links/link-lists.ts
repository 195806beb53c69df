import { LIMITS, type LinkOutcomes, type OperationInput, type PublicLink } from '@coffer/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
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
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export async function invalidateLinkLists(cache: QueryCache): Promise<void> {
  await Promise.all([invalidate(cache, keys.own), invalidate(cache, keys.all)]);
}

export interface ChangedLinks {
  readonly done: readonly LinkId[];
  /** Why the rest was not tried. */
  readonly failure?: { readonly cause: unknown };
}

/** The server may refuse single links, so check `done`. */
export async function revokeLinks(ids: readonly LinkId[]): Promise<ChangedLinks> {
  return await inParts(ids, async (part) => await callOrThrow('revokePublicLinks', { body: { ids: part } }));
}

export async function revokeAdminLinks(ids: readonly LinkId[]): Promise<ChangedLinks> {
  return await inParts(ids, async (part) => await callOrThrow('revokeAdminLinks', { body: { ids: part } }));
}

/** Restores links that the person revoked shortly before. */
export async function restoreLinks(ids: readonly LinkId[]): Promise<ChangedLinks> {
  return await inParts(ids, async (part) => await callOrThrow('restorePublicLinks', { body: { ids: part } }));
}

/** Calls `act` in batches. Throws only if the first batch fails, so that later failures do not hide what is done. */
async function inParts(
  ids: readonly LinkId[],
  act: (part: LinkId[]) => Promise<LinkOutcomes>,
): Promise<ChangedLinks> {
  const done: LinkId[] = [];
  for (let at = 0; at < ids.length; at += LIMITS.linksAtOnce) {
    try {
      const { items } = await act(ids.slice(at, at + LIMITS.linksAtOnce));
      done.push(...items.filter(({ outcome }) => outcome === 'done').map(({ id }) => id));
    } catch (cause) {
      if (at === 0) throw cause;
      return { done, failure: { cause } };
    }
  }
  return { done };
}
