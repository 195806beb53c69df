import type { OperationResponse } from '@coffer/contracts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';

export type UseHistory = OperationResponse<'getUseHistory'>;

export function overviewQuery() {
  return queryOptions({
    queryKey: ['administration', 'overview'],
    queryFn: ({ signal }) => callOrThrow('getAdminOverview', { signal }),
  });
}

export function usedByDayQuery(days: string) {
  return queryOptions({
    queryKey: ['administration', 'use', days],
    queryFn: ({ signal }) => callOrThrow('getUseHistory', { query: { days }, signal }),
    placeholderData: keepPreviousData,
  });
}
