import { useSyncExternalStore } from 'react';

const TICK_MS = 1_000;

/** Milliseconds until `deadlineMs` (`Date.now()`), in whole seconds. 0 if the deadline is over or undefined. */
export function useCountdown(deadlineMs: number | undefined): number {
  return useSyncExternalStore(deadlineMs === undefined ? never : everySecond, () =>
    deadlineMs === undefined ? 0 : Math.max(0, Math.ceil((deadlineMs - Date.now()) / TICK_MS) * TICK_MS),
  );
}

function everySecond(listener: () => void): () => void {
  const timer = setInterval(listener, TICK_MS);
  return () => clearInterval(timer);
}

function never(): () => void {
  return () => undefined;
}
