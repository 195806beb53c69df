import { HOUR_MS, MINUTE_MS } from '@coffer/kit';
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

/** Longer than drawing and the transfers of one picture take. */
const LEASE_MS = 5 * MINUTE_MS;
const RETRY_MS = MINUTE_MS;
/** For an object that the store refuses although the bucket responds, such as one in an archive. */
const RETRY_REFUSED_MS = HOUR_MS;
const TRIES_MAX = 2;
const ROUND_MAX = 1_000;
/** Pictures that are claimed per process: while one is drawn, the next one is read. */
const CLAIMED_EACH = 2;

/**
 * Background job: draws missing thumbnails, first those that a page waits for. After a crash the lease expires, and the
 * picture is drawn again.
 */
export async function drawRenditions(services: Needs, signal: AbortSignal): Promise<Round> {
  const most = services.thumbnailer.atOnce * CLAIMED_EACH;
  let busy = 0;
  let done = 0;
  let end: Round | undefined;
  const work = async (): Promise<void> => {
    busy += 1;
    const step = await drawNext(services, signal).finally(() => (busy -= 1));
    if (step === 'nothing') return;
    done += 1;
    if (step === 'unavailable') end = step;
    else if (step === 'later') end ??= 'done';
    else if (done >= ROUND_MAX) end ??= 'more';
    // More pictures may have been added in the meantime.
    if (end === undefined && !signal.aborted) await fill();
  };
  const fill = async (): Promise<void> => {
    await Promise.all(Array.from({ length: most - busy }, work));
  };
  if (!signal.aborted) await fill();
  return end ?? 'done';
}

/** `more`: further pictures wait. `unavailable`: the library does not work on this machine. */
type Round = 'done' | 'more' | 'unavailable';

async function drawNext(services: Needs, signal: AbortSignal): Promise<Outcome['kind'] | 'nothing'> {
  const { clock, db } = services;
  const now = clock.now();
  const claimed = await claimNext(db, { now, leaseUntil: new Date(now.getTime() + LEASE_MS) });
  if (claimed === undefined) return 'nothing';
  const outcome = await drawOne(services, claimed);
  if (signal.aborted) await setDue(db, claimed.blob_id, { at: clock.now(), isCounted: false });
  else await recordOutcome(services, claimed, outcome);
  return outcome.kind;
}

type Outcome =
  | { readonly kind: 'drawn'; readonly thumbnails: Thumbnails }
  | { readonly kind: 'none'; readonly reason: string }
  | { readonly kind: 'crashed'; readonly reason: string }
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'later' };

async function drawOne({ blobs, thumbnailer }: Needs, claimed: Claimed): Promise<Outcome> {
  if (claimed.tries > TRIES_MAX) return { kind: 'none', reason: 'several tries did not end' };
  if (claimed.size_bytes > PICTURE_BYTES_MAX) return { kind: 'none', reason: 'the file is too large' };
  for (const isAgain of [false, true]) {
    const picture = await blobs.read(claimed.key);
    if (!picture.ok) {
      const isRefused = picture.error.code === 'store_refused' && (await blobs.ping()).ok;
      return { kind: isRefused ? 'refused' : 'later' };
    }
    if (picture.value === undefined) return { kind: 'none', reason: 'the object is missing' };
    const drawn = await (isAgain ? thumbnailer.draw(picture.value) : thumbnailer.drawBeside(picture.value));
    if (drawn.ok) return { kind: 'drawn', thumbnails: drawn.value };
    if (drawn.error.code !== 'cramped') return outcomeOf(drawn.error);
  }
  return { kind: 'later' };
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
    case 'refused':
      await setDue(db, blobId, { at: new Date(clock.now().getTime() + RETRY_REFUSED_MS), isCounted: false });
      return;
    case 'later':
      await setDue(db, blobId, { at: later, isCounted: false });
      return;
  }
}

async function keep(services: Needs, blobId: string, thumbnails: Thumbnails): Promise<void> {
  const { blobs, clock, db } = services;
  const written = await Promise.all(
    (['small', 'large'] as const).map(async (size) => {
      const key = blobs.renditionKeyFor(blobId, size);
      return await blobs.write({ key, bytes: thumbnails[size], mediaType: 'image/webp' });
    }),
  );
  if (!written.every(({ ok }) => ok)) {
    const at = new Date(clock.now().getTime() + RETRY_MS);
    await setDue(db, blobId, { at, isCounted: false });
    return;
  }
  const { width, height, color, thumbHash } = thumbnails;
  const isKept = await setReady(db, blobId, { width, height, color, thumbHash });
  if (!isKept) await removeObjects(services, blobId);
}
