import type { SearchPage } from '@coffer/contracts';
import { useEffect, useState } from 'react';
import { searchQuery } from '../../../api/search/search.ts';
import { useQuery } from '../../../api/calls/use-query.ts';

const SHOWN = '8';
const PAUSE_MS = 120;

export interface SuggestionsState {
  /** Of an earlier text while the next is waited for, so that the list does not flicker. */
  readonly page: SearchPage | undefined;
  readonly failure: { readonly cause: unknown } | undefined;
  readonly isWaiting: boolean;
}

/** A newer text aborts the request of the one before. */
export function useSuggestions(typed: string): SuggestionsState {
  const asked = useSettled(typed);
  const { data, failure } = useQuery(searchQuery({ q: asked, limit: SHOWN }));
  const [shown, setShown] = useState<SearchPage>();
  if (data !== undefined && data !== shown) setShown(data);
  const isCurrent = asked === typed;
  return {
    page: data ?? shown,
    failure: isCurrent && data === undefined ? failure : undefined,
    isWaiting: !isCurrent || (data === undefined && failure === undefined),
  };
}

export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
