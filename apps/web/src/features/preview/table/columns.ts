import type { Column } from './csv-table.ts';

const CHARACTER_PX = 7.6;
const PADDING_PX = 30;
/** Minimum width, with space for the heading of an unnamed column. */
const CHARACTERS_MIN = 8;

export interface ColumnLayout {
  /** Offsets of the columns from the start edge, and the end of the last one. */
  readonly edges: readonly number[];
  readonly numberWidth: number;
}

export function layoutOf(columns: readonly Column[], rowCount: number): ColumnLayout {
  const numberWidth = Math.ceil(Math.max(3, String(rowCount).length) * CHARACTER_PX + PADDING_PX);
  const edges = [numberWidth];
  for (const { width } of columns)
    edges.push((edges.at(-1) ?? 0) + Math.ceil(Math.max(width, CHARACTERS_MIN) * CHARACTER_PX + PADDING_PX));
  return { edges, numberWidth };
}

export interface ColumnWindow {
  readonly first: number;
  readonly last: number;
}

/** The visible columns and one more on each side. */
export function columnWindow({ edges }: ColumnLayout, left: number, width: number): ColumnWindow {
  const count = edges.length - 1;
  const first = edges.findIndex((_, column) => (edges[column + 1] ?? Number.POSITIVE_INFINITY) > left);
  let last = Math.max(0, first);
  while (last < count - 1 && (edges[last + 1] ?? 0) < left + width) last += 1;
  return { first: Math.max(0, first - 1), last: Math.min(count - 1, last + 1) };
}
