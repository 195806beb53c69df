import type { AdminLink, NamedSpace, PublicLink } from '@coffer/contracts';

export const LINK_KINDS = ['view', 'download', 'edit', 'request'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];
export const LINK_SORTS = ['created', 'expires', 'visited', 'downloads'] as const;
export type LinkSort = (typeof LINK_SORTS)[number];

/** A link, as listed for its creator or for administrators. */
export interface ListedLink
  extends Pick<
    PublicLink,
    | 'bytes'
    | 'bytesMax'
    | 'createdAt'
    | 'downloads'
    | 'downloadsMax'
    | 'expiresAt'
    | 'hasPassword'
    | 'id'
    | 'kind'
    | 'label'
    | 'lastVisitAt'
    | 'state'
    | 'visits'
  > {
  /** Undefined if the reader may not know the item, or it is gone. */
  readonly item: { readonly name: string; readonly href: string } | undefined;
  /** Undefined for the reader's own links. */
  readonly owner: { readonly name: string; readonly space: NamedSpace } | undefined;
  readonly received: AdminLink['received'];
}

export function listedOwn(link: PublicLink): ListedLink {
  const { node, request, spaceId, nodeId } = link;
  return {
    ...link,
    item:
      node === null
        ? undefined
        : { name: node.name, href: `/s/${spaceId}/${nodeId}${node.kind === 'file' ? '/view' : ''}` },
    owner: undefined,
    received: request,
  };
}

export function listedAdmin(link: AdminLink): ListedLink {
  return { ...link, item: undefined, owner: { name: link.owner.name, space: link.space } };
}

interface Wanted {
  readonly text: string;
  readonly state: 'active' | 'ended' | undefined;
  readonly sort: LinkSort;
}

/** Filters and sorts a fully loaded list. By last visit, links that were never opened come last. */
export function arranged(links: readonly ListedLink[], { text, state, sort }: Wanted): readonly ListedLink[] {
  const sought = text.trim().toLocaleLowerCase();
  const found = links.filter(({ label, item, state: own }) => {
    const isNamed = `${label}\n${item?.name ?? ''}`.toLocaleLowerCase().includes(sought);
    return isNamed && (state === undefined || (state === 'active') === (own === 'active'));
  });
  return found.toSorted((one, other) => ORDER[sort](one, other));
}

const ORDER: Readonly<Record<LinkSort, (one: ListedLink, other: ListedLink) => number>> = {
  created: (one, other) => compare(other.createdAt, one.createdAt),
  expires: (one, other) => compare(one.expiresAt, other.expiresAt),
  visited: (one, other) => compare(other.lastVisitAt ?? '', one.lastVisitAt ?? ''),
  downloads: (one, other) => other.downloads - one.downloads,
};

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}
