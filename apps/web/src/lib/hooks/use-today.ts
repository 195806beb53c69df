import { useSyncExternalStore } from 'react';

export function useToday(): Date {
  return new Date(useSyncExternalStore(subscribe, startOfToday));
}

function startOfToday(): number {
  return new Date().setHours(0, 0, 0, 0);
}

function subscribe(onChange: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    const msToMidnight = new Date().setHours(24, 0, 0, 0) - Date.now();
    timer = setTimeout(() => {
      onChange();
      wait();
    }, msToMidnight);
  };
  wait();
  // Timers fire late after sleep.
  document.addEventListener('visibilitychange', onChange);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onChange);
  };
}
