import { MINUTE_MS } from '@coffer/kit';
import { createContext, useContext } from 'react';
import { contentQuery, renewContent } from '../../api/nodes.ts';

/** Calls that fetch the bytes of a file. Guests of public links use different ones. */
export interface ContentCalls {
  readonly query: typeof contentQuery;
  /** Fetches a new presigned URL of the same version, for viewers that outlive the first URL. */
  readonly renew: typeof renewContent;
  /** How long a URL is guaranteed to be valid. */
  readonly freshMs: number;
  /** Set for guests of a public link. Viewers then make no calls that need an account. */
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
