import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { hasIndex } from '../../lib/ranges/range-set.ts';
import { focusRow, rowElement } from './grid-dom.ts';
import type { GridRequestName } from './grid-keys.ts';
import { type GridCommand, type GridView, reduceGrid } from './grid-machine.ts';
import type { GridState } from './grid-state.ts';
import type { GridActionDetails, GridBaseProps } from './grid-types.ts';
import type { GridViewport } from './use-grid-viewport.ts';

export interface GridRequest {
  readonly name: GridRequestName;
  readonly index: number;
  readonly isPointed?: boolean;
  /** A touch selects a row only by a long press or by its checkbox. */
  readonly isTouch?: boolean;
  readonly point?: GridActionDetails['point'];
}

export interface GridController {
  readonly state: GridState;
  /** Synchronous: renders, reveals and focuses before it returns. */
  readonly perform: (command: GridCommand, from?: GridState) => void;
  readonly apply: (command: GridCommand, from?: GridState) => GridView;
  /** Reveals and selects the row, then calls the owner. */
  readonly ask: (request: GridRequest) => void;
  readonly onFocusIn: () => void;
  readonly onFocusOut: (goesTo: EventTarget | null) => void;
}

export interface GridParts<Row> {
  readonly props: GridBaseProps<Row>;
  readonly viewport: GridViewport;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly state: GridState;
  readonly onState: (state: GridState) => void;
}

export function useGridController<Row>(parts: GridParts<Row>): GridController {
  const { props, viewport, scroller, state } = parts;
  const { rowCount, selection } = props;

  function apply(command: GridCommand, from: GridState = state): GridView {
    const view = reduceGrid({ state: from, selection }, command, rowCount);
    if (view.state !== state) parts.onState(view.state);
    if (view.state.focus !== state.focus) props.onFocusChange?.(view.state.focus);
    if (view.selection !== selection) props.onSelectionChange(view.selection);
    return view;
  }

  function perform(command: GridCommand, from?: GridState): void {
    const movesFocus = command.type !== 'all' && command.type !== 'none';
    const after = flushed(() => {
      const view = apply(command, from);
      if (movesFocus) viewport.reveal(view.state.focus);
      return view.state;
    });
    if (movesFocus) focusRow(scroller.current, after.focus, after.cell);
    // An empty list is itself the tab stop.
    if (movesFocus && rowCount === 0) scroller.current?.focus({ preventScroll: true });
  }

  function ask({ name, index, point, isPointed = false, isTouch = false }: GridRequest): void {
    const from = isPointed ? { ...state, cell: -1 } : state;
    // The row must be rendered before an overlay is anchored to it.
    const view = flushed(() => {
      viewport.reveal(index);
      const leaves = isTouch && selection.count === 0;
      return apply(
        leaves ? followed(index, from) : commandBefore(name, index, { state: from, selection }),
        from,
      );
    });
    focusRow(scroller.current, index, view.state.cell);
    if (name === 'open') {
      props.onOpen(index);
      return;
    }
    const row = rowElement(scroller.current, index);
    const anchor = row?.querySelector<HTMLElement>('[data-part="menu"]') ?? row;
    props.onAction?.(name, index, { selection: view.selection, before: selection, anchor, point });
  }

  useFocusWithRow({ ...props, state, scroller, onMoved: parts.onState });
  return { state, perform, apply, ask, ...useFocusKept(state, scroller) };
}

function commandBefore(name: GridRequestName, index: number, { state, selection }: GridView): GridCommand {
  const isAboutSelection =
    name !== 'open' && !(isDeletion(name) ? selection.count > 0 : hasIndex(selection, index));
  if (isAboutSelection) return { type: 'go', to: index, reach: 'select' };
  return followed(index, state);
}

function followed(index: number, state: GridState): GridCommand {
  return { type: 'follow', index, cell: index === state.focus ? state.cell : -1 };
}

function isDeletion(name: GridRequestName): boolean {
  return name === 'delete' || name === 'delete-permanently';
}

function flushed<T>(change: () => T): T {
  return flushSync(change);
}

/** Returns the focus to the row when the focused element in it is removed. */
function useFocusKept(state: GridState, scroller: RefObject<HTMLElement | null>) {
  const isInside = useRef(false);
  useLayoutEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    focusRow(scroller.current, state.focus, -1);
    if (document.activeElement === document.body) scroller.current?.focus({ preventScroll: true });
  });
  return {
    onFocusIn: () => {
      isInside.current = true;
    },
    // React fires no blur for removed elements, so this blur means that the person moved the focus.
    onFocusOut: (goesTo: EventTarget | null) => {
      isInside.current = goesTo instanceof Node && scroller.current?.contains(goesTo) === true;
    },
  };
}

const FOLLOW_ROWS = 200;

interface FollowOptions<Row>
  extends Pick<GridBaseProps<Row>, 'getRow' | 'rowKey' | 'rowCount' | 'onFocusChange'> {
  readonly state: GridState;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly onMoved: (state: GridState) => void;
}

/** Keeps the focus on the same row when rows above that row change. */
function useFocusWithRow<Row>(options: FollowOptions<Row>): void {
  const { state, rowCount } = options;
  const before = useRef<{ index: number; key: string } | undefined>(undefined);
  const keyAt = (index: number) => {
    const row = index >= 0 && index < rowCount ? options.getRow(index) : undefined;
    return row === undefined ? undefined : options.rowKey(row);
  };
  const follow = useEffectEvent(() => {
    const key = keyAt(state.focus);
    const held = before.current;
    // A row without a key is one whose page was dropped from the cache. It is still the same row.
    if (key === undefined) return;
    if (held !== undefined && held.index === state.focus && held.key !== key) {
      const moved = nearby(state.focus, (index) => keyAt(index) === held.key);
      if (moved !== undefined) {
        const hasFocus = rowElement(options.scroller.current, state.focus)?.contains(document.activeElement);
        before.current = { index: moved, key: held.key };
        const next = { ...state, focus: moved, anchor: moved };
        options.onFocusChange?.(moved);
        options.onMoved(next);
        if (hasFocus === true) queueMicrotask(() => focusRow(options.scroller.current, moved, state.cell));
        return;
      }
    }
    before.current = { index: state.focus, key };
  });
  useLayoutEffect(() => follow());
}

function nearby(from: number, isWanted: (index: number) => boolean): number | undefined {
  for (let distance = 1; distance <= FOLLOW_ROWS; distance++) {
    if (isWanted(from + distance)) return from + distance;
    if (isWanted(from - distance)) return from - distance;
  }
  return undefined;
}
