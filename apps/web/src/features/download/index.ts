import { lazy } from 'react';

export { bringDown, greetDownloads, onDownloadsStart, startedDownloads } from './door.ts';

/** Everything on its way down, in a corner of every screen; its code comes with the first download. */
export const DownloadTray = lazy(async () => ({
  default: (await import('./download-tray.tsx')).DownloadTray,
}));
