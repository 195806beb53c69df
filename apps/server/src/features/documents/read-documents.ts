import { SERVER_LIMITS } from '@coffer/contracts';
import { HOUR_MS, MINUTE_MS } from '@coffer/kit';
import type { ProcessFailure, Source } from '../../platform/limited-process/limited-process.ts';
import { HEAD_BYTES, neededBytes, textFormatOf } from '../../platform/texts/text-format.ts';
import type { ReadText, TextReader } from '../../platform/texts/texts.ts';
import type { Services } from '../../services.ts';
import {
  type ClaimedDocument,
  claimDocument,
  copyText,
  setDocumentDue,
  setNoText,
  setText,
} from './store/documents.ts';

type Needs = Pick<Services, 'db' | 'clock' | 'blobs' | 'log'> & { readonly textReader: TextReader };

/** Longer than reading and the transfer of one file take. */
const LEASE_MS = 5 * MINUTE_MS;
const RETRY_MS = MINUTE_MS;
/** For an object that cannot be read although the bucket responds, such as one in an archive. */
const RETRY_REFUSED_MS = HOUR_MS;
const TRIES_MAX = 2;
/**
 * The maximum number of files in one round. Then the job pauses, so that a large backlog leaves time for other work.
 */
const ROUND_MAX = 50;

/**
 * Background job: reads the texts of files one after another, new ones first; after a crash the lease expires, and the
 * file is read again. Returns the number of processed files.
 */
export async function readDocuments(services: Needs, signal: AbortSignal): Promise<number> {
  const { db, clock } = services;
  let done = 0;
  while (done < ROUND_MAX && !signal.aborted) {
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const claimed = await claimDocument(db, { now, leaseUntil });
    if (claimed === undefined) break;
    const outcome = (await copyText(db, claimed)) ? COPIED : await readOne(services, claimed);
    if (signal.aborted) await setDocumentDue(db, claimed, { at: now, isCounted: false });
    else await recordOutcome(services, claimed, outcome);
    if (outcome.kind === 'later') break;
    done += 1;
  }
  return done;
}

type Outcome =
  | { readonly kind: 'copied' }
  | { readonly kind: 'read'; readonly read: ReadText }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed' | 'crashed' | 'refused' | 'later'; readonly reason: string };

const COPIED: Outcome = { kind: 'copied' };
const BROKE_OFF = 'the transfer broke off';

async function readOne({ blobs, textReader }: Needs, claimed: ClaimedDocument): Promise<Outcome> {
  const { tries, size_bytes: sizeBytes, media_type: mediaType } = claimed;
  if (tries > TRIES_MAX) return { kind: 'failed', reason: 'several tries did not end' };
  if (sizeBytes > SERVER_LIMITS.textSourceBytesMax) return { kind: 'none' };
  const file = await blobs.read(claimed.key);
  if (!file.ok) {
    const reason = file.error.code;
    return reason === 'store_refused' ? await unreadNow(blobs, reason) : { kind: 'later', reason };
  }
  if (file.value === undefined) return { kind: 'failed', reason: 'the object is missing' };
  const opened = await openFile(file.value);
  if (opened === undefined) return await unreadNow(blobs, BROKE_OFF);
  const format = textFormatOf(opened.head, mediaType);
  if (format === undefined) {
    await opened.close();
    return { kind: 'none' };
  }
  const read = await textReader.read(opened.upTo(neededBytes(format, sizeBytes)), format);
  if (read.ok) return { kind: 'read', read: read.value };
  if (read.error.code === 'source_failed') return await unreadNow(blobs, BROKE_OFF);
  return outcomeOf(read.error);
}

/** If the bucket responds, only this object is the cause, and other files need not wait. */
async function unreadNow(blobs: Needs['blobs'], reason: string): Promise<Outcome> {
  return { kind: (await blobs.ping()).ok ? 'refused' : 'later', reason };
}

interface OpenedFile {
  readonly head: Buffer;
  readonly close: () => Promise<void>;
  /** The first `bytes` of the file, including the head. The transfer ends after them. */
  readonly upTo: (bytes: number) => Source;
}

/** Opens a file and reads its head. Undefined if the transfer is interrupted. */
async function openFile({ sizeBytes, bytes }: Source): Promise<OpenedFile | undefined> {
  const pieces = bytes[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let readBytes = 0;
  while (readBytes < Math.min(HEAD_BYTES, sizeBytes)) {
    const [piece] = await Promise.allSettled([pieces.next()]);
    if (piece.status === 'rejected' || piece.value.done === true) return undefined;
    read.push(piece.value.value);
    readBytes += piece.value.value.length;
  }
  const close = async (): Promise<void> => {
    await pieces.return?.();
  };
  async function* taken(bytesMax: number): AsyncGenerator<Uint8Array, void, undefined> {
    let left = bytesMax;
    try {
      for (const piece of read) {
        yield piece.subarray(0, left);
        left -= Math.min(left, piece.length);
      }
      while (left > 0) {
        const piece = await pieces.next();
        if (piece.done === true) return;
        yield piece.value.subarray(0, left);
        left -= Math.min(left, piece.value.length);
      }
    } finally {
      await close();
    }
  }
  const head = Buffer.concat(read).subarray(0, HEAD_BYTES);
  return { head, close, upTo: (bytesMax) => ({ sizeBytes: bytesMax, bytes: taken(bytesMax) }) };
}

function outcomeOf(failure: Exclude<ProcessFailure, { readonly code: 'source_failed' }>): Outcome {
  switch (failure.code) {
    case 'unreadable':
      return { kind: 'failed', reason: failure.reason };
    case 'crashed':
      return { kind: 'crashed', reason: failure.reason };
    case 'unavailable':
      return { kind: 'later', reason: failure.reason };
  }
}

async function recordOutcome(services: Needs, claimed: ClaimedDocument, outcome: Outcome): Promise<void> {
  const { db, clock, log } = services;
  const { node_id: nodeId, tries } = claimed;
  switch (outcome.kind) {
    case 'copied':
      return;
    case 'read':
      await setText(db, claimed, outcome.read);
      return;
    case 'none':
      await setNoText(db, claimed, 'none');
      return;
    case 'failed':
      log.info('text_not_read', { nodeId, reason: outcome.reason });
      await setNoText(db, claimed, 'failed');
      return;
    case 'crashed':
      log.warn('text_process_ended', { nodeId, reason: outcome.reason, tries });
      if (tries >= TRIES_MAX) await setNoText(db, claimed, 'failed');
      else await setDocumentDue(db, claimed, { at: clock.now(), isCounted: true });
      return;
    case 'refused':
    case 'later': {
      log.warn('text_read_later', { nodeId, reason: outcome.reason });
      const pauseMs = outcome.kind === 'refused' ? RETRY_REFUSED_MS : RETRY_MS;
      const at = new Date(clock.now().getTime() + pauseMs);
      await setDocumentDue(db, claimed, { at, isCounted: false });
    }
  }
}
