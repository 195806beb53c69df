import { useSyncExternalStore } from 'react';
import { onNavigation } from '../address/navigation.ts';

export function usePath(): string {
  return useSyncExternalStore(onNavigation, () => location.pathname);
}

export function useSearch(): string {
  return useSyncExternalStore(onNavigation, () => location.search.slice(1));
}
