import type { NodeId } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../client.ts';
import { nodeKeys } from '../nodes.ts';

/** Newest first. */
export function versionsQuery(nodeId: NodeId) {
  return queryOptions({
    queryKey: [...nodeKeys.one(nodeId), 'versions'],
    queryFn: ({ signal }) => callOrThrow('listVersions', { params: { nodeId }, signal }),
  });
}
