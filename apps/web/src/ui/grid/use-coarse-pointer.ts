import { useSyncExternalStore } from 'react';

const COARSE = '(pointer: coarse)';

export function useCoarsePointer(): boolean {
  return useSyncExternalStore(subscribe, isCoarse, () => false);
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(COARSE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

function isCoarse(): boolean {
  return window.matchMedia(COARSE).matches;
}
