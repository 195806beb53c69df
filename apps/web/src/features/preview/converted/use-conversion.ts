import { SECOND_MS } from '@coffer/kit';
import { useEffect, useState } from 'react';
import { fetchDocument } from '../../../api/documents.ts';
import { sleep } from '../../../lib/waiting.ts';
import type { ViewedNode } from '../viewer.ts';

export type ConversionState =
  | { readonly is: 'asking' | 'wanted' | 'none' | 'late' }
  | { readonly is: 'ready'; readonly url: string; readonly sizeBytes: number };

const POLL_MS = 1.5 * SECOND_MS;
/** After this time the viewer stops waiting. The document is probably ready at the next visit. */
const TIMEOUT_MS = 90 * SECOND_MS;

/** Polls until the document is converted, cannot be converted, or the timeout is reached. */
export function useConversion({ id, versionId }: ViewedNode, attempt: number): ConversionState {
  const [state, setState] = useState<ConversionState>({ is: 'asking' });
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const run = async (): Promise<ConversionState> => {
      if (versionId === null) return { is: 'none' };
      const until = Date.now() + TIMEOUT_MS;
      while (Date.now() < until) {
        const answer = await fetchDocument({ nodeId: id, versionId }, { isLost: attempt > 0, signal });
        if (answer.state === 'ready') return { is: 'ready', url: answer.url, sizeBytes: answer.sizeBytes };
        if (answer.state !== 'wanted') return { is: 'none' };
        setState({ is: 'wanted' });
        await sleep(POLL_MS, signal);
      }
      return { is: 'late' };
    };
    const start = async (): Promise<void> => {
      const [end] = await Promise.allSettled([run()]);
      // Any error falls back to the viewer that draws in the browser.
      if (!signal.aborted) setState(end.status === 'fulfilled' ? end.value : { is: 'none' });
    };
    void start();
    return () => abort.abort();
  }, [id, versionId, attempt]);
  return state;
}
