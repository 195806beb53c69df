import { useSyncExternalStore } from 'react';

export function useToday(): Date {
  return new Date(useSyncExternalStore(subscribe, startOfToday));
}

/** The first instant of the current day in UTC. */
export function useUtcDay(): Date {
  return new Date(useSyncExternalStore(subscribeUtc, startOfUtcDay));
}

function startOfUtcDay(): number {
  return new Date().setUTCHours(0, 0, 0, 0);
}

function startOfToday(): number {
  return new Date().setHours(0, 0, 0, 0);
}

function subscribe(onChange: () => void): () => void {
  return onMidnight(() => new Date().setHours(24, 0, 0, 0), onChange);
}

function subscribeUtc(onChange: () => void): () => void {
  return onMidnight(() => new Date().setUTCHours(24, 0, 0, 0), onChange);
}

function onMidnight(nextMidnight: () => number, onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    timer = setTimeout(() => {
      onChange();
      wait();
    }, nextMidnight() - Date.now());
  };
  wait();
  // Timers fire late after sleep.
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
}
