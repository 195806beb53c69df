import { LIMITS, type NodeId, type SpaceId, type TrashEntry, type TrashPage } from '@coffer/contracts';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type ApiError, apiErrorOf } from '../../api/error.ts';
import { nodeKeys, trashQuery } from '../../api/nodes.ts';
import { indexesOf, type RangeSet } from '../../lib/range-set.ts';

const PAGE = LIMITS.childrenPageSize;

/** The trash of a space by position; pages near the window are fetched. */
export function useTrashRows(spaceId: SpaceId) {
  const client = useQueryClient();
  const [seen, setSeen] = useState({ first: 0, last: 0 });
  const cached = client.getQueriesData<TrashPage>({ queryKey: nodeKeys.trash(spaceId) });
  const knownTotal = cached.find(([, data]) => data !== undefined)?.[1]?.total;
  const end = Math.max(0, Math.ceil((knownTotal ?? 0) / PAGE) - 1);
  const from = Math.min(end, Math.floor(seen.first / PAGE));
  const to = Math.min(end, Math.floor(seen.last / PAGE));
  const pages = Array.from({ length: to - from + 1 }, (_, offset) => from + offset);
  const results = useQueries({
    queries: pages.map((page) => trashQuery(spaceId, { at: page * PAGE, limit: PAGE })),
  });
  const failed = results.find((result) => result.isError && result.data === undefined);
  const error: ApiError | undefined = failed === undefined ? undefined : apiErrorOf(failed.error);
  return {
    total: results.find((result) => result.data !== undefined)?.data?.total ?? knownTotal,
    getRow: (index: number): TrashEntry | undefined =>
      results[pages.indexOf(Math.floor(index / PAGE))]?.data?.items[index % PAGE],
    setWindow: (first: number, last: number) => setSeen({ first, last }),
    error,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
    idsOf: async (selection: RangeSet): Promise<readonly NodeId[]> => {
      const ids: NodeId[] = [];
      for (const index of indexesOf(selection)) {
        const at = Math.floor(index / PAGE) * PAGE;
        const entry = (await client.ensureQueryData(trashQuery(spaceId, { at, limit: PAGE }))).items[
          index % PAGE
        ];
        if (entry !== undefined) ids.push(entry.node.id);
      }
      return ids;
    },
  };
}
