import { backoffMs, OUTAGE_BACKOFF } from '../../lib/retry/backoff.ts';
import { isTemporary } from '../../lib/retry/call-failure.ts';
import { apiErrorOf } from './error.ts';
import type { QueryCache } from './query-cache.ts';

/** Refetches mounted queries that failed temporarily, with growing pauses. */
export function retryFailed(cache: QueryCache, signal: AbortSignal): void {
  let retries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const findFailed = () =>
    cache.getQueryCache().findAll({
      type: 'active',
      fetchStatus: 'idle',
      predicate: ({ state }) => state.status === 'error' && isTemporary(apiErrorOf(state.error)),
    });
  const retry = async (): Promise<void> => {
    await Promise.allSettled(findFailed().map((query) => query.fetch()));
    timer = undefined;
    retries += 1;
    schedule();
  };
  const schedule = (): void => {
    if (timer !== undefined || signal.aborted) return;
    if (findFailed().length > 0) timer = setTimeout(() => void retry(), backoffMs(OUTAGE_BACKOFF, retries));
    else retries = 0;
  };
  const unsubscribe = cache.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'error') schedule();
  });
  signal.addEventListener('abort', () => {
    unsubscribe();
    clearTimeout(timer);
  });
  schedule();
}
