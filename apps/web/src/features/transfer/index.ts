import { lazy } from '../../ui/loading/lazy.tsx';

export { uploadFiles, uploadDrop, onTransfersStart, startedTransfers } from './intake/lazy-engine.ts';
export type { UploadedNode } from './model/machine.ts';
export { onScansChange } from './intake/file-scan.ts';

/** The list of all transfers, in a corner of every screen. Loaded with the first transfer. */
export const TransferTray = lazy(async () => ({
  default: (await import('./ui/transfer-tray.tsx')).TransferTray,
}));

/** Shown while chosen files are read. */
export const ScanCard = lazy(async () => ({
  default: (await import('./ui/scan-card.tsx')).ScanCard,
}));

export { openImport, onImportRequest, importRequest } from './intake/import-request.ts';

/** Asks before a sign-out that would stop uploads. */
export const SignOutDialog = lazy(async () => ({
  default: (await import('./ui/sign-out-dialog.tsx')).SignOutDialog,
}));

/** Imports an export, or any zip file. */
export const ImportDialog = lazy(async () => ({
  default: (await import('./import/import-dialog.tsx')).ImportDialog,
}));

/** Resumes uploads of earlier pages. Loaded when the page is idle. */
export async function restoreTransfers(personId: string, signal: AbortSignal): Promise<void> {
  await (await import('./intake/restore-uploads.ts')).restoreTransfers(personId, signal);
}

/** For guests of file requests, who have no tray and no session. */
export const loadGuestTransfers = () => import('./intake/guest-files.ts');

/** The page of all transfers, and the line on the home page that leads to it. */
export const loadTransferPages = () => import('./page/index.ts');
