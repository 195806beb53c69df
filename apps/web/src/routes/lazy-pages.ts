import { lazy } from 'react';

/** The pages inside, each with its code; the files are part of the inside, being what almost everybody comes for. */
export const loadPage = {
  trash: () => import('./trash.tsx'),
  profile: () => import('./settings-profile.tsx'),
  security: () => import('./settings-security.tsx'),
  devices: () => import('./settings-devices.tsx'),
  storage: () => import('./storage.tsx'),
  appearance: () => import('./settings-appearance.tsx'),
};

export const TrashRoute = lazy(async () => ({ default: (await loadPage.trash()).TrashRoute }));
export const ProfileRoute = lazy(async () => ({ default: (await loadPage.profile()).ProfileRoute }));
export const SecurityRoute = lazy(async () => ({ default: (await loadPage.security()).SecurityRoute }));
export const DevicesRoute = lazy(async () => ({ default: (await loadPage.devices()).DevicesRoute }));
export const StorageRoute = lazy(async () => ({ default: (await loadPage.storage()).StorageRoute }));
export const NotFound = lazy(async () => ({ default: (await import('./not-found.tsx')).NotFound }));
export const AppearanceRoute = lazy(async () => ({ default: (await loadPage.appearance()).AppearanceRoute }));
