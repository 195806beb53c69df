import type { MomentsPage } from '@coffer/contracts';
import { useState } from 'react';
import { apiErrorOf } from '../../../api/calls/error.ts';
import { type MomentsList, momentsQuery } from '../../../api/stars/stars.ts';
import { useQueries } from '../../../api/calls/use-query.ts';
import type { HitPages } from '../list/hit-list.tsx';

export type MomentHit = MomentsPage['items'][number];

export function useMomentPages(list: MomentsList): HitPages<MomentHit> {
  return usePagesOf((after) => momentsQuery(list, after));
}

/** Loads one page of hits after another while the person scrolls. */
export function usePagesOf(
  queryOf: (after: string | undefined) => ReturnType<typeof momentsQuery>,
): HitPages<MomentHit> {
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const results = useQueries([undefined, ...cursors].map(queryOf));
  const next = results.at(-1)?.data?.next;
  const failed = results.find(({ data, failure }) => data === undefined && failure !== undefined);
  // Items that changed between two pages may be on both.
  const hits = new Map(results.flatMap(({ data }) => data?.items ?? []).map((hit) => [hit.node.id, hit]));
  return {
    hits: [...hits.values()],
    error: failed === undefined ? undefined : apiErrorOf(failed.failure?.cause),
    isWaiting: results.some(({ data, failure }) => data === undefined && failure === undefined),
    showMore: typeof next === 'string' ? () => setCursors([...cursors, next]) : undefined,
    retry: () => {
      for (const { failure, refetch } of results) if (failure !== undefined) void refetch();
    },
  };
}
