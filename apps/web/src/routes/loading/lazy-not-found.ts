import { lazy } from '../../ui/loading/lazy.tsx';

/** Separate from the other pages, whose modules use it too. */
export const NotFound = lazy(async () => ({ default: (await import('../status/not-found.tsx')).NotFound }));
