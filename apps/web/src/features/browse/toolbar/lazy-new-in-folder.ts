import { lazy } from '../../../ui/loading/lazy.tsx';

export const NewInFolder = lazy(async () => ({
  default: (await import('./new-in-folder.tsx')).NewInFolder,
}));
