export interface IndexRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Immutable, sorted, disjoint, non-adjacent ranges of row indexes. Costs depend on ranges, not rows; unchanged sets
 * keep their identity.
 */
export interface RangeSet {
  readonly ranges: readonly IndexRange[];
  readonly count: number;
}

export const EMPTY_RANGE_SET: RangeSet = { ranges: [], count: 0 };

/** A set of the rows between two indexes, both included, in either order. */
export function rangeBetween(one: number, other: number): RangeSet {
  return addRange(EMPTY_RANGE_SET, Math.min(one, other), Math.max(one, other));
}

export function firstIndexes(count: number): RangeSet {
  return addRange(EMPTY_RANGE_SET, 0, count - 1);
}

export function hasIndex(set: RangeSet, index: number): boolean {
  const range = set.ranges[firstEndingAtOrAfter(set.ranges, index)];
  return range !== undefined && range.first <= index;
}

/** Adds the rows from `first` to `last`, both included. Does nothing if `last < first`. */
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

export function fromRanges(ranges: readonly IndexRange[]): RangeSet {
  if (ranges.length === 0) return EMPTY_RANGE_SET;
  return { ranges, count: ranges.reduce((count, range) => count + range.last - range.first + 1, 0) };
}

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
