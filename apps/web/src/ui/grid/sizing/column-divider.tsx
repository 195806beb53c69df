import { type PointerEvent, useEffect, useRef } from 'react';
import { fitColumns, isRightToLeft, measuredWidths, showWidths, type Sizing } from './column-dom.ts';
import styles from './column-divider.module.css';
import { sized, type Widths } from './column-sizes.ts';

interface Drag {
  readonly header: Element;
  readonly fromX: number;
  readonly before: Widths;
  readonly draft: Widths;
}

/**
 * Dragging the divider resizes the columns on both sides; a double click fits their widths. Keys on the heading do the
 * same.
 */
export function ColumnDivider({ at, ...sizing }: Sizing & { readonly at: number }) {
  const drag = useRef<Drag | undefined>(undefined);

  function handleDown(event: PointerEvent<HTMLElement>): void {
    const header = event.currentTarget.closest('[role="row"]');
    if (event.button !== 0 || header === null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const before = measuredWidths(header, sizing.columns);
    drag.current = { header, fromX: event.clientX, before, draft: {} };
  }

  function handleMove(event: PointerEvent<HTMLElement>): void {
    const now = drag.current;
    if (now === undefined) return;
    const by = (event.clientX - now.fromX) * (isRightToLeft(now.header) ? -1 : 1);
    drag.current = { ...now, draft: sized(sizing.columns, now.before, { at, by }) };
    showWidths(now.header, sizing, drag.current.draft);
  }

  function handleUp(): void {
    const now = drag.current;
    drag.current = undefined;
    if (now !== undefined && Object.keys(now.draft).length > 0)
      sizing.onWidths({ ...sizing.widths, ...now.draft });
  }

  function handleCancel(): void {
    if (drag.current !== undefined) showWidths(drag.current.header, sizing);
    drag.current = undefined;
  }

  useEscape(drag, handleCancel);
  return (
    <span
      aria-hidden="true"
      data-divider={at}
      className={styles['divider']}
      // Prevents a text selection, and keeps a double click intact.
      onMouseDown={(event) => event.preventDefault()}
      onPointerDown={handleDown}
      onPointerMove={handleMove}
      onPointerUp={handleUp}
      onPointerCancel={handleCancel}
      onDoubleClick={(event) => {
        const header = event.currentTarget.closest('[role="row"]');
        if (header !== null) fitColumns(header, sizing, at);
      }}
    />
  );
}

function useEscape(drag: { readonly current: Drag | undefined }, cancel: () => void): void {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || drag.current === undefined) return;
      event.stopPropagation();
      cancel();
    };
    window.addEventListener('keydown', handleKey, true);
    return () => window.removeEventListener('keydown', handleKey, true);
  });
}
