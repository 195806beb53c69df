import { LIMITS, type SpaceId, type TrashEntry } from '@coffer/contracts';
import { useState } from 'react';
import { type ApiError, apiErrorOf } from '../../api/calls/error.ts';
import { dataOfFamily, ensure } from '../../api/calls/query-cache.ts';
import { trashQuery, type TrashSorting } from '../../api/trash/trash.ts';
import { useQueries, useQueryCache } from '../../api/calls/use-query.ts';
import type { RangeSet } from '../../lib/ranges/range-set.ts';
import { readPages } from '../../lib/selection/read-pages.ts';

const PAGE = LIMITS.childrenPageSize;
const FAMILY_LENGTH = 3;

export type TrashRows = ReturnType<typeof useTrashRows>;

export function useTrashRows(spaceId: SpaceId, sorting: TrashSorting) {
  const cache = useQueryCache();
  const queryOf = (page: number) => trashQuery(spaceId, sorting, { at: page * PAGE, limit: PAGE });
  const [seen, setSeen] = useState({ from: 0, to: 0 });
  const knownTotal = dataOfFamily(cache, queryOf(0), FAMILY_LENGTH)?.total;
  const end = Math.max(0, Math.ceil((knownTotal ?? 0) / PAGE) - 1);
  const from = Math.min(end, seen.from);
  const to = Math.min(end, seen.to);
  const pages = Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
  const results = useQueries(pages.map(queryOf));
  const failed = results.find((result) => result.failure !== undefined && result.data === undefined);
  const error: ApiError | undefined = failed === undefined ? undefined : apiErrorOf(failed.failure?.cause);
  return {
    total: results.find((result) => result.data !== undefined)?.data?.total ?? knownTotal,
    getRow: (index: number): TrashEntry | undefined =>
      results[pages.indexOf(Math.floor(index / PAGE))]?.data?.items[index % PAGE],
    /** When the server read the oldest of the shown pages. Undefined while none is loaded. */
    asOf: results.flatMap(({ data }) => data?.asOf ?? []).toSorted()[0],
    setWindow: (first: number, last: number) => {
      const [nextFrom, nextTo] = [Math.floor(first / PAGE), Math.floor(last / PAGE)];
      // Keeping the same object avoids rendering the whole page at each scroll step.
      setSeen((now) => (now.from === nextFrom && now.to === nextTo ? now : { from: nextFrom, to: nextTo }));
    },
    error,
    retry: () => {
      for (const result of results) if (result.failure !== undefined) void result.refetch();
    },
    loadedIndexes: function* () {
      for (const [position, page] of pages.entries()) {
        for (const at of results[position]?.data?.items.keys() ?? []) yield page * PAGE + at;
      }
    },
    read: async (selection: RangeSet, isFresh: boolean) =>
      await readPages(selection, {
        pageSize: PAGE,
        readPage: async (page) => await ensure(cache, queryOf(page), { isFresh }),
      }),
  };
}
