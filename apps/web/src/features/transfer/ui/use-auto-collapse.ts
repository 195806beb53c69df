import { useEffect, useState } from 'react';
import type { Summary } from '../model/summary.ts';
import { TRAY_ID } from './tray-focus.ts';

export const COLLAPSE_AFTER_MS = 5_000;

/** Folds some seconds after all uploads succeeded, unless the tray is in use. */
export function useAutoCollapse(summary: Summary): readonly [isExpanded: boolean, toggle: () => void] {
  const [foldedBy, setFoldedBy] = useState<'person' | 'timer'>();
  const isSuccess = isAllUploaded(summary);
  if (foldedBy === 'timer' && !isSuccess) setFoldedBy(undefined);
  const isWaiting = isSuccess && foldedBy === undefined;
  const { done } = summary;
  useEffect(() => {
    if (!isWaiting || done === 0) return undefined;
    const timer = setInterval(() => {
      if (document.getElementById(TRAY_ID)?.matches(':hover, :focus-within') !== true) setFoldedBy('timer');
    }, COLLAPSE_AFTER_MS);
    return () => clearInterval(timer);
  }, [isWaiting, done]);
  const isExpanded = foldedBy === undefined;
  return [isExpanded, () => setFoldedBy(isExpanded ? 'person' : undefined)];
}

export function isAllUploaded({ done, open, interrupted, failed, skipped }: Summary): boolean {
  return done > 0 && open + interrupted + failed + skipped === 0;
}
