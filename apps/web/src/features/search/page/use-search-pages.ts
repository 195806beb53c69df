import type { SearchPage } from '@coffer/contracts';
import { type Pages, usePages } from '../../../api/calls/use-pages.ts';
import { searchPagesQuery } from '../../../api/search/search.ts';
import { useToday } from '../../../lib/hooks/use-today.ts';
import { requestOf, type SearchAddress, type SearchPlace } from './search-address.ts';

export interface SearchPages extends Pages<SearchPage> {
  readonly total: number | undefined;
  readonly isPartial: boolean;
  /** Number of files whose content is still to be read. Null if contents are not searched here. */
  readonly unread: number | null;
}

/**
 * Loads one page after another while the person scrolls; another search starts again. Requests nothing if the query is
 * empty, or if the URL limits the search to names while `place` is content, or the reverse.
 */
export function useSearchPages(address: SearchAddress, place: SearchPlace): SearchPages {
  const isEnabled = address.q !== '' && (address.in ?? place) === place;
  const pages = usePages(searchPagesQuery(requestOf(address, place, useToday())), { isEnabled });
  const { first } = pages;
  return {
    ...pages,
    total: first?.total,
    isPartial: first?.isPartial ?? false,
    unread: first === undefined ? 0 : first.unread,
  };
}
