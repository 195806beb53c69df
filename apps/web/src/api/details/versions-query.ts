import type { NodeView } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { nodeKeys } from '../nodes.ts';

/** Newest first. The key contains the parent folder, because a change there may be a new version. */
export function versionsQuery({ id: nodeId, parentId }: Pick<NodeView, 'id' | 'parentId'>) {
  return queryOptions({
    queryKey: [...nodeKeys.all, 'versions', nodeId, parentId],
    queryFn: ({ signal }) => callOrThrow('listVersions', { params: { nodeId }, signal }),
  });
}
