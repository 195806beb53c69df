import { useEffect, useEffectEvent } from 'react';
import { backoffMs, OUTAGE_BACKOFF } from '../retry/backoff.ts';

/** Calls `retry` with growing pauses while `isAway`, which ends when it succeeds. */
export function useOutageRetry(isAway: boolean, retry: () => Promise<unknown>): void {
  const again = useEffectEvent(retry);
  useEffect(() => {
    if (!isAway) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const schedule = (retries: number): void => {
      const next = async (): Promise<void> => {
        await again();
        if (!isOver) schedule(retries + 1);
      };
      timer = setTimeout(() => void next(), backoffMs(OUTAGE_BACKOFF, retries));
    };
    schedule(0);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isAway]);
}
