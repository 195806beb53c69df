import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isRightToLeft } from '../sizing/column-dom.ts';
import styles from './column-mover.module.css';
import { landingAt } from './column-order.ts';
import { moveColumn, type Ordering } from './move-by-key.ts';

interface Press {
  readonly from: number;
  readonly x: number;
  /** Whether Escape ended the drag. */
  readonly isLeft?: boolean;
}

/** Positions are in pixels from the left of the header. */
interface Drag extends Press {
  readonly to: number;
  readonly box: { readonly left: number; readonly width: number };
  readonly pointer: number;
  readonly line: number;
  /** Height of the line, from the header to the end of the list. */
  readonly height: number;
}

/** A pointer that moved less than this was a click. */
const FAR_PX = 6;

/**
 * Dragging a heading moves its column; a line shows where it lands, and Escape cancels. The name column stays first.
 */
export function ColumnMover(ordering: Ordering) {
  const place = useRef<HTMLSpanElement>(null);
  const press = useRef<Press>(undefined);
  const [drag, setDrag] = useState<Drag>();

  const handleDown = useEffectEvent((event: PointerEvent): void => {
    const heading = event.target instanceof Element ? event.target.closest('[data-heading]') : null;
    if (event.button !== 0 || heading === null || isDivider(event.target)) return;
    const from = Number(heading.getAttribute('data-heading'));
    if (ordering.columns[from]?.isRowHeader !== true) press.current = { from, x: event.clientX };
  });
  const handleMove = useEffectEvent((event: PointerEvent): void => {
    const header = place.current?.closest('[role="row"]');
    const began = press.current;
    if (began === undefined || began.isLeft === true || header == null) return;
    if (drag === undefined && Math.abs(event.clientX - began.x) < FAR_PX) return;
    setDrag(dragAt(header, began, event.clientX));
  });
  const handleUp = useEffectEvent((): void => {
    const isLeft = press.current?.isLeft === true;
    press.current = undefined;
    setDrag(undefined);
    if (drag !== undefined || isLeft) swallowClick();
    if (drag !== undefined) moveColumn(ordering, drag.from, drag.to);
  });
  const handleKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || drag === undefined) return;
    event.stopPropagation();
    press.current = { ...drag, isLeft: true };
    setDrag(undefined);
  });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const header = place.current?.closest<HTMLElement>('[role="row"]');
    header?.addEventListener('pointerdown', (event) => handleDown(event), { signal });
    // The pointer may leave the header during the drag.
    window.addEventListener('pointermove', (event) => handleMove(event), { signal });
    window.addEventListener('pointerup', () => handleUp(), { signal });
    window.addEventListener('pointercancel', () => handleUp(), { signal });
    window.addEventListener('keydown', (event) => handleKey(event), { signal, capture: true });
    return () => stop.abort();
  }, []);

  return (
    <span ref={place} aria-hidden="true" className={styles['place']}>
      {drag !== undefined && (
        <>
          <span
            className={styles['taken']}
            style={{ left: drag.box.left, width: drag.box.width, height: drag.height }}
          />
          {drag.to !== drag.from && (
            <span className={styles['line']} style={{ left: drag.line, height: drag.height }} />
          )}
          <span className={styles['label']} style={{ left: drag.pointer }}>
            {ordering.columns[drag.from]?.label}
          </span>
        </>
      )}
    </span>
  );
}

function dragAt(header: Element, press: Press, x: number): Drag {
  const boxes = [...header.querySelectorAll('[data-heading]')].map((each) => each.getBoundingClientRect());
  const { left } = header.getBoundingClientRect();
  const landing = landingAt(boxes, { from: press.from, x, isRightToLeft: isRightToLeft(header) });
  const own = boxes[press.from];
  return {
    ...press,
    to: landing.to,
    box: { left: (own?.left ?? 0) - left, width: own?.width ?? 0 },
    pointer: x - left,
    line: landing.x - left,
    height: header.closest('[role="grid"]')?.clientHeight ?? 0,
  };
}

function isDivider(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-divider]') !== null;
}

/** The end of a drag may fire a click, which would sort. That click comes before any other task, or not at all. */
function swallowClick(): void {
  const stop = new AbortController();
  window.addEventListener('click', swallow, { signal: stop.signal, capture: true });
  setTimeout(() => stop.abort());
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
