import type { ZoomStep } from './zoom-bar.tsx';

const SCALE = { min: 0.5, max: 4, step: 1.25 } as const;

export function scaleAfter(scale: number, step: ZoomStep): number {
  if (step === 'fit') return 1;
  const next = step === 'in' ? scale * SCALE.step : scale / SCALE.step;
  return Math.min(SCALE.max, Math.max(SCALE.min, next));
}
