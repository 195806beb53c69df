import { MINUTE_MS } from '@coffer/kit';
import {
  PICTURE_BYTES_MAX,
  type Thumbnailer,
  type Thumbnails,
  type ThumbnailsFailure,
} from '../../platform/pictures/thumbnails.ts';
import type { Services } from '../../services.ts';
import { removeObjects } from './drop-renditions.ts';
import { type Claimed, claimNext, setDue, setNone, setReady } from './store/renditions.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'blobs' | 'log'> & { readonly thumbnailer: Thumbnailer };

/** Longer than drawing and transfers of one picture take. */
const LEASE_MS = 5 * MINUTE_MS;
const RETRY_MS = MINUTE_MS;
const TRIES_MAX = 2;
const ROUND_MAX = 1_000;

/**
 * Background job: draws missing thumbnails one after another, those that a page waits for first. After a crash the
 * lease ends, and the picture is drawn again.
 */
export async function drawRenditions(services: Needs, signal: AbortSignal): Promise<Round> {
  let done = 0;
  for (; done < ROUND_MAX && !signal.aborted; done += 1) {
    const now = services.clock.now();
    const claimed = await claimNext(services.db, { now, leaseUntil: new Date(now.getTime() + LEASE_MS) });
    if (claimed === undefined) break;
    const outcome = await drawOne(services, claimed);
    const at = services.clock.now();
    if (signal.aborted) await setDue(services.db, claimed.blob_id, { at, isCounted: false });
    else await recordOutcome(services, claimed, outcome);
    if (outcome.kind === 'unavailable') return 'unavailable';
    if (outcome.kind === 'later') break;
  }
  return done < ROUND_MAX ? 'done' : 'more';
}

/** `more`: others wait. `unavailable`: the library does not work on this machine. */
type Round = 'done' | 'more' | 'unavailable';

type Outcome =
  | { readonly kind: 'drawn'; readonly thumbnails: Thumbnails }
  | { readonly kind: 'none'; readonly reason: string }
  | { readonly kind: 'crashed'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'later' };

async function drawOne({ blobs, thumbnailer }: Needs, claimed: Claimed): Promise<Outcome> {
  if (claimed.tries > TRIES_MAX) return { kind: 'none', reason: 'several tries did not end' };
  if (claimed.size_bytes > PICTURE_BYTES_MAX) return { kind: 'none', reason: 'the file is too large' };
  const picture = await blobs.read(claimed.key);
  if (!picture.ok) return { kind: 'later' };
  if (picture.value === undefined) return { kind: 'none', reason: 'the object is missing' };
  const drawn = await thumbnailer.draw(picture.value);
  return drawn.ok ? { kind: 'drawn', thumbnails: drawn.value } : outcomeOf(drawn.error);
}

function outcomeOf(failure: ThumbnailsFailure): Outcome {
  switch (failure.code) {
    case 'unreadable':
      return { kind: 'none', reason: failure.reason };
    case 'crashed':
    case 'unavailable':
      return { kind: failure.code, reason: failure.reason };
    case 'source_failed':
      return { kind: 'later' };
  }
}

async function recordOutcome(services: Needs, claimed: Claimed, outcome: Outcome): Promise<void> {
  const { db, clock, log } = services;
  const { blob_id: blobId } = claimed;
  const later = new Date(clock.now().getTime() + RETRY_MS);
  switch (outcome.kind) {
    case 'drawn':
      await keep(services, blobId, outcome.thumbnails);
      return;
    case 'none':
      log.info('thumbnail_not_drawn', { blobId, reason: outcome.reason });
      await setNone(db, blobId);
      return;
    case 'crashed':
      log.warn('thumbnail_process_ended', { blobId, reason: outcome.reason, tries: claimed.tries });
      if (claimed.tries >= TRIES_MAX) await setNone(db, blobId);
      else await setDue(db, blobId, { at: clock.now(), isCounted: true });
      return;
    case 'unavailable':
      log.warn('thumbnails_unavailable', { reason: outcome.reason });
      await setDue(db, blobId, { at: later, isCounted: false });
      return;
    case 'later':
      await setDue(db, blobId, { at: later, isCounted: false });
      return;
  }
}

async function keep(services: Needs, blobId: string, thumbnails: Thumbnails): Promise<void> {
  const { blobs, clock, db } = services;
  for (const size of ['small', 'large'] as const) {
    const key = blobs.renditionKeyFor(blobId, size);
    const written = await blobs.write({ key, bytes: thumbnails[size], mediaType: 'image/webp' });
    if (written.ok) continue;
    const at = new Date(clock.now().getTime() + RETRY_MS);
    await setDue(db, blobId, { at, isCounted: false });
    return;
  }
  const { width, height, color, thumbHash } = thumbnails;
  const isKept = await setReady(db, blobId, { width, height, color, thumbHash });
  if (!isKept) await removeObjects(services, blobId);
}
