/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows are positioned absolutely, which removes the meaning of table elements; roles restore it. */
import { useId, useRef, useState } from 'react';
import { classes } from '../../../lib/classes.ts';
import { hasIndex } from '../../../lib/ranges/range-set.ts';
import { physicalHeight } from '../../../lib/ranges/scaled-scroll.ts';
import { fitState, type GridState, startAt } from '../grid-state.ts';
import type { TileGridProps } from '../grid-types.ts';
import { rowFacts } from '../row-facts.ts';
import { useCoarsePointer } from '../use-coarse-pointer.ts';
import { useGridEvents } from '../use-grid-events.ts';
import { useGridHandle } from '../use-grid-handle.ts';
import { type GridViewport, useGridViewport } from '../use-grid-viewport.ts';
import { useMeasuredSize } from '../use-measured-size.ts';
import { Tile } from './tile.tsx';
import styles from './tile-grid.module.css';
import { type TileLayout, tileLayout } from './tile-layout.ts';

const TILES_MAX = 60;

/** Shows a list as tiles, with the same selection and keys. */
export function TileGrid<Row>(props: TileGridProps<Row>) {
  const { rowCount, labels, selection } = props;
  const isCoarse = useCoarsePointer();
  const scroller = useRef<HTMLDivElement>(null);
  const header = useRef<HTMLDivElement>(null);
  const size = useMeasuredSize({ scroller, header }, rowCount > 0);
  const layout = tileLayout(size.width, props.size);
  const viewport = useTileViewport({ scroller }, { props, layout, size });
  const [held, setHeld] = useState(() => startAt(props.initialFocusIndex ?? 0));
  const state = fitState(held, rowCount);
  const [dropIndex, setDropIndex] = useState(-1);
  const id = useId();
  const { events, drag, perform, press } = useGridEvents(scroller, {
    props,
    viewport,
    state,
    onState: setHeld,
    cellCount: 0,
    perRow: layout.perRow,
    onDropIndex: setDropIndex,
  });
  useGridHandle(props, { viewport, focusedIndex: state.focus, perform, press });
  const focusedLine = Math.floor(state.focus / layout.perRow);
  const isEmpty = rowCount === 0;
  const isBare = isEmpty && props.isBusy !== true;
  return (
    <div className={classes(styles['grid'], selection.count > 0 && styles['selecting'])}>
      <div
        role="grid"
        ref={scroller}
        className={styles['scroller']}
        style={styleOf(layout)}
        tabIndex={isEmpty ? 0 : undefined}
        aria-label={labels.grid}
        aria-rowcount={props.isCountKnown === false ? -1 : Math.ceil(rowCount / layout.perRow)}
        aria-colcount={layout.perRow}
        aria-multiselectable="true"
        aria-busy={props.isBusy === true}
        {...events}
        {...viewport.events}
        {...(props.drag === undefined ? {} : drag)}
      >
        {!isEmpty && (
          <div
            role="rowgroup"
            className={styles['body']}
            style={{ blockSize: physicalHeight(viewport.geometry) }}
          >
            {mountedLines(viewport, state, layout).map((line) => (
              <div
                key={line}
                role="row"
                aria-rowindex={line + 1}
                data-away={line < viewport.shown.first || line > viewport.shown.last || undefined}
                className={styles['line']}
                style={{ insetBlockStart: topOf(viewport, line) }}
              >
                {indexesIn(line, layout.perRow, rowCount).map((index) => (
                  <Tile
                    key={index}
                    {...tileFacts(props, index)}
                    id={`${id}-${index}`}
                    index={index}
                    column={index % layout.perRow}
                    content={props.content}
                    labels={labels}
                    isSelected={hasIndex(selection, index)}
                    isTabStop={index === state.focus}
                    isDropTarget={index === dropIndex}
                    isPlain={line !== focusedLine && !viewport.isDrawn(line)}
                    isDraggable={
                      !isCoarse && props.drag?.onStart !== undefined && index !== props.editingIndex
                    }
                  />
                ))}
              </div>
            ))}
          </div>
        )}
      </div>
      {isBare && <div className={styles['empty']}>{props.empty}</div>}
    </div>
  );
}

/** The accessible name of a tile is its visible content, so it gets no label. */
function tileFacts<Row>(props: TileGridProps<Row>, index: number) {
  const { rowLabel: _, ...facts } = rowFacts(props, index);
  return facts;
}

interface TileViewport<Row> {
  readonly props: TileGridProps<Row>;
  readonly layout: TileLayout;
  readonly size: ReturnType<typeof useMeasuredSize>;
}

/** Callers count in tiles; the inner viewport counts in rows of tiles. */
function useTileViewport<Row>(
  refs: Parameters<typeof useGridViewport>[0],
  { props, layout, size }: TileViewport<Row>,
): GridViewport {
  const { rowCount, initialFocusIndex } = props;
  const { perRow, rowHeight } = layout;
  const lineOf = (index: number): number => Math.floor(index / perRow);
  const viewport = useGridViewport(refs, {
    size,
    rowCount: Math.ceil(rowCount / perRow),
    rowHeight,
    perRow,
    rowsMax: Math.ceil(TILES_MAX / perRow),
    initialFocusIndex: initialFocusIndex === undefined ? undefined : lineOf(initialFocusIndex),
    initialScrollTop: props.initialScrollTop,
    onWindow: (first, last) =>
      props.onWindow?.(first * perRow, Math.min(rowCount - 1, (last + 1) * perRow - 1)),
  });
  return { ...viewport, reveal: (index) => viewport.reveal(lineOf(index)) };
}

function mountedLines(
  { shown, geometry }: GridViewport,
  state: GridState,
  { perRow }: TileLayout,
): readonly number[] {
  // The list may have become shorter since the window was computed.
  const last = Math.min(shown.last, geometry.rowCount - 1);
  const lines = Array.from({ length: Math.max(0, last - shown.first + 1) }, (_, i) => shown.first + i);
  const focused = Math.floor(state.focus / perRow);
  if (focused < shown.first) return [focused, ...lines];
  return focused > last ? [...lines, focused] : lines;
}

function indexesIn(line: number, perRow: number, rowCount: number): readonly number[] {
  const first = line * perRow;
  return Array.from({ length: Math.min(perRow, rowCount - first) }, (_, column) => first + column);
}

/** The position of a distant focused line is clamped, so that it does not stretch the element. */
function topOf({ geometry, shown }: GridViewport, line: number): number {
  const top = line * geometry.rowHeight + shown.offset;
  return Math.max(0, Math.min(top, physicalHeight(geometry) - geometry.rowHeight));
}

function styleOf({ perRow, pictureHeight, rowHeight, padding, gap }: TileLayout) {
  return {
    '--grid-per-row': perRow,
    '--grid-picture': `${pictureHeight}px`,
    '--grid-line': `${rowHeight}px`,
    '--grid-padding': `${padding}px`,
    '--grid-gap': `${gap}px`,
  };
}
