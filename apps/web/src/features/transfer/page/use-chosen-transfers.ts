import { useMemo, useState } from 'react';
import { fromRanges, type IndexRange, indexesOf, type RangeSet } from '../../../lib/ranges/range-set.ts';
import type { Transfer } from '../model/machine.ts';

interface ChosenTransfers {
  readonly chosen: readonly Transfer[];
  readonly selection: RangeSet;
  readonly setSelection: (selection: RangeSet) => void;
}

/** A selection by id, because transfers move in the list when their state changes. */
export function useChosenTransfers(rows: readonly Transfer[]): ChosenTransfers {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selection = useMemo(() => placesOf(rows, ids), [rows, ids]);
  return {
    selection,
    chosen: ids.size === 0 ? [] : rows.filter(({ id }) => ids.has(id)),
    setSelection: (next) =>
      setIds(new Set(Array.from(indexesOf(next)).flatMap((index) => rows[index]?.id ?? []))),
  };
}

export function placesOf(rows: readonly Pick<Transfer, 'id'>[], ids: ReadonlySet<string>): RangeSet {
  const ranges: IndexRange[] = [];
  let first = -1;
  if (ids.size > 0) {
    for (const [index, { id }] of rows.entries()) {
      if (ids.has(id)) {
        if (first < 0) first = index;
      } else if (first >= 0) {
        ranges.push({ first, last: index - 1 });
        first = -1;
      }
    }
  }
  if (first >= 0) ranges.push({ first, last: rows.length - 1 });
  return fromRanges(ranges);
}
