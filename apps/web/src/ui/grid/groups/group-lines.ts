export interface RowGroup {
  readonly label: string;
  readonly count: number;
}

export interface GroupWords {
  /** Label of the menu that leads to the groups. */
  readonly menu: string;
  readonly count: (count: number) => string;
}

/** Maps between rows and lines: each group has a heading, which takes one line above its rows. */
export interface GroupLines {
  readonly lineCount: number;
  readonly lineOf: (index: number) => number;
  /** The row at a line. For the line of a heading, the first row below it. */
  readonly indexAt: (line: number) => number;
  readonly groupOf: (index: number) => GroupRange;
}

export interface GroupRange {
  /** Index of the group. */
  readonly at: number;
  readonly first: number;
  readonly last: number;
  readonly headingLine: number;
}

/**
 * The counts may be older than the list: rows that no group counts belong to the last one. Undefined without groups.
 */
export function groupLines(counts: readonly number[], rowCount: number): GroupLines | undefined {
  const starts: number[] = [];
  let next = 0;
  for (const count of counts) {
    if (next >= rowCount) break;
    starts.push(next);
    next += count;
  }
  if (starts.length === 0) return undefined;
  const startOf = (at: number): number => starts[at] ?? rowCount;
  return {
    lineCount: rowCount + starts.length,
    lineOf: (index) => index + lastAt(starts, (start) => start <= index) + 1,
    indexAt: (line) => {
      const at = lastAt(starts, (start, position) => start + position <= line);
      return Math.max(startOf(at), line - at - 1);
    },
    groupOf: (index) => {
      const at = lastAt(starts, (start) => start <= index);
      return { at, first: startOf(at), last: startOf(at + 1) - 1, headingLine: startOf(at) + at };
    },
  };
}

/** The last start for which `isBefore` is true, by binary search. 0 if there is none. */
function lastAt(starts: readonly number[], isBefore: (start: number, at: number) => boolean): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (isBefore(starts[middle] ?? 0, middle)) low = middle;
    else high = middle;
  }
  return low;
}
