import { lazy } from '../../../ui/loading/lazy.tsx';

export const PanelActions = lazy(async () => ({
  default: (await import('./panel-actions.tsx')).PanelActions,
}));
