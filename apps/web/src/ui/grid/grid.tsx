/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are positioned absolutely, which removes the meaning of table elements; roles restore it. */
import { useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { hasIndex } from '../../lib/ranges/range-set.ts';
import { physicalHeight } from '../../lib/ranges/scaled-scroll.ts';
import styles from './grid.module.css';
import { GridHeader } from './grid-header.tsx';
import { GridRow } from './grid-row.tsx';
import { rowFacts } from './row-facts.ts';
import { fitState, type GridState, startAt } from './grid-state.ts';
import type { GridProps } from './grid-types.ts';
import { useCoarsePointer } from './use-coarse-pointer.ts';
import { useGridEvents } from './use-grid-events.ts';
import { useGridHandle } from './use-grid-handle.ts';
import { type GridViewport, useGridViewport } from './use-grid-viewport.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';
import { useMeasuredSize } from './use-measured-size.ts';
import { topOf } from './groups/line-place.ts';
import { tracksOf } from './sizing/tracks.ts';

const TOUCH_ROW_HEIGHT = 56;

/**
 * A virtualized ARIA grid for millions of rows, with one tab stop and range selection. Its container must have a height.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { rowCount, labels, selection } = props;
  const isCoarse = useCoarsePointer();
  const rowHeight = isCoarse ? Math.max(props.rowHeight, TOUCH_ROW_HEIGHT) : props.rowHeight;
  const scroller = useRef<HTMLDivElement>(null);
  const header = useRef<HTMLDivElement>(null);
  const size = useMeasuredSize({ scroller, header }, rowCount > 0);
  const { groups } = props;
  const lineOf = groups?.lineOf ?? itself;
  const indexAt = groups?.indexAt ?? itself;
  const lineCount = groups?.lineCount ?? rowCount;
  const lines = useGridViewport(
    { scroller },
    {
      size,
      rowCount: lineCount,
      rowHeight,
      initialFocusIndex: props.initialFocusIndex === undefined ? undefined : lineOf(props.initialFocusIndex),
      initialScrollTop: props.initialScrollTop,
      onWindow: (first, last) => props.onWindow?.(indexAt(first), indexAt(last)),
    },
  );
  const viewport = groups?.viewportOf(lines) ?? lines;
  const [held, setHeld] = useState(() => startAt(props.initialFocusIndex ?? 0));
  const state = fitState(held, rowCount);
  const [dropIndex, setDropIndex] = useState(-1);
  const columns = props.columns.filter(({ hideBelow = 0 }) => size.width >= hideBelow);
  const { events, drag, perform, press } = useGridEvents(scroller, {
    props,
    viewport,
    state,
    onState: setHeld,
    cellCount: columns.length + 2,
    onDropIndex: setDropIndex,
  });
  useScrollAnchor(props, viewport);
  useGridHandle(props, { viewport, focusedIndex: state.focus, perform, press });

  const selected = selection.count === 0 ? 'none' : selection.count >= rowCount ? 'all' : 'some';
  const isEmpty = rowCount === 0;
  const isBare = isEmpty && props.isBusy !== true;
  return (
    <div className={classes(styles['grid'], selection.count > 0 && styles['selecting'])}>
      <div
        role="grid"
        ref={scroller}
        className={styles['scroller']}
        style={{ '--grid-tracks': tracksOf(columns, props.widths), '--grid-row': `${rowHeight}px` }}
        tabIndex={isEmpty ? 0 : undefined}
        aria-label={labels.grid}
        aria-rowcount={props.isCountKnown === false ? -1 : isBare ? 0 : lineCount + 1}
        aria-colcount={columns.length + 2}
        aria-multiselectable="true"
        aria-busy={props.isBusy === true}
        {...events}
        {...viewport.events}
        {...(props.drag === undefined ? {} : drag)}
      >
        {!isBare && (
          <GridHeader
            ref={header}
            columns={columns}
            labels={labels}
            sort={props.sort}
            onSort={props.onSort}
            selected={selected}
            onToggleAll={() => perform({ type: selected === 'all' ? 'none' : 'all' })}
            widths={props.widths}
            onWidths={props.onWidths}
            onOrder={props.onOrder}
            onColumnMenu={props.onColumnMenu}
            onLeave={() => perform({ type: 'go', to: state.focus, reach: 'focus' })}
          />
        )}
        {!isEmpty && (
          <div
            role="rowgroup"
            className={styles['body']}
            style={{ blockSize: physicalHeight(lines.geometry) }}
          >
            {mountedRows(viewport, state, rowCount).flatMap((index) => [
              groups?.headingBefore(index, {
                lines,
                firstShown: viewport.shown.first,
                cellCount: columns.length + 2,
                onGo: (to) => perform({ type: 'go', to, reach: 'focus' }),
              }),
              <GridRow
                key={index}
                {...rowFacts(props, index)}
                index={index}
                line={lineOf(index)}
                columns={columns}
                labels={labels}
                top={topOf(lines, lineOf(index))}
                isSelected={hasIndex(selection, index)}
                isTabStop={index === state.focus}
                isAway={index < viewport.shown.first || index > viewport.shown.last}
                isDropTarget={index === dropIndex}
                isPlain={index !== state.focus && !lines.isDrawn(lineOf(index))}
                isDraggable={!isCoarse && props.drag?.onStart !== undefined && index !== props.editingIndex}
              />,
            ])}
          </div>
        )}
      </div>
      {isBare && <div className={styles['empty']}>{props.empty}</div>}
    </div>
  );
}

function mountedRows({ shown }: GridViewport, state: GridState, rowCount: number): readonly number[] {
  // The list may have become shorter since the window was computed.
  const last = Math.min(shown.last, rowCount - 1);
  const rows = Array.from({ length: Math.max(0, last - shown.first + 1) }, (_, i) => shown.first + i);
  if (state.focus < shown.first) return [state.focus, ...rows];
  return state.focus > last ? [...rows, state.focus] : rows;
}

function itself(index: number): number {
  return index;
}
