import { useEffectEvent, useLayoutEffect } from 'react';
import { pageWithin } from './page-within.ts';

interface Listed {
  readonly data: { readonly total: number } | undefined;
  /** Whether the data belongs to another page or search, until this one has loaded. */
  readonly isPrevious: boolean;
}

interface Place {
  readonly at: number;
  readonly limit: number;
  readonly onMove: (at: number) => void;
}

/** Goes to the last page if the items of the current page are gone. */
export function usePageWithin({ data, isPrevious }: Listed, { at, limit, onMove }: Place): void {
  const within = data === undefined || isPrevious ? at : pageWithin(at, limit, data.total);
  const move = useEffectEvent(onMove);
  useLayoutEffect(() => {
    if (within !== at) move(within);
  }, [within, at]);
}
