import {
  addRange,
  firstEndingAtOrAfter,
  fromRanges,
  hasIndex,
  type IndexRange,
  type RangeSet,
} from './range-set.ts';

/** Removes the rows from `first` to `last`, both included. */
export function removeRange(set: RangeSet, first: number, last: number): RangeSet {
  const from = firstEndingAtOrAfter(set.ranges, first);
  const touched = set.ranges[from];
  if (last < first || touched === undefined || touched.first > last) return set;
  const kept: IndexRange[] = [];
  let to = from;
  for (let range = set.ranges[to]; range !== undefined && range.first <= last; range = set.ranges[to]) {
    if (range.first < first) kept.push({ first: range.first, last: first - 1 });
    if (range.last > last) kept.push({ first: last + 1, last: range.last });
    to += 1;
  }
  return fromRanges([...set.ranges.slice(0, from), ...kept, ...set.ranges.slice(to)]);
}

export function toggleIndex(set: RangeSet, index: number): RangeSet {
  return hasIndex(set, index) ? removeRange(set, index, index) : addRange(set, index, index);
}

export function unionOf(one: RangeSet, other: RangeSet): RangeSet {
  const sorted = [...one.ranges, ...other.ranges].toSorted((a, b) => a.first - b.first);
  const merged: IndexRange[] = [];
  for (const range of sorted) {
    const previous = merged.at(-1);
    if (previous === undefined || range.first > previous.last + 1) merged.push(range);
    else merged[merged.length - 1] = { first: previous.first, last: Math.max(previous.last, range.last) };
  }
  return fromRanges(merged);
}
