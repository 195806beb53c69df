import { useEffect, useState } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';
import type * as Actions from './actions/index.ts';
import { lazy } from '../../ui/loading/lazy.tsx';

export const loadActions = () => import('./actions/index.ts');
/** Rarely used, so not prefetched. */
export const loadReceipts = () => import('./actions/receipts.ts');

export const FolderFailed = lazy(async () => ({ default: (await loadActions()).FolderFailed }));
/** Rarely opened, so not prefetched. */
export const HelpDialog = lazy(async () => ({
  default: (await import('./help/help-dialog.tsx')).HelpDialog,
}));
export const ColumnMenu = lazy(async () => ({
  default: (await import('./actions/column-menu.tsx')).ColumnMenu,
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
export const NewEntries = lazy(async () => ({ default: (await loadActions()).NewEntries }));
export const SortMenu = lazy(async () => ({ default: (await loadActions()).SortMenu }));
export const ViewMenu = lazy(async () => ({ default: (await loadActions()).ViewMenu }));
export const GroupedGrid = lazy(async () => ({
  default: (await import('./grouping/grouped-grid.tsx')).GroupedGrid,
}));
export const FolderTiles = lazy(async () => ({
  default: (await import('./view/folder-tiles.tsx')).FolderTiles,
}));

/** The code of the actions, or undefined until it is loaded: when idle, or when `isNeeded` becomes true. */
export function useActions(isNeeded: boolean): typeof Actions | undefined {
  const [code, setCode] = useState<typeof Actions>();
  useEffect(() => {
    const fetchCode = async (): Promise<void> => {
      const [result] = await Promise.allSettled([loadActions()]);
      if (result.status === 'fulfilled') setCode(result.value);
    };
    if (!isNeeded) return whenIdle(() => void fetchCode());
    void fetchCode();
    return undefined;
  }, [isNeeded]);
  return code;
}
