import { lazy } from '../../ui/loading/lazy.tsx';

export { downloadAsZip, resumeDownloads, onDownloadsStart, startedDownloads } from './lazy-engine.ts';

/** Loaded with the first download. */
export const DownloadTray = lazy(async () => ({
  default: (await import('./download-tray.tsx')).DownloadTray,
}));

const loadDialog = () => import('./export/export-dialog.tsx');
export const ExportDialog = lazy(async () => ({ default: (await loadDialog()).ExportDialog }));
export const ExportSection = lazy(async () => ({
  default: (await import('./export/export-section.tsx')).ExportSection,
}));
