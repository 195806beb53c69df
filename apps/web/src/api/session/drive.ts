import { queryOptions } from '@tanstack/react-query';
import { ApiFailure, localError } from '../calls/error.ts';

/** The URL with which programs mount Coffer as a drive. Null if the operator has disabled it. */
export function driveQuery() {
  return queryOptions({
    queryKey: ['drive'],
    queryFn: async ({ signal }) => {
      const answer = await fetch('/dav/', { method: 'OPTIONS', signal }).catch((cause: unknown) => {
        throw signal.aborted ? cause : new ApiFailure(localError('offline'));
      });
      // A server or proxy in trouble says nothing about the drive.
      if (answer.status >= 500) throw new ApiFailure(localError('offline'));
      return answer.headers.has('dav') ? `${location.origin}/dav/` : null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
