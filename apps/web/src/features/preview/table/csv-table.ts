import type { CsvIndex } from './csv-index.ts';
import { COLUMNS_MAX, isNumber, numberOf } from '../../../lib/tables/csv-format.ts';

export interface Column {
  readonly name: string;
  /** Width in characters. */
  readonly width: number;
  readonly isNumber: boolean;
}

export interface Shape {
  readonly columns: readonly Column[];
  readonly hasHeader: boolean;
  readonly isNarrowed: boolean;
}

export const CELL_MAX = 1_000;
const SAMPLE_ROWS = 200;
const WIDTH = { min: 4, max: 40 };

/** Guesses the columns from the first rows. */
export function shapeOf(index: CsvIndex): Shape {
  const sample = Array.from({ length: Math.min(index.rowCount, SAMPLE_ROWS) }, (_, row) => index.cells(row));
  const count = sample.reduce((most, cells) => Math.max(most, cells.length), 0);
  const [first = []] = sample;
  const hasHeader = isHeader(first, sample.slice(1));
  const body = hasHeader ? sample.slice(1) : sample;
  const columns = Array.from({ length: Math.min(count, COLUMNS_MAX) }, (_, column) => {
    const cells = body.map((row) => row[column] ?? '').filter((cell) => cell !== '');
    const name = hasHeader ? (first[column] ?? '') : '';
    const widest = cells.reduce((most, cell) => Math.max(most, cell.length), name.length + 3);
    return {
      name: name.slice(0, CELL_MAX),
      width: Math.min(WIDTH.max, Math.max(WIDTH.min, widest)),
      isNumber: cells.length > 0 && cells.filter(isNumber).length >= cells.length * 0.8,
    };
  });
  return { columns, hasHeader, isNarrowed: count > COLUMNS_MAX };
}

/** Whether the first row is a header: no name is empty, numeric or repeated, and other rows follow. */
function isHeader(first: readonly string[], rest: readonly (readonly string[])[]): boolean {
  const names = first.map((name) => name.trim());
  if (rest.length === 0 || names.length === 0) return false;
  return new Set(names).size === names.length && names.every((name) => name !== '' && !isNumber(name));
}

export interface Order {
  readonly words: string;
  readonly sort: { readonly column: number; readonly isDown: boolean } | undefined;
}

const AT_ONCE = 20_000;

/** Filters and sorts rows. Returns undefined if `pause` returned false. */
export async function orderOf(
  index: CsvIndex,
  { from, order }: { readonly from: number; readonly order: Order },
  pause: () => Promise<boolean>,
): Promise<Uint32Array | undefined> {
  const words = order.words.toLocaleLowerCase();
  const rows = new Uint32Array(index.rowCount - from);
  const keys: string[] = [];
  let count = 0;
  for (let row = from; row < index.rowCount; row += 1) {
    if ((row - from) % AT_ONCE === AT_ONCE - 1 && !(await pause())) return undefined;
    if (words !== '' && !index.textOf(row).toLocaleLowerCase().includes(words)) continue;
    rows[count] = row;
    if (order.sort !== undefined) keys[count] = index.cells(row)[order.sort.column] ?? '';
    count += 1;
  }
  if (order.sort === undefined) return rows.slice(0, count);
  const places = sorted(keys, order.sort.isDown);
  return places.map((place) => rows[place] ?? 0);
}

/** Sorts numbers by value and other text alphabetically. Empty cells come last. */
function sorted(keys: readonly string[], isDown: boolean): Uint32Array {
  const sign = isDown ? -1 : 1;
  const filled = keys.filter((key) => key !== '');
  const areNumbers = filled.length > 0 && filled.filter(isNumber).length >= filled.length * 0.8;
  const places = Uint32Array.from(keys, (_, place) => place);
  if (areNumbers) {
    const values = Float64Array.from(keys, (key) => (isNumber(key) ? numberOf(key) : Number.NaN));
    return places.toSorted(
      (a, b) => byEmptiness(keys, a, b) || sign * compareNumbers(values[a], values[b]) || a - b,
    );
  }
  const lower = keys.map((key) => key.slice(0, 200).toLocaleLowerCase());
  const { compare } = new Intl.Collator(undefined, { numeric: true });
  // Locale-aware comparison takes minutes for a million rows.
  const order =
    keys.length <= 100_000
      ? compare
      : (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
  return places.toSorted(
    (a, b) => byEmptiness(keys, a, b) || sign * order(lower[a] ?? '', lower[b] ?? '') || a - b,
  );
}

function byEmptiness(keys: readonly string[], a: number, b: number): number {
  return Number(keys[a] === '') - Number(keys[b] === '');
}

function compareNumbers(one = Number.NaN, other = Number.NaN): number {
  if (Number.isNaN(one) || Number.isNaN(other))
    return Number(Number.isNaN(one)) - Number(Number.isNaN(other));
  return one - other;
}
