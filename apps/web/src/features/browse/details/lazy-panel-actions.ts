import { lazy } from 'react';

export const PanelActions = lazy(async () => ({
  default: (await import('./panel-actions.tsx')).PanelActions,
}));
