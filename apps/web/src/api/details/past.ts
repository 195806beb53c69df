import { LIMITS, type NodeId, type OperationResponse } from '@coffer/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { nodeKeys } from '../nodes.ts';

export type PastPage = OperationResponse<'listPast'>;
export type PastItem = PastPage['items'][number];

export const PAST_PAGE = LIMITS.childrenPageSize;

/** A folder at an earlier moment. Permanent deletions change even the past. */
export function pastQuery(nodeId: NodeId, moment: string, at: number) {
  return queryOptions({
    queryKey: [...nodeKeys.all, 'past', nodeId, moment, at] as const,
    queryFn: ({ signal }) =>
      callOrThrow('listPast', {
        params: { nodeId },
        query: { moment, at: String(at), limit: String(PAST_PAGE) },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
