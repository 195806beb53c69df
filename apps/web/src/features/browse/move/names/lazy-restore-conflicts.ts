import { lazy } from '../../../../ui/loading/lazy.tsx';

export const RestoreConflicts = lazy(async () => ({
  default: (await import('./restore-conflicts.tsx')).RestoreConflicts,
}));
