import { useEffect, useState } from 'react';
import type { Summary } from '../model/summary.ts';
import { TRAY_ID } from './tray-focus.ts';

export const COLLAPSE_AFTER_MS = 5_000;
const PHONE = '(max-width: 759px)';

/**
 * Collapses the tray some seconds after all uploads succeeded, unless it is in use. On a phone, a tray with only
 * interrupted uploads starts collapsed, because it would cover a third of the list.
 */
export function useAutoCollapse(summary: Summary): readonly [isExpanded: boolean, toggle: () => void] {
  const [collapsedBy, setCollapsedBy] = useState<'person' | 'timer'>();
  const [isOpened, setOpened] = useState(false);
  const isSuccess = isAllUploaded(summary);
  if (collapsedBy === 'timer' && !isSuccess) setCollapsedBy(undefined);
  const isWaiting = isSuccess && collapsedBy === undefined;
  const { done } = summary;
  useEffect(() => {
    if (!isWaiting || done === 0) return undefined;
    const timer = setInterval(() => {
      if (document.getElementById(TRAY_ID)?.matches(':hover, :focus-within') !== true)
        setCollapsedBy('timer');
    }, COLLAPSE_AFTER_MS);
    return () => clearInterval(timer);
  }, [isWaiting, done]);
  const isLeft = !isOpened && isLeftBehind(summary) && matchMedia(PHONE).matches;
  const isExpanded = collapsedBy === undefined && !isLeft;
  const toggle = (): void => {
    setOpened(!isExpanded);
    setCollapsedBy(isExpanded ? 'person' : undefined);
  };
  return [isExpanded, toggle];
}

function isLeftBehind({ total, interrupted }: Summary): boolean {
  return interrupted > 0 && interrupted === total;
}

export function isAllUploaded({ done, open, interrupted, failed, skipped }: Summary): boolean {
  return done > 0 && open + interrupted + failed + skipped === 0;
}
