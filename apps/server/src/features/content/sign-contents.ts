import type { ContentsRequest, ContentsResult, Person } from '@coffer/contracts';
import { LIMITS, partSizeFor } from '@coffer/contracts';
import type { Services } from '../../services.ts';
import { findNodes, knownContentSha256 } from '../files/index.ts';
import { findVersionBlobs } from './store.ts';

/** Returns presigned URLs for many files. Rights are checked for each file, as in `getContent`. */
export async function signContents(
  services: Pick<Services, 'db' | 'clock' | 'blobs'>,
  actor: Person,
  { files }: ContentsRequest,
): Promise<ContentsResult> {
  const ids = files.map(({ nodeId }) => nodeId);
  const nodes = await findNodes(services.db, { actor, now: services.clock.now() }, ids);
  const visible = files.flatMap(({ nodeId, versionId }) => {
    const node = nodes.get(nodeId)?.node;
    return node === undefined ? [] : [{ spaceId: node.space_id, nodeId, versionId }];
  });
  const blobs = await findVersionBlobs(services.db, visible);
  return {
    items: files.map(({ nodeId, versionId }) => {
      const node = nodes.get(nodeId)?.node;
      const blob = blobs.get(versionId);
      if (node === undefined || blob?.node_id !== nodeId) return { ok: false, code: 'node_not_found' };
      const signed = services.blobs.signGet({
        key: blob.key,
        name: node.name,
        mediaType: blob.media_type,
        disposition: 'attachment',
        lifeMs: LIMITS.downloadUrlLifeMs,
      });
      return {
        ok: true,
        url: signed.url,
        expiresAt: signed.expiresAt.toISOString(),
        sizeBytes: blob.size_bytes,
        checksums: {
          sha256: blob.sha256,
          partSizeBytes: blob.part_size_bytes ?? partSizeFor(blob.size_bytes),
          contentSha256: knownContentSha256(blob),
          ...(blob.is_damaged ? { isDamaged: true } : {}),
        },
      };
    }),
  };
}
