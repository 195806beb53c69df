import type { Thumbnailer, ThumbnailsFailure } from '../../platform/pictures/thumbnails.ts';
import type { Services } from '../../services.ts';
import { listUnhashed, setThumbHash } from './store/renditions.ts';

type Needs = Pick<Services, 'db' | 'blobs'> & { readonly thumbnailer: Thumbnailer };

const BATCH = 100;
/** Stands for a thumbnail that cannot be hashed. No page gets it, and it is not tried again. */
const NO_HASH = '';

/**
 * Background job: hashes thumbnails that were drawn before hashes existed, from the small size. Returns the number of
 * processed thumbnails; 0 also while the store or the library is unavailable.
 */
export async function hashRenditions(services: Needs, signal: AbortSignal): Promise<number> {
  const { blobs, db, thumbnailer } = services;
  const blobIds = await listUnhashed(db, BATCH);
  for (const blobId of blobIds) {
    if (signal.aborted) return 0;
    const small = await blobs.read(blobs.renditionKeyFor(blobId, 'small'));
    if (!small.ok) return 0;
    const drawn = small.value === undefined ? undefined : await thumbnailer.draw(small.value);
    if (drawn?.ok === true) await setThumbHash(db, blobId, drawn.value.thumbHash);
    else if (drawn === undefined || isLasting(drawn.error)) await setThumbHash(db, blobId, NO_HASH);
    else return 0;
  }
  return blobIds.length;
}

function isLasting({ code }: ThumbnailsFailure): boolean {
  return code === 'unreadable' || code === 'crashed';
}
