import type { NodeId } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { type Listing, nodeKeys } from '../nodes.ts';

/** With `since`, which holds the starts of the date groups, counts by date. Without it, counts by kind. */
export function groupsQuery(folderId: NodeId, { order, filter }: Listing, since?: readonly string[]) {
  const bounds = since?.join(',');
  return queryOptions({
    queryKey: [...nodeKeys.all, 'groups', folderId, filter, order, bounds] as const,
    queryFn: ({ signal }) =>
      callOrThrow('listItemGroups', {
        params: { nodeId: folderId },
        query: { by: bounds === undefined ? 'kind' : 'modified', order, filter, since: bounds },
        signal,
      }),
  });
}
