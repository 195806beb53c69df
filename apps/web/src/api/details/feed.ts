import type { SpaceId } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { nodeKeys } from '../nodes.ts';

/** The newest activity first; in all spaces if `spaceId` is undefined. */
export function feedQuery(spaceId: SpaceId | undefined, limit: number) {
  return queryOptions({
    queryKey: [...nodeKeys.all, 'feed', spaceId ?? '', limit] as const,
    queryFn: ({ signal }) =>
      callOrThrow('listFeed', {
        query: { limit: String(limit), ...(spaceId !== undefined && { spaceId }) },
        signal,
      }),
  });
}
