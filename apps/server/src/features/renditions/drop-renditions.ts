import type { Services } from '../../services.ts';
import { forgetDocuments, listDroppedDocuments, listKeptDocuments } from './store/conversions.ts';
import { forget, listDropped, listKept } from './store/renditions.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'blobs' | 'log'>;

const BATCH = 100;
const PAGE = 1_000;

/** Background job: deletes the thumbnails of objects that are no longer needed, and returns their number. */
export async function dropRenditions(services: Needs): Promise<number> {
  let dropped = 0;
  for (;;) {
    const blobIds = await listDropped(services.db, { now: services.clock.now(), limit: BATCH });
    for (const blobId of blobIds) {
      if (!(await removeObjects(services, blobId))) return dropped;
      await forget(services.db, [blobId]);
      dropped += 1;
    }
    if (blobIds.length < BATCH) return dropped;
  }
}

/** Background job: deletes the documents of objects that are no longer needed, and returns their number. */
export async function dropDocuments({ db, clock, blobs }: Needs): Promise<number> {
  let dropped = 0;
  for (;;) {
    const blobIds = await listDroppedDocuments(db, { now: clock.now(), limit: BATCH });
    for (const blobId of blobIds) {
      if (!(await blobs.remove(blobs.documentKeyFor(blobId))).ok) return dropped;
      await forgetDocuments(db, [blobId]);
      dropped += 1;
    }
    if (blobIds.length < BATCH) return dropped;
  }
}

/** Deletes the thumbnails of an object. Returns false if the store did not delete all of them. */
export async function removeObjects({ blobs }: Pick<Needs, 'blobs'>, blobId: string): Promise<boolean> {
  for (const size of ['small', 'large']) {
    const removed = await blobs.remove(blobs.renditionKeyFor(blobId, size));
    if (!removed.ok) return false;
  }
  return true;
}

/**
 * Background job: deletes renditions without an object, for example from a server that was stopped for longer than its
 * lease, and returns their number. Renditions can be drawn again, so doubtful ones are deleted too.
 */
export async function sweepRenditions(services: Needs, signal: AbortSignal): Promise<number> {
  const { blobs, db, log } = services;
  let deleted = 0;
  let after: string | undefined;
  do {
    const page = await blobs.listRenditions({ after, limit: PAGE });
    if (!page.ok) return deleted;
    const keys = page.value.objects.map(({ key }) => key);
    const kept = await listKept(db, blobIdsOf(keys, THUMBNAIL));
    const keptDocuments = await listKeptDocuments(db, blobIdsOf(keys, DOCUMENT));
    for (const key of keys) {
      if (signal.aborted) return deleted;
      const isKept =
        kept.has(THUMBNAIL.exec(key)?.[1] ?? '') || keptDocuments.has(DOCUMENT.exec(key)?.[1] ?? '');
      if (!isKept && (await blobs.remove(key)).ok) deleted += 1;
    }
    after = page.value.next;
  } while (after !== undefined);
  if (deleted > 0) log.info('stray_renditions_deleted', { deleted });
  return deleted;
}

const THUMBNAIL = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(?:small|large)\.webp$/;
const DOCUMENT = /\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/document\.pdf$/;

function blobIdsOf(keys: readonly string[], pattern: RegExp): readonly string[] {
  return keys.flatMap((key) => pattern.exec(key)?.[1] ?? []);
}
