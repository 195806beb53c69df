import { LIMITS, type NodeId, type SpaceId, type TrashEntry } from '@coffer/contracts';
import { useState } from 'react';
import { type ApiError, apiErrorOf } from '../../api/error.ts';
import { trashQuery } from '../../api/nodes.ts';
import { useQueries, useQueryCache } from '../../api/use-query.ts';
import { indexesOf, type RangeSet } from '../../lib/range-set.ts';

const PAGE = LIMITS.childrenPageSize;
/** The keys of the pages of one trash have this much in common. */
const FAMILY_LENGTH = 3;

/** The trash of a space by position; pages near the window are fetched. */
export function useTrashRows(spaceId: SpaceId) {
  const cache = useQueryCache();
  const queryOf = (page: number) => trashQuery(spaceId, { at: page * PAGE, limit: PAGE });
  const [seen, setSeen] = useState({ first: 0, last: 0 });
  const knownTotal = cache.dataOfFamily(queryOf(0), FAMILY_LENGTH)?.total;
  const end = Math.max(0, Math.ceil((knownTotal ?? 0) / PAGE) - 1);
  const from = Math.min(end, Math.floor(seen.first / PAGE));
  const to = Math.min(end, Math.floor(seen.last / PAGE));
  const pages = Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
  const results = useQueries(pages.map(queryOf));
  const failed = results.find((result) => result.failure !== undefined && result.data === undefined);
  const error: ApiError | undefined = failed === undefined ? undefined : apiErrorOf(failed.failure?.cause);
  return {
    total: results.find((result) => result.data !== undefined)?.data?.total ?? knownTotal,
    getRow: (index: number): TrashEntry | undefined =>
      results[pages.indexOf(Math.floor(index / PAGE))]?.data?.items[index % PAGE],
    setWindow: (first: number, last: number) => setSeen({ first, last }),
    error,
    retry: () => {
      for (const result of results) if (result.failure !== undefined) void result.refetch();
    },
    idsOf: async (selection: RangeSet): Promise<readonly NodeId[]> => {
      const ids: NodeId[] = [];
      for (const index of indexesOf(selection)) {
        const { items } = await cache.ensure(queryOf(Math.floor(index / PAGE)));
        const entry = items[index % PAGE];
        if (entry !== undefined) ids.push(entry.node.id);
      }
      return ids;
    },
  };
}
