import { isNodeId, type NodeId } from '@coffer/contracts';
import type { SharedList, SharedSorting } from '../../api/sharing/sharing.ts';

export interface SharedAddress {
  readonly list: SharedList;
  readonly sorting: SharedSorting;
  /** The file that is open over the list. */
  readonly view?: NodeId | undefined;
}

const SORTS = ['date', 'name'] as const;
const ORDERS = { name: 'asc', date: 'desc' } as const;

export const LINKS_ADDRESS = '/shared?list=links';

export function isLinksAddress(query: string): boolean {
  return new URLSearchParams(query).get('list') === 'links';
}

export function parseShared(query: string): SharedAddress {
  const search = new URLSearchParams(query);
  const sort = SORTS.find((each) => each === search.get('sort')) ?? 'date';
  const view = search.get('view');
  return {
    list: search.get('list') === 'by-me' ? 'by-me' : 'with-me',
    sorting: { sort, order: ORDERS[sort] },
    view: isNodeId(view) ? view : undefined,
  };
}

export function sharedAddress({ list, sorting: { sort }, view }: SharedAddress): string {
  const query = new URLSearchParams({
    ...(list === 'by-me' && { list }),
    ...(sort === 'name' && { sort }),
    ...(view !== undefined && { view }),
  }).toString();
  return query === '' ? '/shared' : `/shared?${query}`;
}
