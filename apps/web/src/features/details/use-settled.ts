import { useEffect, useState } from 'react';

const PAUSE_MS = 200;

/** Whether the key has stopped changing. Holding an arrow key passes many rows, and only the last one is fetched. */
export function useIsSettled(key: string | undefined): boolean {
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled === key;
}
