import { MINUTE_MS } from '@coffer/kit';
import { createContext, useContext } from 'react';
import { contentQuery, renewContent } from '../../api/nodes.ts';

/** How to get the bytes of a file. Guests of public links have their own calls. */
export interface ContentCalls {
  readonly query: typeof contentQuery;
  /** A new URL of the same version, for views that outlive the first one. */
  readonly renew: typeof renewContent;
  /** A URL is certainly valid this long. */
  readonly freshMs: number;
  /** Of a public link: what takes an account is not asked for. */
  readonly isGuest?: true;
}

const Calls = createContext<ContentCalls>({
  query: contentQuery,
  renew: renewContent,
  freshMs: 4 * MINUTE_MS,
});

export const ContentCallsProvider = Calls;

export function useContentCalls(): ContentCalls {
  return useContext(Calls);
}
