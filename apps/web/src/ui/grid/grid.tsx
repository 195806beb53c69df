/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows stand at positions of their own, which takes the meaning from table elements; roles keep it. */
import { useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { hasIndex } from '../../lib/ranges/range-set.ts';
import { physicalHeight } from '../../lib/ranges/scaled-scroll.ts';
import styles from './grid.module.css';
import { GridHeader } from './grid-header.tsx';
import { GridRow } from './grid-row.tsx';
import { rowFacts } from './row-facts.ts';
import { fitState, type GridState, startAt } from './grid-state.ts';
import type { GridColumn, GridProps } from './grid-types.ts';
import { useCoarsePointer } from './use-coarse-pointer.ts';
import { useGridEvents } from './use-grid-events.ts';
import { useGridHandle } from './use-grid-handle.ts';
import { type GridViewport, useGridViewport } from './use-grid-viewport.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';
import { useMeasuredSize } from './use-measured-size.ts';

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
  const viewport = useGridViewport(
    { scroller },
    {
      size,
      rowCount,
      rowHeight,
      initialFocusIndex: props.initialFocusIndex,
      initialScrollTop: props.initialScrollTop,
      onWindow: props.onWindow,
    },
  );
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
        style={{ '--grid-tracks': tracksOf(columns), '--grid-row': `${rowHeight}px` }}
        tabIndex={isEmpty ? 0 : undefined}
        aria-label={labels.grid}
        aria-rowcount={props.isCountKnown === false ? -1 : isBare ? 0 : rowCount + 1}
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
            onLeave={() => perform({ type: 'go', to: state.focus, reach: 'focus' })}
          />
        )}
        {!isEmpty && (
          <div
            role="rowgroup"
            className={styles['body']}
            style={{ blockSize: physicalHeight(viewport.geometry) }}
          >
            {mountedRows(viewport, state, rowCount).map((index) => (
              <GridRow
                key={index}
                {...rowFacts(props, index)}
                index={index}
                columns={columns}
                labels={labels}
                top={topOf(viewport, index)}
                isSelected={hasIndex(selection, index)}
                isTabStop={index === state.focus}
                isAway={index < viewport.shown.first || index > viewport.shown.last}
                isDropTarget={index === dropIndex}
                isDraggable={!isCoarse && props.drag?.onStart !== undefined && index !== props.editingIndex}
              />
            ))}
          </div>
        )}
      </div>
      {isBare && <div className={styles['empty']}>{props.empty}</div>}
    </div>
  );
}

function mountedRows({ shown }: GridViewport, state: GridState, rowCount: number): readonly number[] {
  // The window may be older than the list.
  const last = Math.min(shown.last, rowCount - 1);
  const rows = Array.from({ length: Math.max(0, last - shown.first + 1) }, (_, i) => shown.first + i);
  if (state.focus < shown.first) return [state.focus, ...rows];
  return state.focus > last ? [...rows, state.focus] : rows;
}

/** A distant focused row is clamped, so that it does not stretch the element. */
function topOf({ geometry, shown }: GridViewport, index: number): number {
  const top = index * geometry.rowHeight + shown.offset;
  return Math.max(0, Math.min(top, physicalHeight(geometry) - geometry.rowHeight));
}

function tracksOf<Row>(columns: readonly GridColumn<Row>[]): string {
  const widths = columns.map(({ width = 'minmax(0, 1fr)' }) => width);
  return ['var(--grid-check)', ...widths, 'var(--grid-more)'].join(' ');
}
