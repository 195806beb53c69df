import { useEffect, useState } from 'react';

const TICK_MS = 1_000;

/** Milliseconds left until `deadlineMs` (of `Date.now()`), told anew each second; 0 when it is over or there is none. */
export function useCountdown(deadlineMs: number | undefined): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const leftMs = deadlineMs === undefined ? 0 : Math.max(0, deadlineMs - nowMs);
  const isOver = leftMs === 0;
  useEffect(() => {
    setNowMs(Date.now());
    if (isOver) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isOver, deadlineMs]);
  return leftMs;
}
