import { lazy } from 'react';

/** The pages inside, each with its code. */
export const loadPage = {
  browser: () => import('./browser.tsx'),
  trash: () => import('./trash.tsx'),
  security: () => import('./settings-security.tsx'),
  appearance: () => import('./settings-appearance.tsx'),
};

export const BrowserRoute = lazy(async () => ({ default: (await loadPage.browser()).BrowserRoute }));
export const TrashRoute = lazy(async () => ({ default: (await loadPage.trash()).TrashRoute }));
export const SecurityRoute = lazy(async () => ({ default: (await loadPage.security()).SecurityRoute }));
export const AppearanceRoute = lazy(async () => ({ default: (await loadPage.appearance()).AppearanceRoute }));
