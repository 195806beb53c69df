import { diffComm } from 'node-diff3';

type Cells = readonly string[];
export type Table = readonly Cells[];

export interface ComparedColumn {
  readonly name: string;
  /** The name of the column in the older version. */
  readonly before: string | undefined;
  readonly change: 'same' | 'added' | 'removed' | 'renamed';
}

export interface ComparedCell {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

export interface ComparedRow {
  readonly change: 'same' | 'added' | 'removed' | 'changed';
  /** Line numbers in the table, from 1, with the header as the first line. */
  readonly before: number | undefined;
  readonly after: number | undefined;
  readonly cells: readonly ComparedCell[];
}

export interface TableDiff {
  readonly columns: readonly ComparedColumn[];
  readonly rows: readonly ComparedRow[];
  readonly changedCells: number;
}

/** Above this, rows are matched by their first cell, because a full diff would take too long. */
const COMPARED_ROWS_MAX = 3_000;
const CELL_END = '\u001f';

/** Columns match by their name in the first row, rows by their cells. */
export function diffTables(before: Table, after: Table): TableDiff {
  const columns = matchColumns(before[0] ?? [], after[0] ?? []);
  const common = columns.filter((column) => column.before !== undefined && column.after !== undefined);
  const keyOf = (row: Cells, side: 'before' | 'after'): string =>
    common.map((column) => row[column[side] ?? -1] ?? '').join(CELL_END);
  const old = before.slice(1).map((cells, at) => ({ cells, line: at + 2, key: keyOf(cells, 'before') }));
  const now = after.slice(1).map((cells, at) => ({ cells, line: at + 2, key: keyOf(cells, 'after') }));
  const first = common[0];
  const nameOf = ({ cells }: Placed, side: 'before' | 'after'): string => cells[first?.[side] ?? 0] ?? '';
  const rows = pairRows({ old, now, nameOf }).map(([one, other]) => compareRow(columns, one, other));
  return {
    columns: columns.map((column) => ({
      name: column.name,
      before: column.before === undefined ? undefined : before[0]?.[column.before],
      change: changeOf(column, before[0] ?? []),
    })),
    rows,
    changedCells: rows.reduce((sum, row) => sum + changesIn(row), 0),
  };
}

interface MatchedColumn {
  readonly name: string;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

function changeOf({ name, before, after }: MatchedColumn, old: Cells): ComparedColumn['change'] {
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  return old[before] === name ? 'same' : 'renamed';
}

interface Placed {
  readonly cells: Cells;
  readonly line: number;
  /** The joined cells of the columns that both versions have. */
  readonly key: string;
}

type Pair = readonly [Placed | undefined, Placed | undefined];

function matchColumns(before: Cells, after: Cells): readonly MatchedColumn[] {
  const matched: MatchedColumn[] = [];
  let [from, to] = [0, 0];
  for (const chunk of diffComm([...before], [...after])) {
    if ('common' in chunk) {
      for (const name of chunk.common) matched.push({ name, before: from++, after: to++ });
      continue;
    }
    const { buffer1: removed, buffer2: added } = chunk;
    // As many columns removed as added at one place means that they were renamed.
    const isRenamed = removed.length === added.length;
    if (isRenamed) for (const name of added) matched.push({ name, before: from++, after: to++ });
    else {
      for (const name of removed) matched.push({ name, before: from++, after: undefined });
      for (const name of added) matched.push({ name, before: undefined, after: to++ });
    }
  }
  return matched;
}

interface Sides {
  readonly old: readonly Placed[];
  readonly now: readonly Placed[];
  /** The first cell of a row, which often names it. */
  readonly nameOf: (row: Placed, side: 'before' | 'after') => string;
}

function pairRows({ old, now, nameOf }: Sides): readonly Pair[] {
  const shortest = Math.min(old.length, now.length);
  const start = countWhile(shortest, (at) => old[at]?.key === now[at]?.key);
  const end = countWhile(shortest - start, (at) => old.at(-1 - at)?.key === now.at(-1 - at)?.key);
  const [removed, added] = [old.slice(start, old.length - end), now.slice(start, now.length - end)];
  return [
    ...zip(old.slice(0, start), now.slice(0, start)),
    ...pairChanged({ old: removed, now: added, nameOf }),
    ...zip(old.slice(old.length - end), now.slice(now.length - end)),
  ];
}

function pairChanged({ old, now, nameOf }: Sides): readonly Pair[] {
  if (Math.max(old.length, now.length) > COMPARED_ROWS_MAX) return pairByName({ old, now, nameOf });
  const pairs: Pair[] = [];
  let [from, to] = [0, 0];
  for (const chunk of diffComm(
    old.map(({ key }) => key),
    now.map(({ key }) => key),
  )) {
    const isCommon = 'common' in chunk;
    const [count, other] =
      'common' in chunk
        ? [chunk.common.length, chunk.common.length]
        : [chunk.buffer1.length, chunk.buffer2.length];
    const [left, right] = [old.slice(from, from + count), now.slice(to, to + other)];
    pairs.push(...(isCommon ? zip(left, right) : pairByName({ old: left, now: right, nameOf })));
    from += count;
    to += other;
  }
  return pairs;
}

/** Pairs rows with the same first cell as changed. All others count as added or removed. */
function pairByName({ old, now, nameOf }: Sides): readonly Pair[] {
  const left = Map.groupBy(old, (row) => nameOf(row, 'before'));
  const pairs = new Map<Placed, Placed | undefined>();
  for (const row of now) pairs.set(row, left.get(nameOf(row, 'after'))?.shift());
  const kept = new Set(pairs.values());
  const gone = old.filter((row) => !kept.has(row)).map((row): Pair => [row, undefined]);
  return [...gone, ...Array.from(pairs, ([after, before]): Pair => [before, after])];
}

function zip(before: readonly Placed[], after: readonly Placed[]): readonly Pair[] {
  return before.map((row, at): Pair => [row, after[at]]);
}

function compareRow(
  columns: readonly MatchedColumn[],
  before: Placed | undefined,
  after: Placed | undefined,
): ComparedRow {
  const cells = columns.map(
    (column): ComparedCell => ({
      before: cellOf(before, column.before),
      after: cellOf(after, column.after),
    }),
  );
  const change =
    before === undefined
      ? 'added'
      : after === undefined
        ? 'removed'
        : before.key === after.key
          ? 'same'
          : 'changed';
  return { change, before: before?.line, after: after?.line, cells };
}

function cellOf(row: Placed | undefined, column: number | undefined): string | undefined {
  return row === undefined || column === undefined ? undefined : (row.cells[column] ?? '');
}

function changesIn({ change, cells }: ComparedRow): number {
  if (change !== 'changed') return 0;
  return cells.filter((cell) => isChanged(cell)).length;
}

export function isChanged({ before, after }: ComparedCell): boolean {
  return before !== undefined && after !== undefined && before !== after;
}

function countWhile(max: number, holds: (at: number) => boolean): number {
  let count = 0;
  while (count < max && holds(count)) count += 1;
  return count;
}
