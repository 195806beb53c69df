import { queryOptions } from '@tanstack/react-query';

/** The URL with which programs mount Coffer as a drive. Null if the operator has disabled it. */
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
