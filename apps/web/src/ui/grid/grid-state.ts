import { EMPTY_RANGE_SET, type RangeSet } from '../../lib/range-set.ts';

/** Where the grid is. The selection belongs to the owner and is passed beside it. */
export interface GridState {
  /** The row that is the grid's tab stop. */
  readonly focus: number;
  /** The cell entered in that row, from 0; -1 is the row itself. */
  readonly cell: number;
  /** Where a range begins that Shift extends. */
  readonly anchor: number;
  /** What was selected besides that range: Ctrl+Shift adds to it. */
  readonly base: RangeSet;
}

export function startAt(index: number): GridState {
  return { focus: index, cell: -1, anchor: index, base: EMPTY_RANGE_SET };
}

/** The state for a list that got shorter; the same object when it still fits. */
export function fitState(state: GridState, rowCount: number): GridState {
  const focus = clampRow(state.focus, rowCount);
  const anchor = clampRow(state.anchor, rowCount);
  return focus === state.focus && anchor === state.anchor ? state : { ...state, focus, anchor };
}

/** The row in the list that is nearest to an index. */
export function clampRow(index: number, rowCount: number): number {
  return Math.max(0, Math.min(index, rowCount - 1));
}
