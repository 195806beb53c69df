import { describe, expect, test } from 'vitest';
import {
  complementWithin,
  EMPTY_RANGE_SET,
  firstIndexes,
  indexesOf,
  type RangeSet,
} from '../../lib/ranges/range-set.ts';
import { type GridCommand, type GridView, reduceGrid } from './grid-machine.ts';
import { fitState, startAt } from './grid-state.ts';

const ROWS = 1_000;
const FRESH: GridView = { state: startAt(0), selection: EMPTY_RANGE_SET };

function run(...commands: readonly GridCommand[]): GridView {
  return commands.reduce((view, command) => reduceGrid(view, command, ROWS), FRESH);
}

function extendTo(to: number): GridCommand {
  return { type: 'go', to, reach: 'extend' };
}

function rows(selection: RangeSet): readonly number[] {
  return [...indexesOf(selection)];
}

describe('moving', () => {
  test('a move selects the row alone', () => {
    const view = run({ type: 'go', to: 3, reach: 'select' }, { type: 'go', to: 4, reach: 'select' });
    expect(view.state.focus).toBe(4);
    expect(rows(view.selection)).toEqual([4]);
  });

  test('a move of the focus leaves the selection and the anchor', () => {
    const view = run(
      { type: 'go', to: 3, reach: 'select' },
      { type: 'go', to: 9, reach: 'focus' },
      { type: 'go', to: 5, reach: 'extend' },
    );
    expect(rows(view.selection)).toEqual([3, 4, 5]);
  });

  test('a move beyond the ends stops there', () => {
    expect(run({ type: 'go', to: 5_000, reach: 'select' }).state.focus).toBe(ROWS - 1);
    expect(run({ type: 'go', to: -1, reach: 'select' }).state.focus).toBe(0);
  });

  test('in an empty list nothing moves and nothing is selected', () => {
    expect(reduceGrid(FRESH, { type: 'go', to: 1, reach: 'select' }, 0)).toBe(FRESH);
    expect(reduceGrid(FRESH, { type: 'all' }, 0).selection.count).toBe(0);
  });
});

describe('ranges', () => {
  test('shift grows and shrinks around the anchor, in both directions', () => {
    const start: GridCommand = { type: 'go', to: 5, reach: 'select' };
    expect(rows(run(start, extendTo(7)).selection)).toEqual([5, 6, 7]);
    expect(rows(run(start, extendTo(7), extendTo(6)).selection)).toEqual([5, 6]);
    expect(rows(run(start, extendTo(7), extendTo(3)).selection)).toEqual([3, 4, 5]);
    expect(rows(run(start, extendTo(7), extendTo(5)).selection)).toEqual([5]);
  });

  test('shift to the last of a million rows is one run', () => {
    const view = reduceGrid(
      reduceGrid(FRESH, { type: 'go', to: 59, reach: 'select' }, 1_000_000),
      { type: 'go', to: 1_000_000, reach: 'extend' },
      1_000_000,
    );
    expect(view.selection.count).toBe(999_941);
    expect(view.selection.ranges).toHaveLength(1);
  });

  test('ctrl+shift adds the range to the selection, and removes only its own', () => {
    const view = run(
      { type: 'go', to: 1, reach: 'select' },
      { type: 'toggle', index: 10 },
      { type: 'go', to: 13, reach: 'extend-add' },
      { type: 'go', to: 11, reach: 'extend-add' },
    );
    expect(rows(view.selection)).toEqual([1, 10, 11]);
  });

  test('shift without ctrl replaces the selection', () => {
    const view = run(
      { type: 'toggle', index: 1 },
      { type: 'toggle', index: 10 },
      { type: 'go', to: 12, reach: 'extend' },
    );
    expect(rows(view.selection)).toEqual([10, 11, 12]);
  });

  test('a box ticked with shift adds all from the last one, and nothing leaves', () => {
    const view = run(
      { type: 'toggle', index: 1 },
      { type: 'toggle', index: 4 },
      { type: 'add-to', index: 7 },
    );
    expect(rows(view.selection)).toEqual([1, 4, 5, 6, 7]);
    expect(rows(reduceGrid(view, { type: 'add-to', index: 6 }, ROWS).selection)).toEqual([1, 4, 5, 6, 7]);
  });

  test('after the selection was cleared a range begins at the focus', () => {
    const view = run(
      { type: 'go', to: 2, reach: 'select' },
      { type: 'go', to: 8, reach: 'focus' },
      { type: 'none' },
      { type: 'go', to: 9, reach: 'extend' },
    );
    expect(rows(view.selection)).toEqual([8, 9]);
  });
});

describe('toggling', () => {
  test('toggling twice restores, and moves the focus', () => {
    const view = run({ type: 'toggle', index: 6 }, { type: 'toggle', index: 6 });
    expect(view.selection.count).toBe(0);
    expect(view.state.focus).toBe(6);
  });

  test('all, and all but one', () => {
    const all = run({ type: 'all' });
    expect(all.selection).toEqual(firstIndexes(ROWS));
    expect(reduceGrid(all, { type: 'all' }, ROWS).selection).toBe(all.selection);
    const but = reduceGrid(all, { type: 'toggle', index: 500 }, ROWS);
    expect(rows(complementWithin(but.selection, ROWS))).toEqual([500]);
  });

  test('clearing nothing gives the same empty set', () => {
    expect(run({ type: 'none' }).selection).toBe(EMPTY_RANGE_SET);
  });
});

describe('cells and focus', () => {
  test('entering a cell keeps the row and the selection', () => {
    const view = run({ type: 'go', to: 3, reach: 'select' }, { type: 'cell', to: 2 });
    expect(view.state).toMatchObject({ focus: 3, cell: 2 });
    expect(rows(view.selection)).toEqual([3]);
  });

  test('the focus keeps its cell from row to row, a selecting move leaves the cell', () => {
    const inCell = run({ type: 'cell', to: 2 }, { type: 'go', to: 1, reach: 'focus' });
    expect(inCell.state).toMatchObject({ focus: 1, cell: 2 });
    expect(reduceGrid(inCell, { type: 'go', to: 2, reach: 'extend' }, ROWS).state.cell).toBe(-1);
  });

  test('following the focus to where it is changes nothing', () => {
    expect(reduceGrid(FRESH, { type: 'follow', index: 0, cell: -1 }, ROWS)).toBe(FRESH);
    expect(run({ type: 'follow', index: 4, cell: 1 }).state).toMatchObject({ focus: 4, cell: 1, anchor: 0 });
  });

  test('a list that got shorter holds the focus at its last row', () => {
    const { state } = run({ type: 'go', to: 900, reach: 'select' });
    expect(fitState(state, 10)).toMatchObject({ focus: 9, anchor: 9 });
    expect(fitState(state, 0)).toMatchObject({ focus: 0, anchor: 0 });
    expect(fitState(state, 901)).toBe(state);
  });
});

test('whatever the order of commands, focus and selection stay within the list', () => {
  let seed = 12_345;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % below;
  };
  let view = FRESH;
  for (let step = 0; step < 5_000; step++) {
    const index = random(40) - 5;
    const commands: readonly GridCommand[] = [
      { type: 'go', to: index, reach: 'select' },
      { type: 'go', to: index, reach: 'extend' },
      { type: 'go', to: index, reach: 'extend-add' },
      { type: 'go', to: index, reach: 'focus' },
      { type: 'toggle', index },
      { type: 'add-to', index },
      { type: 'follow', index, cell: random(4) - 1 },
      { type: 'all' },
      { type: 'none' },
    ];
    const command = commands[random(commands.length)];
    if (command !== undefined) view = reduceGrid(view, command, 30);
    expect(view.state.focus).toBeGreaterThanOrEqual(0);
    expect(view.state.focus).toBeLessThan(30);
    for (const row of rows(view.selection)) expect(row >= 0 && row < 30).toBe(true);
  }
});
