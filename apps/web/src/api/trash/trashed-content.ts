import type { NodeView } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from '../calls/client.ts';
import type { contentQuery, renewContent } from '../nodes.ts';

/** The counterpart of `contentQuery` for files in the trash. */
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

/** Files in the trash do not change, so the version stays the same. */
export const renewTrashedContent: typeof renewContent = async (nodeId) =>
  await callOrThrow('getTrashedContent', { params: { nodeId } });
