import type { NodeId, SearchHit, SearchPage } from '@coffer/contracts';
import { useEffect, useState } from 'react';
import { searchQuery } from '../../../api/search/search.ts';
import { useQuery } from '../../../api/calls/use-query.ts';

const SHOWN = '8';
const CONTENTS_SHOWN = '3';
const PAUSE_MS = 120;

export interface SuggestionsState {
  /** The results. Until new ones arrive, those of the previous text, so that the list does not flicker. */
  readonly page: SearchPage | undefined;
  /** Files found by content, without those found by name. */
  readonly contents: readonly SearchHit[];
  readonly failure: { readonly cause: unknown } | undefined;
  readonly isWaiting: boolean;
}

/** A newer text aborts the request for the previous text. */
export function useSuggestions(typed: string, folder: NodeId | undefined): SuggestionsState {
  const asked = useSettled(typed);
  const request = { q: asked, ...(folder !== undefined && { folder }) };
  const { data, failure } = useQuery(searchQuery({ ...request, limit: SHOWN }));
  const contents = useQuery(searchQuery({ ...request, in: 'content', limit: CONTENTS_SHOWN })).data;
  const [shown, setShown] = useState<SearchPage>();
  if (data !== undefined && data !== shown) setShown(data);
  const isCurrent = asked === typed;
  const named = new Set((data ?? shown)?.items.map(({ node }) => node.id));
  return {
    page: data ?? shown,
    contents: contents?.items.filter(({ node }) => !named.has(node.id)) ?? [],
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
