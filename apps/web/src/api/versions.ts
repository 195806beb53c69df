import type { ChangedNode, NodeId, NodeView, OperationResponse, VersionId } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { callOrThrow } from './client.ts';
import { readText } from './content.ts';
import { renewContent } from './nodes.ts';

type Versions = OperationResponse<'listVersions'>;
export type Version = Versions['items'][number];

export function restoreVersion(
  { id: nodeId, revision }: Pick<NodeView, 'id' | 'revision'>,
  versionId: VersionId,
): Promise<ChangedNode> {
  return callOrThrow('restoreVersion', { params: { nodeId, versionId }, revision });
}

/** Default: the current version. */
export function fetchReceipt(
  nodeId: NodeId,
  versionId: VersionId | undefined,
): Promise<OperationResponse<'getReceipt'>> {
  return callOrThrow('getReceipt', {
    params: { nodeId },
    query: versionId === undefined ? {} : { versionId },
  });
}

/** A signed address of one version. */
export function versionUrlQuery(nodeId: NodeId, versionId: VersionId) {
  return queryOptions({
    queryKey: ['version-url', nodeId, versionId],
    queryFn: async () => (await renewContent(nodeId, versionId)).url,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The text of one version, or its beginning. */
export function versionTextQuery(nodeId: NodeId, { id, sizeBytes }: Pick<Version, 'id' | 'sizeBytes'>) {
  return queryOptions({
    queryKey: ['version-text', nodeId, id],
    queryFn: async ({ signal }) => await readText((await renewContent(nodeId, id)).url, sizeBytes, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
