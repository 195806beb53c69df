import { MINUTE_MS } from '@coffer/kit';
import { createContext, useContext } from 'react';
import { contentQuery, renewContent } from '../../api/nodes.ts';

/** How to get the bytes of a file. Guests of public links have their own calls. */
export interface ContentCalls {
  readonly query: typeof contentQuery;
  /** Gets a new URL of the same version, for views that outlive the first one. */
  readonly renew: typeof renewContent;
  /** How long a URL is certainly valid. */
  readonly freshMs: number;
  /** Set for guests of a public link: calls that need an account are skipped. */
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
