import type { NodeId, VersionId } from '@coffer/contracts';
import { callOrThrow } from '../calls/client.ts';

interface CurrentPicture {
  readonly url: string;
  readonly versionId: VersionId;
  readonly mediaType: string;
}

/** Reads the current version, which may be newer than the version in a list. */
export async function readCurrentPicture(nodeId: NodeId): Promise<CurrentPicture> {
  const query = { disposition: 'inline', as: 'json' } as const;
  const [node, { url, versionId }] = await Promise.all([
    callOrThrow('getNode', { params: { nodeId } }),
    callOrThrow('getContent', { params: { nodeId }, query }),
  ]);
  return { url, versionId, mediaType: node.mediaType ?? '' };
}
