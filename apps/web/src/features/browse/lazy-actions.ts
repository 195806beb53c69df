import { lazy, useEffect } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';

export const loadActions = () => import('./actions/index.ts');
/** Rarely asked for, so not fetched ahead. */
export const loadReceipts = () => import('./actions/receipts.ts');

export const FolderFailed = lazy(async () => ({ default: (await loadActions()).FolderFailed }));
/** Rarely opened, so not fetched ahead. */
export const HelpDialog = lazy(async () => ({
  default: (await import('./help/help-dialog.tsx')).HelpDialog,
}));
export const FolderDialog = lazy(async () => ({
  default: (await import('./move/folder-dialog.tsx')).FolderDialog,
}));
export const TemplateDialog = lazy(async () => ({
  default: (await import('./templates/template-dialog.tsx')).TemplateDialog,
}));
export const EmptyFolder = lazy(async () => ({ default: (await loadActions()).EmptyFolder }));
export const NameDialog = lazy(async () => ({ default: (await loadActions()).NameDialog }));
export const RenameEditor = lazy(async () => ({ default: (await loadActions()).RenameEditor }));
export const RowMenu = lazy(async () => ({ default: (await loadActions()).RowMenu }));
export const SortMenu = lazy(async () => ({ default: (await loadActions()).SortMenu }));
export const ViewMenu = lazy(async () => ({ default: (await loadActions()).ViewMenu }));
export const GroupedGrid = lazy(async () => ({
  default: (await import('./grouping/grouped-grid.tsx')).GroupedGrid,
}));
export const FolderTiles = lazy(async () => ({
  default: (await import('./view/folder-tiles.tsx')).FolderTiles,
}));

/** A failed prefetch is repeated when needed. */
export function usePrefetchedActions(): void {
  useEffect(() => whenIdle(() => void Promise.allSettled([loadActions()])), []);
}
