import type { AdminJob } from '@coffer/contracts';
import { useEffect } from 'react';
import { focusIfLost } from '../../ui/page/focus-heading.ts';

type JobId = AdminJob['id'];

let followed: JobId | undefined;

export function placeOf(id: JobId): string {
  return `job-${id}`;
}

/**
 * Keeps the focus on a job whose pressed button is gone while the job moves to another list. Ends when the person moves
 * elsewhere.
 */
export function followJob(id: JobId): void {
  followed = id;
  const stop = new AbortController();
  const end = ({ target }: Event): void => {
    if (target instanceof Element && target.closest(`#${CSS.escape(placeOf(id))}`) !== null) return;
    if (followed === id) followed = undefined;
    stop.abort();
  };
  focusIfLost(() => document.getElementById(placeOf(id)));
  for (const kind of ['focusin', 'pointerdown'])
    document.addEventListener(kind, end, { signal: stop.signal });
}

export function useFollowed(id: JobId): void {
  useEffect(() => {
    if (followed !== id || document.activeElement !== document.body) return;
    document.getElementById(placeOf(id))?.focus();
  });
}
