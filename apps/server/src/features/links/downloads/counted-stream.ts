import { SERVER_LIMITS } from '@coffer/contracts';
import { type Clock, MIB } from '@coffer/kit';
import type { Db } from '../../../platform/db/db.ts';
import type { Blobs } from '../../../platform/blobs/blobs.ts';
import { takenStream } from '../../../platform/blobs/taken-stream.ts';
import type { FairSlots } from '../../../platform/fair-slots.ts';
import { giveBytesBack, takeBytes } from '../store/downloads.ts';
import { costOf } from './budget.ts';

/** Bytes are charged to the budget in steps of this size, so a crash wastes less than one step. */
const TAKEN_BYTES = 8 * MIB;

export interface Sending {
  readonly db: Db;
  readonly blobs: Pick<Blobs, 'readRange'>;
  readonly clock: Clock;
  readonly slots: FairSlots;
}

export interface SentBytes {
  readonly downloadId: string;
  readonly linkId: string;
  readonly key: string;
  readonly from: number;
  readonly length: number;
}

/**
 * Reads from the store only as fast as the guest reads, and charges the budget before each step. A guest who reads
 * nothing for long is disconnected, and can resume.
 */
export function countedStream(sending: Sending, wanted: SentBytes): ReadableStream<Uint8Array> {
  return takenStream((signal) => send(sending, wanted, signal), SERVER_LIMITS.linkDownloadStallMs);
}

async function* send(sending: Sending, wanted: SentBytes, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const slot = await sending.slots.acquire(wanted.linkId, () => signal);
  if (!slot.ok) throw new Error('there are too many counted downloads at once');
  try {
    yield* sendCounted(sending, wanted);
  } finally {
    slot.value();
  }
}

async function* sendCounted(
  { db, blobs, clock }: Sending,
  { downloadId: id, key, from, length }: SentBytes,
): AsyncGenerator<Uint8Array> {
  let untaken = costOf(length);
  let taken = 0;
  const take = async (needed: number): Promise<void> => {
    if (needed <= taken) return;
    const bytes = Math.min(untaken, Math.max(TAKEN_BYTES, needed - taken));
    const expiresAt = new Date(clock.now().getTime() + SERVER_LIMITS.linkDownloadLifeMs);
    if (!(await takeBytes(db, { id, bytes, expiresAt }))) throw new Error('the download has ended');
    untaken -= bytes;
    taken += bytes;
  };
  if (length === 0) {
    await take(1);
    return;
  }
  const abort = new AbortController();
  try {
    const found = await blobs.readRange(key, { from, to: from + length - 1, signal: abort.signal });
    if (!found.ok || found.value?.sizeBytes !== length)
      throw new Error('the store did not return the requested bytes');
    for await (const chunk of found.value.bytes) {
      await take(chunk.length);
      taken -= chunk.length;
      yield chunk;
    }
  } finally {
    abort.abort();
    if (taken > 0) await giveBytesBack(db, { id, bytes: taken });
  }
}
