import { lazy } from '../../ui/loading/lazy.tsx';

export { downloadAsZip, resumeDownloads, onDownloadsStart, startedDownloads } from './lazy-engine.ts';

/** Loaded with the first download. */
export const DownloadTray = lazy(async () => ({
  default: (await import('./download-tray.tsx')).DownloadTray,
}));
