import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';

export function overviewQuery() {
  return queryOptions({
    queryKey: ['administration', 'overview'],
    queryFn: ({ signal }) => callOrThrow('getAdminOverview', { signal }),
  });
}
