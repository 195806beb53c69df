import { lazy } from '../../ui/loading/lazy.tsx';

/** A separate module, because modules of the other pages also use it. */
export const NotFound = lazy(async () => ({ default: (await import('../status/not-found.tsx')).NotFound }));
