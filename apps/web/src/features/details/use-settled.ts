import { useEffect, useState } from 'react';

const PAUSE_MS = 200;

/** Keys held down pass many rows; only the one where they stop is asked for. */
export function useIsSettled(key: string): boolean {
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled === key;
}
