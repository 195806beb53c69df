import { type RefObject, useEffect } from 'react';

const CONTROLS = 'a[href], button:not(:disabled), input:not(:disabled)';
const ROWS = 'li, tbody tr';

interface Place {
  readonly control: HTMLElement;
  /** Undefined outside of rows. */
  readonly row: number | undefined;
  /** Index of the control among those of the row. */
  readonly nth: number;
}

/**
 * When the focused control vanishes, the same control of the row that took its place gets the focus. Otherwise the last
 * row, the first control or the heading of the page gets it.
 */
export function useFocusInRows(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = area.current;
    if (element === null) return undefined;
    let last: Place | undefined;
    const stop = new AbortController();
    const { signal } = stop;
    element.addEventListener('focusin', ({ target }) => (last = placeOf(element, target)), { signal });
    element.addEventListener(
      'focusout',
      ({ target }) => {
        // Some browsers report a removal before it is done.
        queueMicrotask(() => {
          if (target === last?.control && last?.control.isConnected) last = undefined;
        });
      },
      { signal },
    );
    const observer = new MutationObserver(() => {
      if (last === undefined) return;
      const isThere = element.contains(last.control);
      const isLost = !isThere && document.activeElement === document.body;
      if (isLost) targetNear(element, last)?.focus();
      else last = isThere ? placeOf(element, last.control) : undefined;
    });
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      stop.abort();
      observer.disconnect();
    };
  }, [area]);
}

function placeOf(area: HTMLElement, target: EventTarget | null): Place | undefined {
  if (!(target instanceof HTMLElement)) return undefined;
  const row = target.closest(ROWS);
  const rows = [...area.querySelectorAll(ROWS)];
  const isInRow = row !== null && area.contains(row);
  return {
    control: target,
    row: isInRow ? rows.indexOf(row) : undefined,
    nth: isInRow ? [...row.querySelectorAll(CONTROLS)].indexOf(target) : 0,
  };
}

function targetNear(area: HTMLElement, { row, nth }: Place): HTMLElement | null {
  const rows = [...area.querySelectorAll<HTMLElement>(ROWS)];
  const next = row === undefined ? undefined : (rows[row] ?? rows.at(-1));
  return (
    next?.querySelectorAll<HTMLElement>(CONTROLS)[nth] ??
    area.querySelector<HTMLElement>(CONTROLS) ??
    document.querySelector<HTMLElement>('main h1')
  );
}
