import { useState } from 'react';
import { followSelection, keysOf, type SelectedKeys } from './follow-selection.ts';
import { EMPTY_RANGE_SET, type RangeSet } from './range-set.ts';

interface Chosen {
  readonly selection: RangeSet;
  readonly keys: SelectedKeys;
}

const NOTHING: Chosen = { selection: EMPTY_RANGE_SET, keys: new Map() };

/** A selection of rows by position that goes with its rows when the list changes below it. */
export function useFollowedSelection(
  rowCount: number,
  keyAt: (index: number) => string | undefined,
): readonly [RangeSet, (selection: RangeSet) => void] {
  const [chosen, setChosen] = useState(NOTHING);
  const followed = followSelection(chosen.selection, chosen.keys, {
    keyAt,
    hereIndexes: () => Array.from({ length: rowCount }, (_, index) => index),
  });
  if (followed !== chosen.selection) setChosen({ selection: followed, keys: keysOf(followed, keyAt) });
  return [followed, (selection) => setChosen({ selection, keys: keysOf(selection, keyAt) })];
}
