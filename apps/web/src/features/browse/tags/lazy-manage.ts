import { lazy } from '../../../ui/loading/lazy.tsx';

export const ManageTagsDialog = lazy(async () => ({
  default: (await import('./manage-dialog.tsx')).ManageTagsDialog,
}));
