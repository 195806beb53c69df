import { queryOptions } from '@tanstack/react-query';

/** The address for programs that connect Coffer as a drive. Null where the operator has closed it. */
export function driveQuery() {
  return queryOptions({
    queryKey: ['drive'],
    queryFn: async ({ signal }) => {
      const answer = await fetch('/dav/', { method: 'OPTIONS', signal });
      return answer.headers.has('dav') ? `${location.origin}/dav/` : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
