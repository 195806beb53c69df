import { lazy, useEffect } from 'react';
import { whenIdle } from '../../lib/when-idle.ts';

/** The code of what can be done with the rows, which can be shown without it: one chunk. */
export const loadLater = () => import('./later/index.ts');

export const FolderFailed = lazy(async () => ({ default: (await loadLater()).FolderFailed }));
export const HelpDialog = lazy(async () => ({ default: (await loadLater()).HelpDialog }));
export const NameDialog = lazy(async () => ({ default: (await loadLater()).NameDialog }));
export const RenameEditor = lazy(async () => ({ default: (await loadLater()).RenameEditor }));
export const RowMenu = lazy(async () => ({ default: (await loadLater()).RowMenu }));
export const VersionsDialog = lazy(async () => ({ default: (await loadLater()).VersionsDialog }));
export const SelectionBar = lazy(async () => ({ default: (await loadLater()).SelectionBar }));

/** Has the code at hand before somebody needs it. What could not be fetched is asked for again when it is needed. */
export function useLaterAhead(): void {
  useEffect(() => whenIdle(() => void Promise.allSettled([loadLater()])), []);
}
