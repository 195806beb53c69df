import type { PosterParams, SetPosterRequest } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import type { Thumbnailer, Thumbnails } from '../../platform/pictures/thumbnails.ts';
import type { Services } from '../../services.ts';
import { findNode, may } from '../files/index.ts';
import { removeObjects } from './drop-renditions.ts';
import { findRenditions, setPosterReady } from './store/renditions.ts';

export type PosterNeeds = Pick<Services, 'db' | 'clock' | 'blobs'> & { readonly thumbnailer: Thumbnailer };

/**
 * Sets a frame of a film as its thumbnail, sent by the browser of a person who may replace the film anyway. The first
 * one stays; it is drawn again like any picture, not served directly.
 */
export async function setPoster(
  services: PosterNeeds,
  { person }: Actor,
  { nodeId, versionId, picture }: PosterParams & SetPosterRequest,
): Outcome<undefined, Failure> {
  const { db, clock } = services;
  const now = clock.now();
  const access = await findNode(db, { actor: person, now }, nodeId);
  if (access === undefined) return err({ code: 'node_not_found' });
  const key = { spaceId: access.node.space_id, nodeId, versionId };
  const row = (await findRenditions(db, [key])).get(versionId);
  if (row === undefined) return err({ code: 'node_not_found' });
  if (!may({ actor: person, now, role: access.role }, 'change', access.node))
    return err({ code: 'not_allowed' });
  if (!row.media_type.startsWith('video/')) return err({ code: 'unsupported_media' });
  // A copy keeps the frame of its original, which others may see.
  if (row.state === 'ready' || row.is_copy) return ok(undefined);
  const bytes = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');
  const drawn = await services.thumbnailer.draw({ sizeBytes: bytes.length, bytes: once(bytes) });
  if (drawn.ok) return await keep(services, row.blob_id, drawn.value);
  if (drawn.error.code === 'unavailable') return ok(undefined);
  return err({ code: 'invalid_request', issues: [{ path: 'picture', code: 'wrong_format' }] });
}

async function keep(
  services: PosterNeeds,
  blobId: string,
  thumbnails: Thumbnails,
): Outcome<undefined, Failure> {
  const { blobs, clock, db } = services;
  for (const size of ['small', 'large'] as const) {
    const key = blobs.renditionKeyFor(blobId, size);
    const written = await blobs.write({ key, bytes: thumbnails[size], mediaType: 'image/webp' });
    if (!written.ok) return err({ code: 'store_unavailable' });
  }
  const { width, height, color, thumbHash } = thumbnails;
  const drawn = { width, height, color, thumbHash, now: clock.now() };
  const isKept = await setPosterReady(db, blobId, drawn);
  if (!isKept) await removeObjects(services, blobId);
  return ok(undefined);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer, void, undefined> {
  yield await Promise.resolve(bytes);
}
