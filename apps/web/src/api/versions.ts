import type { ChangedNode, NodeId, NodeView, OperationResponse, VersionId } from '@coffer/contracts';
import { callOrThrow } from './calls/client.ts';

type Versions = OperationResponse<'listVersions'>;
export type Version = Versions['items'][number];

export function restoreVersion(
  { id: nodeId, revision }: Pick<NodeView, 'id' | 'revision'>,
  versionId: VersionId,
): Promise<ChangedNode> {
  return callOrThrow('restoreVersion', { params: { nodeId, versionId }, revision });
}

/** Without `versionId`, the current version. */
export function fetchReceipt(
  nodeId: NodeId,
  versionId: VersionId | undefined,
): Promise<OperationResponse<'getReceipt'>> {
  return callOrThrow('getReceipt', {
    params: { nodeId },
    query: versionId === undefined ? {} : { versionId },
  });
}

/** Null removes the label. */
export async function labelVersion(
  nodeId: NodeId,
  versionId: VersionId,
  label: string | null,
): Promise<void> {
  await callOrThrow('labelVersion', { params: { nodeId, versionId }, body: { label } });
}

/** Deletes a version permanently. Resolves to the number of freed bytes. */
export async function deleteVersion(nodeId: NodeId, versionId: VersionId): Promise<number> {
  return (await callOrThrow('deleteVersion', { params: { nodeId, versionId } })).freedBytes;
}
