import type { NodeView } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import type { contentQuery, renewContent } from '../nodes.ts';

/** As for files that are not in the trash. */
export const trashedContentQuery: typeof contentQuery = ({
  id: nodeId,
  versionId,
}: Pick<NodeView, 'id' | 'versionId'>) =>
  queryOptions({
    queryKey: ['content', nodeId, versionId ?? ''],
    queryFn: ({ signal }) => callOrThrow('getTrashedContent', { params: { nodeId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** Nothing of the trash changes, so it is the same version. */
export const renewTrashedContent: typeof renewContent = async (nodeId) =>
  await callOrThrow('getTrashedContent', { params: { nodeId } });
