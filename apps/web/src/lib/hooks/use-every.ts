import { useEffect, useEffectEvent } from 'react';

/** Renders in between do not postpone the work. */
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
