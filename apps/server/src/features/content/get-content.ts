import {
  type ContentQuery,
  type ContentUrl,
  LIMITS,
  type NodeId,
  type Person,
  VersionId,
} from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import { servedAs } from '../../platform/blobs/served-media-type.ts';
import type { Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { findNode, findTrashedFile, type NodeAccess } from '../files/index.ts';
import { findVersionBlob } from './store.ts';

/**
 * Returns a presigned URL. A player renews it with the version of the first response, so that a new version does not
 * change the bytes.
 */
export async function getContent(
  services: Pick<Services, 'db' | 'clock' | 'blobs'>,
  actor: Person,
  input: {
    readonly nodeId: NodeId;
    readonly disposition: ContentQuery['disposition'];
    readonly versionId?: ContentQuery['versionId'];
  },
): Outcome<ContentUrl, { readonly code: 'node_not_found' }> {
  const access = await findNode(services.db, { actor, now: services.clock.now() }, input.nodeId);
  return await signed(services, access, input);
}

/** Returns a presigned URL for viewing a trashed file. */
export async function getTrashedContent(
  services: Pick<Services, 'db' | 'clock' | 'blobs'>,
  actor: Person,
  nodeId: NodeId,
): Outcome<ContentUrl, { readonly code: 'node_not_found' }> {
  const access = await findTrashedFile(services.db, { actor, now: services.clock.now() }, nodeId);
  return await signed(services, access, { disposition: 'inline' });
}

async function signed(
  services: Pick<Services, 'db' | 'blobs'>,
  access: NodeAccess | undefined,
  input: Pick<ContentQuery, 'disposition' | 'versionId'>,
): Outcome<ContentUrl, { readonly code: 'node_not_found' }> {
  const versionId = input.versionId ?? access?.node.current_version_id;
  if (access === undefined || versionId === undefined || versionId === null) {
    return err({ code: 'node_not_found' });
  }
  const { node } = access;
  const blob = await findVersionBlob(services.db, { spaceId: node.space_id, nodeId: node.id, versionId });
  if (blob === undefined) return err({ code: 'node_not_found' });
  const { disposition } = input;
  const url = services.blobs.signGet({
    key: blob.key,
    name: node.name,
    mediaType: blob.media_type,
    disposition,
    lifeMs: lifeOf(blob.media_type, disposition),
  });
  return ok({
    url: url.url,
    expiresAt: url.expiresAt.toISOString(),
    versionId: VersionId.parse(versionId),
    name: node.name,
    sizeBytes: blob.size_bytes,
    mediaType: servedAs(blob.media_type, disposition).mediaType,
  });
}

/** How long a URL is valid. Players fetch audio and video in ranges during playback, so those URLs live longer. */
function lifeOf(mediaType: string, disposition: ContentQuery['disposition']): number {
  const isPlayed = disposition === 'inline' && /^(audio|video)\//.test(mediaType);
  return isPlayed ? LIMITS.mediaUrlLifeMs : LIMITS.downloadUrlLifeMs;
}
