import { LIMITS } from '@coffer/contracts';
import { useEffect } from 'react';

/**
 * Looks after the session of an open page (docs/decisions/0036-open-pages-look.md): again and again while it is in sight, and at once when it
 * comes into sight or the network is back. A page out of sight shows nothing to anybody.
 */
export function useSessionWatch(isSignedIn: boolean, look: () => Promise<void>): void {
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const stop = new AbortController();
    const lookIfSeen = (): void => {
      if (document.visibilityState === 'visible') void look();
    };
    const timer = setInterval(lookIfSeen, LIMITS.standingEveryMs);
    document.addEventListener('visibilitychange', lookIfSeen, { signal: stop.signal });
    addEventListener('online', lookIfSeen, { signal: stop.signal });
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [isSignedIn, look]);
}
