import { addRange, EMPTY_RANGE_SET, indexesOf, type RangeSet } from './range-set.ts';

/** Which rows were selected when the person chose them: the keys of those that were here, by index. */
export type SelectedKeys = ReadonlyMap<number, string>;

const FOLLOWED_MAX = 10_000;

/** The keys of the selected rows that are here. A very large selection is not followed row by row. */
export function keysOf(selection: RangeSet, keyAt: (index: number) => string | undefined): SelectedKeys {
  const keys = new Map<number, string>();
  if (selection.count > FOLLOWED_MAX) return keys;
  for (const index of indexesOf(selection)) {
    const key = keyAt(index);
    if (key !== undefined) keys.set(index, key);
  }
  return keys;
}

/**
 * The selection after the list changed below it: rows that moved are found again by their keys, rows that went are dropped, and
 * what cannot be followed is dropped too. A selection never means other rows than the person chose.
 */
export function followSelection(
  selection: RangeSet,
  keys: SelectedKeys,
  list: {
    readonly keyAt: (index: number) => string | undefined;
    readonly hereIndexes: () => Iterable<number>;
  },
): RangeSet {
  const isSame = Array.from(keys).every(
    ([index, key]) => list.keyAt(index) === key || list.keyAt(index) === undefined,
  );
  if (isSame) return selection;
  const wanted = new Set(keys.values());
  let followed = EMPTY_RANGE_SET;
  for (const index of list.hereIndexes()) {
    const key = list.keyAt(index);
    if (key !== undefined && wanted.has(key)) followed = addRange(followed, index, index);
  }
  return followed;
}
