import type { NodeId, NodeView } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import { nodeKeys } from '../nodes.ts';

type Described = Pick<NodeView, 'id' | 'parentId'>;

/** The keys also contain the parent folder, because a change in that folder may be a change of the item. */
export function detailsQuery({ id: nodeId, parentId }: Described) {
  return queryOptions({
    queryKey: [...nodeKeys.all, 'details', nodeId, parentId] as const,
    queryFn: ({ signal }) => callOrThrow('getNodeDetails', { params: { nodeId }, signal }),
  });
}

/** The activity of an item, newest first. */
export function activityQuery({ id: nodeId, parentId }: Described, limit: number) {
  return queryOptions({
    queryKey: [...nodeKeys.all, 'activity', nodeId, parentId, limit] as const,
    queryFn: ({ signal }) =>
      callOrThrow('listActivity', { params: { nodeId }, query: { limit: String(limit) }, signal }),
  });
}

/** The size of everything in a folder. */
export function folderSizeQuery(folderId: NodeId) {
  return selectionSizeQuery(folderId, async () => await Promise.resolve([folderId]));
}

/** The size of several items. `selection` must be a key that identifies the items of `readIds`. */
export function selectionSizeQuery(selection: string, readIds: () => Promise<readonly NodeId[]>) {
  return queryOptions({
    queryKey: [...nodeKeys.all, 'size', selection] as const,
    queryFn: async ({ signal }) =>
      await callOrThrow('measureNodes', { body: { ids: [...(await readIds())] }, signal }),
  });
}
