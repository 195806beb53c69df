import { lazy } from '../../ui/loading/lazy.tsx';

/** Loaded when somebody opens it. */
export const RetentionDialog = lazy(async () => ({
  default: (await import('./retention-dialog.tsx')).RetentionDialog,
}));
