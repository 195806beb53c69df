import { lazy } from '../../ui/loading/lazy.tsx';

export const loadSteps = () => import('./steps/index.ts');

export const LaterStep = lazy(async () => ({ default: (await loadSteps()).LaterStep }));
export const Problem = lazy(async () => ({ default: (await loadSteps()).Problem }));
export const Notice = lazy(async () => ({ default: (await loadSteps()).Notice }));
export const WaitNote = lazy(async () => ({ default: (await loadSteps()).WaitNote }));
