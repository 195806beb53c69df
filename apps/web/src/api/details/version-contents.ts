import type { NodeId, VersionId } from '@coffer/contracts';
import { queryOptions } from '@tanstack/react-query';
import { readText } from '../content.ts';
import { renewContent } from '../nodes.ts';
import type { Version } from '../versions.ts';

/** A presigned URL of one version. */
export function versionUrlQuery(nodeId: NodeId, versionId: VersionId) {
  return queryOptions({
    queryKey: ['version-url', nodeId, versionId],
    queryFn: async () => (await renewContent(nodeId, versionId)).url,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** The text of one version, or the beginning of a long text. */
export function versionTextQuery(nodeId: NodeId, { id, sizeBytes }: Pick<Version, 'id' | 'sizeBytes'>) {
  return queryOptions({
    queryKey: ['version-text', nodeId, id],
    queryFn: async ({ signal }) => await readText((await renewContent(nodeId, id)).url, sizeBytes, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
