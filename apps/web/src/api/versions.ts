import type { NodeId, NodeView, OperationResponse, VersionId } from '@coffer/contracts';
import { callOrThrow } from './client.ts';

type Versions = OperationResponse<'listVersions'>;
export type Version = Versions['items'][number];

export function restoreVersion(
  { id: nodeId, revision }: Pick<NodeView, 'id' | 'revision'>,
  versionId: VersionId,
): Promise<NodeView> {
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
