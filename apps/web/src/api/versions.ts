import type { NodeId, NodeView, OperationResponse, VersionId } from '@coffer/contracts';
import { callOrThrow } from './client.ts';
import { nodeKeys } from './nodes.ts';
import type { Query } from './query-cache.ts';

type Versions = OperationResponse<'listVersions'>;
export type Version = Versions['items'][number];

/** The contents that a file had and has, the newest first. */
export function versionsQuery(nodeId: NodeId): Query<Versions> {
  return {
    key: [...nodeKeys.one(nodeId), 'versions'],
    read: (signal) => callOrThrow('listVersions', { params: { nodeId }, signal }),
  };
}

/** Makes an older version the current one again, based on the revision that the person saw. */
export function restoreVersion(
  { id: nodeId, revision }: Pick<NodeView, 'id' | 'revision'>,
  versionId: VersionId,
): Promise<NodeView> {
  return callOrThrow('restoreVersion', { params: { nodeId, versionId }, revision });
}

/** A signed statement of what was received; of the current version unless another is named. */
export function fetchReceipt(
  nodeId: NodeId,
  versionId: VersionId | undefined,
): Promise<OperationResponse<'getReceipt'>> {
  return callOrThrow('getReceipt', {
    params: { nodeId },
    query: versionId === undefined ? {} : { versionId },
  });
}
