import { useEffect, useEffectEvent } from 'react';

/** Calls `work` repeatedly, except while the page is hidden. Renders do not restart the interval. */
export function useEvery(pauseMs: number | undefined, work: () => Promise<void>): void {
  const workWhenVisible = useEffectEvent(() => {
    if (document.visibilityState === 'visible') void work();
  });
  useEffect(() => {
    if (pauseMs === undefined) return undefined;
    const timer = setInterval(() => workWhenVisible(), pauseMs);
    return () => clearInterval(timer);
  }, [pauseMs]);
}
