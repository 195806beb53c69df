import { backoffMs } from './retry/backoff.ts';

const BACKOFF = { firstMs: 1_000, maxMs: 30_000, jitter: 0.5 };

/**
 * Fetches failed style sheets again. Vite requests each one only once, so a failed prefetch would never be repeated.
 */
export function refetchMissingStyles(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    const href = missingSheet(payload);
    if (href !== undefined) fetchLater(href, 0);
  });
}

/** The URL of the style sheet that failed to load, because of which Vite rejects the chunk. */
export function missingSheet(cause: unknown): string | undefined {
  return cause instanceof Error ? /^Unable to preload CSS for (\S+)$/.exec(cause.message)?.[1] : undefined;
}

function fetchLater(href: string, retry: number): void {
  setTimeout(
    () => {
      const link = document.createElement('link');
      link.rel = 'stylesheet';
      link.crossOrigin = '';
      link.href = href;
      link.addEventListener('error', () => {
        link.remove();
        fetchLater(href, retry + 1);
      });
      document.head.append(link);
    },
    backoffMs(BACKOFF, retry),
  );
}
