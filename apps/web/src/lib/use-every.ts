import { useEffect } from 'react';

/** Repeats while the page is looked at; never while `pauseMs` is undefined. */
export function useEvery(pauseMs: number | undefined, work: () => Promise<void>): void {
  useEffect(() => {
    if (pauseMs === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void work();
    }, pauseMs);
    return () => clearInterval(timer);
  });
}
