import { LIMITS } from '@coffer/contracts';
import { crc64Nvme } from '@coffer/kit';
import type { IHasher } from 'hash-wasm';
import type { Digests } from './worker-api.ts';
import { createReadWatchdog, type ReadWatchdog, retryLostReads } from './read-with-timeout.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface DigestOptions {
  readonly withMd5: boolean;
  readonly signal: AbortSignal;
  /** Receives the bytes of slices that fit into a bundle. */
  readonly onSmall?: ((index: number, bytes: Bytes) => void) | undefined;
}

/** Reads of small slices cost IPC messages, so many run in parallel. */
const READS_AT_ONCE = 25;

let sharedBuffer = new ArrayBuffer(0);
let md5: Promise<IHasher> | undefined;

/** Hashes the slices, overlapping reading and hashing. The result of a slice that cannot be read is undefined. */
export async function digestEach(
  slices: readonly Blob[],
  { withMd5, signal, onSmall }: DigestOptions,
): Promise<readonly Promise<Digests | undefined>[]> {
  const found = slices.map((): Promise<Digests | undefined> => Promise.resolve(undefined));
  const watch = createReadWatchdog();
  let batch: Promise<void>[] = [];
  for (const [index, slice] of slices.entries()) {
    const isSmall = slice.size <= LIMITS.bundleFileMaxBytes;
    const work = async (): Promise<void> => {
      const readOnce = () => (isSmall ? readAll(slice, watch) : readIntoSharedBuffer(slice, watch));
      const [read] = await Promise.allSettled([retryLostReads(readOnce)]);
      if (read.status === 'rejected') return;
      if (isSmall) onSmall?.(index, read.value);
      found[index] = digestOf(read.value, withMd5);
      // MD5 still reads from the buffer.
      if (withMd5) await found[index];
    };
    batch.push(work());
    if (isSmall && batch.length < READS_AT_ONCE) continue;
    await Promise.all(batch);
    batch = [];
    signal.throwIfAborted();
  }
  await Promise.all(batch);
  return found;
}

/** `digest` copies its input, so the caller can reuse the buffer (Web Crypto, `digest`, step 2). */
async function digestOf(bytes: Bytes, withMd5: boolean): Promise<Digests> {
  const sha256 = crypto.subtle.digest('SHA-256', bytes);
  const digests = { crc64nvme: base64(crc64Nvme(bytes)), sha256: base64(new Uint8Array(await sha256)) };
  if (!withMd5) return digests;
  // `init`, `update` and `digest` run synchronously, so no other slice can interfere.
  return { ...digests, md5: base64((await loadMd5()).init().update(bytes).digest('binary')) };
}

/** A failed import is forgotten, so that the next slice tries again. */
function loadMd5(): Promise<IHasher> {
  md5 ??= import('../../../lib/checksum/md5.ts').then(
    ({ createMD5 }) => createMD5(),
    (cause: unknown) => {
      md5 = undefined;
      throw cause;
    },
  );
  return md5;
}

async function readAll(slice: Blob, watch: ReadWatchdog): Promise<Bytes> {
  const bytes = new Uint8Array(await watch(slice.arrayBuffer(), slice.size));
  if (bytes.length !== slice.size) throw truncatedError();
  return bytes;
}

/** Reuses one buffer, because a new one for each slice would use hundreds of MiB until garbage collection. */
async function readIntoSharedBuffer(slice: Blob, watch: ReadWatchdog): Promise<Bytes> {
  const { size } = slice;
  const reader = readerOf(slice);
  if (reader === undefined) return await readAll(slice, watch);
  // A failed read leaves the buffer detached, so the shared one is replaced first.
  const initial = sharedBuffer.byteLength < size ? new ArrayBuffer(size) : sharedBuffer;
  sharedBuffer = new ArrayBuffer(0);
  let buffer = initial;
  try {
    for (let at = 0; at < size; ) {
      const { value } = await watch(reader.read(new Uint8Array(buffer, at, size - at)));
      if (value === undefined || value.length === 0) throw truncatedError();
      buffer = value.buffer;
      at += value.length;
    }
    sharedBuffer = buffer;
    return new Uint8Array(buffer, 0, size);
  } finally {
    // Frees the stream's pipe. Not awaited, because this may never finish for a lost file.
    void reader.cancel().catch(ignore);
  }
}

function readerOf(slice: Blob): ReadableStreamBYOBReader | undefined {
  try {
    return slice.stream().getReader({ mode: 'byob' });
  } catch (cause) {
    // A TypeError means that the stream is not a byte stream (Streams standard).
    if (cause instanceof TypeError) return undefined;
    throw cause;
  }
}

function truncatedError(): DOMException {
  return new DOMException('truncated', 'NotReadableError');
}

function ignore(): void {
  // The result of an abandoned read does not matter.
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
