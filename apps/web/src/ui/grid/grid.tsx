/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows stand at positions of their own, which takes the meaning from table elements; roles keep it. */
import { useImperativeHandle, useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { hasIndex } from '../../lib/range-set.ts';
import { physicalHeight } from '../../lib/scaled-scroll.ts';
import styles from './grid.module.css';
import type { GridAnswers } from './grid-answers.tsx';
import { GridHeader } from './grid-header.tsx';
import { GridRow } from './grid-row.tsx';
import { fitState, type GridState, startAt } from './grid-state.ts';
import type { GridColumn, GridProps } from './grid-types.ts';
import { useCoarsePointer } from './use-coarse-pointer.ts';
import { useGridAnswers } from './use-grid-answers.ts';
import { type GridViewport, useGridViewport } from './use-grid-viewport.ts';

const TOUCH_ROW_HEIGHT = 56;

/**
 * A list of up to millions of rows as an ARIA grid: one tab stop, real focus, ranges as expressions, true length.
 * It fills its container, which must have a height. Rows are asked for by index and may not be there yet.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const { rowCount, labels, selection } = props;
  const isCoarse = useCoarsePointer();
  const rowHeight = isCoarse ? Math.max(props.rowHeight, TOUCH_ROW_HEIGHT) : props.rowHeight;
  const scroller = useRef<HTMLDivElement>(null);
  const header = useRef<HTMLDivElement>(null);
  const viewport = useGridViewport(
    { scroller, header },
    {
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
  const columns = props.columns.filter(({ hideBelow = 0 }) => viewport.width >= hideBelow);
  const answers = useGridAnswers(scroller, props.isBusy !== true);
  useGridHandle(props, viewport, { state, perform: answers.perform });

  const selected = selection.count === 0 ? 'none' : selection.count >= rowCount ? 'all' : 'some';
  const isEmpty = rowCount === 0;
  // Nothing to sort and nothing to select: what is said instead of rows stands alone.
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
        {...answers.events}
        {...viewport.events}
        {...(props.drag === undefined ? {} : answers.drag)}
      >
        {!isBare && (
          <GridHeader
            ref={header}
            columns={columns}
            labels={labels}
            sort={props.sort}
            onSort={props.onSort}
            selected={selected}
            onToggleAll={() => answers.perform({ type: selected === 'all' ? 'none' : 'all' })}
            onLeave={() => answers.perform({ type: 'go', to: state.focus, reach: 'focus' })}
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
      {answers.code !== undefined && (
        <answers.code.Answers
          props={props}
          viewport={viewport}
          scroller={scroller}
          state={state}
          onState={setHeld}
          cellCount={columns.length + 2}
          onDropIndex={setDropIndex}
          onAnswers={answers.onAnswers}
        />
      )}
      {isBare && <div className={styles['empty']}>{props.empty}</div>}
    </div>
  );
}

/** What a row is drawn from. Its words are made by the row, and only when it is drawn. */
function rowFacts<Row>(props: GridProps<Row>, index: number) {
  const { rowLabel, rowName, rowHref } = props;
  const row = props.getRow(index);
  const isEdited = row !== undefined && index === props.editingIndex;
  const editor = isEdited ? props.renderEditor?.(row, index) : undefined;
  return { row, rowLabel, rowName, editor, ...(rowHref === undefined ? {} : { rowHref }) };
}

/** The rows of the window in order, and the focused one wherever it is. */
function mountedRows({ shown }: GridViewport, state: GridState, rowCount: number): readonly number[] {
  // The window is of the last measurement; the list may be shorter by now.
  const last = Math.min(shown.last, rowCount - 1);
  const rows = Array.from({ length: Math.max(0, last - shown.first + 1) }, (_, i) => shown.first + i);
  if (state.focus < shown.first) return [state.focus, ...rows];
  return state.focus > last ? [...rows, state.focus] : rows;
}

/** A focused row far outside stands at the end of the element that is nearer, where it stretches nothing. */
function topOf({ geometry, shown }: GridViewport, index: number): number {
  const top = index * geometry.rowHeight + shown.offset;
  return Math.max(0, Math.min(top, physicalHeight(geometry) - geometry.rowHeight));
}

function tracksOf<Row>(columns: readonly GridColumn<Row>[]): string {
  const widths = columns.map(({ width = 'minmax(0, 1fr)' }) => width);
  return ['var(--grid-check)', ...widths, 'var(--grid-more)'].join(' ');
}

function useGridHandle<Row>(
  props: GridProps<Row>,
  viewport: GridViewport,
  { state, perform }: { readonly state: GridState; readonly perform: GridAnswers['perform'] },
): void {
  useImperativeHandle(props.ref, () => ({
    reveal: viewport.reveal,
    focus: (index) => perform({ type: 'go', to: index, reach: 'focus' }, startAt(index)),
    scrollTop: viewport.scrollTop,
    focusedIndex: () => state.focus,
  }));
}
