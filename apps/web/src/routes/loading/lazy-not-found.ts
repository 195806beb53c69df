import { lazy } from 'react';

/** Separate from the other pages, whose modules use it too. */
export const NotFound = lazy(async () => ({ default: (await import('../status/not-found.tsx')).NotFound }));
