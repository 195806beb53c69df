import { useEffect, useEffectEvent, useRef } from 'react';
import { useFormats } from '../../../../lib/language/format.ts';
import { physicalHeight } from '../../../../lib/ranges/scaled-scroll.ts';
import { useRowViewport } from '../../use-row-viewport.ts';
import styles from './large.module.css';
import type { LargeText } from './use-large-text.ts';

interface LargeLinesProps {
  readonly label: string;
  readonly large: LargeText;
  readonly target: { readonly line: number } | undefined;
  readonly found: readonly number[] | undefined;
}

const LINE_PX = 20;
const LINES_BEFORE_TARGET = 4;

export function LargeLines({ label, large, target, found }: LargeLinesProps) {
  const { number } = useFormats();
  const scroller = useRef<HTMLDivElement>(null);
  const header = useRef<HTMLDivElement>(null);
  const { lineCount } = large;
  const { viewport } = useRowViewport(
    { scroller, header },
    { rowCount: lineCount, rowHeight: LINE_PX, hasHeader: lineCount > 0 },
  );
  const { shown } = viewport;
  useEffect(() => {
    if (shown.last >= shown.first) large.need(shown.first, Math.min(shown.last, lineCount - 1));
  });
  const reveal = useEffectEvent((line: number): void => {
    viewport.reveal(Math.max(0, line - LINES_BEFORE_TARGET));
    viewport.reveal(Math.min(lineCount - 1, line + LINES_BEFORE_TARGET));
    scroller.current?.focus({ preventScroll: true });
  });
  const isFinding = found !== undefined;
  useEffect(() => {
    if (target === undefined) return;
    const { activeElement } = document;
    reveal(target.line);
    // The find field keeps the focus for the next Enter.
    if (isFinding && activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  }, [target, isFinding]);
  const marked = new Set(found);
  const lines = Array.from(
    { length: Math.max(0, shown.last - shown.first + 1) },
    (_, at) => shown.first + at,
  );
  const digits = Math.max(3, String(lineCount).length);
  return (
    <section
      ref={scroller}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- lines that scroll must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className={styles['lines']}
      {...viewport.events}
      onScroll={() => viewport.events.onScroll()}
    >
      <div ref={header} />
      <div className={styles['whole']} style={{ blockSize: physicalHeight(viewport.geometry) }}>
        {lines.map((line) => (
          <div
            key={line}
            className={styles['line']}
            data-found={marked.has(line) || undefined}
            data-target={line === target?.line || undefined}
            style={{ insetBlockStart: line * LINE_PX + shown.offset }}
          >
            <span className={styles['number']} style={{ inlineSize: `${digits + 2}ch` }}>
              {number(line + 1)}
            </span>
            <span className={styles['text']}>{large.line(line) ?? ''}</span>
          </div>
        ))}
      </div>
    </section>
  );
}
