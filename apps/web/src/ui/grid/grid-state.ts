import { EMPTY_RANGE_SET, type RangeSet } from '../../lib/ranges/range-set.ts';

export interface GridState {
  readonly focus: number;
  /** Index of the focused cell, from 0; -1 stands for the row itself. */
  readonly cell: number;
  readonly anchor: number;
  /** Rows selected in addition to the range from the anchor, with Ctrl+Shift. */
  readonly base: RangeSet;
}

export function startAt(index: number): GridState {
  return { focus: index, cell: -1, anchor: index, base: EMPTY_RANGE_SET };
}

export function fitState(state: GridState, rowCount: number): GridState {
  const focus = clampRow(state.focus, rowCount);
  const anchor = clampRow(state.anchor, rowCount);
  return focus === state.focus && anchor === state.anchor ? state : { ...state, focus, anchor };
}

export function clampRow(index: number, rowCount: number): number {
  return Math.max(0, Math.min(index, rowCount - 1));
}
