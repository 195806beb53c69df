import type { SpaceId, TrashSort } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { nodeKeys, type Stretch } from '../nodes.ts';

export interface TrashSorting {
  readonly sort: TrashSort;
  readonly order: 'asc' | 'desc';
}

export function trashQuery(spaceId: SpaceId, { sort, order }: TrashSorting, { at, limit }: Stretch) {
  return queryOptions({
    queryKey: [...nodeKeys.all, 'trash', spaceId, sort, order, at, limit] as const,
    queryFn: ({ signal }) =>
      callOrThrow('listTrash', {
        params: { spaceId },
        query: { sort, order, at: String(at), limit: String(limit) },
        signal,
      }),
  });
}

export function trashSummaryQuery(spaceId: SpaceId) {
  return queryOptions({
    queryKey: [...nodeKeys.all, 'trash-summary', spaceId] as const,
    queryFn: ({ signal }) => callOrThrow('getTrashSummary', { params: { spaceId }, signal }),
  });
}
