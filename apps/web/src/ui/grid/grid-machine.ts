import {
  addRange,
  EMPTY_RANGE_SET,
  firstIndexes,
  type RangeSet,
  rangeBetween,
} from '../../lib/ranges/range-set.ts';
import { toggleIndex, unionOf } from '../../lib/ranges/range-set-changes.ts';
import { clampRow, type GridState, startAt } from './grid-state.ts';

export interface GridView {
  readonly state: GridState;
  readonly selection: RangeSet;
}

/** `extend-add` keeps the previous selection; `focus` selects nothing. */
export type GridReach = 'select' | 'extend' | 'extend-add' | 'focus';

export type GridCommand =
  | { readonly type: 'go'; readonly to: number; readonly reach: GridReach }
  | { readonly type: 'cell'; readonly to: number }
  | { readonly type: 'follow'; readonly index: number; readonly cell: number }
  | { readonly type: 'toggle'; readonly index: number }
  /** Shift with a checkbox: adds the range from the anchor. */
  | { readonly type: 'add-to'; readonly index: number }
  | { readonly type: 'all' }
  | { readonly type: 'none' };

/** A pure reducer that clamps row indexes. Unchanged parts keep their identity. */
export function reduceGrid(view: GridView, command: GridCommand, rowCount: number): GridView {
  const { state, selection } = view;
  switch (command.type) {
    case 'go':
      return rowCount === 0 ? view : goTo(view, clampRow(command.to, rowCount), command.reach);
    case 'cell':
      return { state: { ...state, cell: command.to }, selection };
    case 'follow':
      return follow(view, clampRow(command.index, rowCount), command.cell);
    case 'toggle': {
      const index = clampRow(command.index, rowCount);
      const toggled = toggleIndex(selection, index);
      return { state: { ...state, focus: index, anchor: index, base: toggled }, selection: toggled };
    }
    case 'add-to': {
      const index = clampRow(command.index, rowCount);
      const first = Math.min(state.anchor, index);
      const added = addRange(selection, first, Math.max(state.anchor, index));
      return { state: { ...state, focus: index, anchor: index, base: added }, selection: added };
    }
    case 'all':
      return { state, selection: selection.count === rowCount ? selection : firstIndexes(rowCount) };
    case 'none':
      return { state: { ...state, anchor: state.focus, base: EMPTY_RANGE_SET }, selection: EMPTY_RANGE_SET };
  }
}

function goTo({ state, selection }: GridView, to: number, reach: GridReach): GridView {
  switch (reach) {
    case 'focus':
      return { state: { ...state, focus: to }, selection };
    case 'select':
      return { state: startAt(to), selection: rangeBetween(to, to) };
    case 'extend':
      return { state: { ...state, focus: to, cell: -1 }, selection: rangeBetween(state.anchor, to) };
    case 'extend-add': {
      const added = unionOf(state.base, rangeBetween(state.anchor, to));
      return { state: { ...state, focus: to, cell: -1 }, selection: added };
    }
  }
}

function follow(view: GridView, focus: number, cell: number): GridView {
  if (focus === view.state.focus && cell === view.state.cell) return view;
  return { state: { ...view.state, focus, cell }, selection: view.selection };
}
