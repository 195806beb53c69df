import { lazy } from 'react';

export const NewInFolder = lazy(async () => ({
  default: (await import('./new-in-folder.tsx')).NewInFolder,
}));
