/** One run of row indexes, both ends included. */
export interface IndexRange {
  readonly first: number;
  readonly last: number;
}

/**
 * A set of row indexes as sorted runs that neither overlap nor touch: "all of a million but one" is two runs.
 * Immutable; every operation costs the number of runs, never the number of rows, and answers the same object
 * when nothing changed.
 */
export interface RangeSet {
  readonly ranges: readonly IndexRange[];
  /** How many indexes are in the set. */
  readonly count: number;
}

export const EMPTY_RANGE_SET: RangeSet = { ranges: [], count: 0 };

/** The indexes between two, both included, in either order. */
export function rangeBetween(one: number, other: number): RangeSet {
  return addRange(EMPTY_RANGE_SET, Math.min(one, other), Math.max(one, other));
}

/** The indexes 0 to `count - 1`. */
export function firstIndexes(count: number): RangeSet {
  return addRange(EMPTY_RANGE_SET, 0, count - 1);
}

export function hasIndex(set: RangeSet, index: number): boolean {
  const range = set.ranges[firstEndingAtOrAfter(set.ranges, index)];
  return range !== undefined && range.first <= index;
}

/** Adds `first` to `last`, both included; an empty run (`last < first`) changes nothing. */
export function addRange(set: RangeSet, first: number, last: number): RangeSet {
  if (last < first) return set;
  const from = firstEndingAtOrAfter(set.ranges, first - 1);
  let to = from;
  let merged: IndexRange = { first, last };
  for (let range = set.ranges[to]; range !== undefined && range.first <= last + 1; range = set.ranges[to]) {
    if (range.first <= first && range.last >= last) return set;
    merged = { first: Math.min(merged.first, range.first), last: Math.max(merged.last, range.last) };
    to += 1;
  }
  return fromRanges([...set.ranges.slice(0, from), merged, ...set.ranges.slice(to)]);
}

/** The indexes of 0 to `count - 1` that are not in the set: the exceptions of "all except ...". */
export function complementWithin(set: RangeSet, count: number): RangeSet {
  const gaps: IndexRange[] = [];
  let next = 0;
  for (const range of set.ranges) {
    if (range.first >= count) break;
    if (range.first > next) gaps.push({ first: next, last: range.first - 1 });
    next = range.last + 1;
  }
  if (next < count) gaps.push({ first: next, last: count - 1 });
  return fromRanges(gaps);
}

/** Every index in order. Take from it what is needed: the set may hold millions. */
export function* indexesOf(set: RangeSet): Generator<number> {
  for (const range of set.ranges) {
    for (let index = range.first; index <= range.last; index++) yield index;
  }
}

export function isSameSet(one: RangeSet, other: RangeSet): boolean {
  return (
    one.count === other.count &&
    one.ranges.length === other.ranges.length &&
    one.ranges.every(
      (range, i) => range.first === other.ranges[i]?.first && range.last === other.ranges[i]?.last,
    )
  );
}

/** Runs in order that neither overlap nor touch, as a set. */
export function fromRanges(ranges: readonly IndexRange[]): RangeSet {
  if (ranges.length === 0) return EMPTY_RANGE_SET;
  return { ranges, count: ranges.reduce((count, range) => count + range.last - range.first + 1, 0) };
}

/** Binary search: the place of the first run that ends at `index` or after it. */
export function firstEndingAtOrAfter(ranges: readonly IndexRange[], index: number): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const range = ranges[middle];
    if (range !== undefined && range.last < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
