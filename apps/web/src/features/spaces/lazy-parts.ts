import { lazy } from '../../ui/loading/lazy.tsx';

const loadDialogs = () => import('./dialogs/index.ts');

/** Loaded lazily, because most pages show the personal space and need none of this. */
export const SpaceTools = lazy(async () => ({ default: (await import('./space-tools.tsx')).SpaceTools }));
export const NewSpaceDialog = lazy(async () => ({ default: (await loadDialogs()).NewSpaceDialog }));
