import type { GridColumn } from '../grid-types.ts';

export type Widths = Readonly<Record<string, number>>;
export type SizedColumn = Pick<GridColumn<never>, 'id' | 'isRowHeader'>;

export const KEY_STEP = 16;
const WIDTH_MIN = 64;
/** Minimum width of the name column, which gets the remaining space. */
const NAME_MIN = 128;

/** Moves the divider after column `at`: the column grows as its neighbour shrinks, so that the others stay in place. */
export function sized(
  columns: readonly SizedColumn[],
  now: Widths,
  { at, by }: { readonly at: number; readonly by: number },
): Widths {
  const [one, other] = [columns[at], columns[at + 1]];
  if (one === undefined || other === undefined) return {};
  const widthOf = ({ id }: SizedColumn): number => now[id] ?? 0;
  const room = (column: SizedColumn): number => Math.max(0, widthOf(column) - minOf(column));
  const moved = Math.max(-room(one), Math.min(by, room(other)));
  return fixed([
    [one, widthOf(one) + moved],
    [other, widthOf(other) - moved],
  ]);
}

/** Resizes by a key. The last column has no divider after it and takes from the column before it. */
export function sizedByKey(
  columns: readonly SizedColumn[],
  now: Widths,
  { at, by }: { readonly at: number; readonly by: number },
): Widths {
  const isLast = at === columns.length - 1;
  return sized(columns, now, isLast ? { at: at - 1, by: -by } : { at, by });
}

/** Fits the columns on both sides of a divider to their contents. */
export function fitted(columns: readonly SizedColumn[], at: number, fit: (column: number) => number): Widths {
  return fixed(
    [at, at + 1].flatMap((each) => {
      const column = columns[each];
      return column === undefined || column.isRowHeader === true
        ? []
        : [[column, Math.max(WIDTH_MIN, fit(each))] as const];
    }),
  );
}

function minOf({ isRowHeader }: SizedColumn): number {
  return isRowHeader === true ? NAME_MIN : WIDTH_MIN;
}

function fixed(widths: readonly (readonly [SizedColumn, number])[]): Widths {
  return Object.fromEntries(
    widths
      .filter(([{ isRowHeader }]) => isRowHeader !== true)
      .map(([{ id }, width]) => [id, Math.round(width)]),
  );
}
