import { LIMITS } from '@coffer/contracts';
import { useEffect } from 'react';

/**
 * Checks the session periodically while the page is visible, and when it becomes visible or online
 * (docs/decisions/0036-open-pages-look.md).
 */
export function useSessionWatch(isSignedIn: boolean, look: () => Promise<void>): void {
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const stop = new AbortController();
    const lookIfSeen = (): void => {
      if (document.visibilityState === 'visible') void look();
    };
    const timer = setInterval(lookIfSeen, LIMITS.pageCheckEveryMs);
    document.addEventListener('visibilitychange', lookIfSeen, { signal: stop.signal });
    addEventListener('online', lookIfSeen, { signal: stop.signal });
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [isSignedIn, look]);
}
