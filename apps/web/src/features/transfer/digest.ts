import { LIMITS } from '@coffer/contracts';
import type { IHasher } from 'hash-wasm';
import { crc64Nvme } from './crc64.ts';
import type { Digests } from './ports.ts';
import { createHeard, type Heard, readAgain } from './read.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface DigestOptions {
  readonly withMd5: boolean;
  readonly signal: AbortSignal;
  /** Gets the bytes of each slice that is small enough for a bundle. */
  readonly onSmall?: ((index: number, bytes: Bytes) => void) | undefined;
}

/** Small ones are read beside each other: each is a few messages between processes and hardly a byte. */
const READ_TOGETHER = 25;

/** Where large slices are read into, one after the other. */
let room = new ArrayBuffer(0);
let md5: Promise<IHasher> | undefined;

/**
 * The checksums of each, on their way: all is read, and the next slices may be while the browser computes. Undefined for a slice that cannot
 * be read, which takes none of the others with it.
 */
export async function digestEach(
  slices: readonly Blob[],
  { withMd5, signal, onSmall }: DigestOptions,
): Promise<readonly Promise<Digests | undefined>[]> {
  const found = slices.map((): Promise<Digests | undefined> => Promise.resolve(undefined));
  const heard = createHeard();
  let together: Promise<void>[] = [];
  for (const [index, slice] of slices.entries()) {
    const isSmall = slice.size <= LIMITS.bundleFileMaxBytes;
    const work = async (): Promise<void> => {
      const readOnce = () => (isSmall ? allOf(slice, heard) : intoRoom(slice, heard));
      const [read] = await Promise.allSettled([readAgain(readOnce)]);
      if (read.status === 'rejected') return;
      if (isSmall) onSmall?.(index, read.value);
      found[index] = digestOf(read.value, withMd5);
      // Only this one wants the bytes for longer than a moment.
      if (withMd5) await found[index];
    };
    together.push(work());
    if (isSmall && together.length < READ_TOGETHER) continue;
    await Promise.all(together);
    together = [];
    signal.throwIfAborted();
  }
  await Promise.all(together);
  return found;
}

/** Without MD5 it is done with the bytes as soon as it is called: the browser computes SHA-256 from a copy (Web Crypto, `digest`, step 2). */
async function digestOf(bytes: Bytes, withMd5: boolean): Promise<Digests> {
  const sha256 = crypto.subtle.digest('SHA-256', bytes);
  const digests = { crc64nvme: base64(crc64Nvme(bytes)), sha256: base64(new Uint8Array(await sha256)) };
  if (!withMd5) return digests;
  // Hardly a store wants it: its code comes when one does.
  md5 ??= import('./md5.ts').then(({ createMD5 }) => createMD5());
  // One serves all, since nothing comes between its beginning and its end.
  return { ...digests, md5: base64((await md5).init().update(bytes).digest('binary')) };
}

async function allOf(slice: Blob, heard: Heard): Promise<Bytes> {
  const bytes = new Uint8Array(await heard(slice.arrayBuffer(), slice.size));
  if (bytes.length !== slice.size) throw endsEarly();
  return bytes;
}

/**
 * Read into a room that is used again. Each slice in a buffer of its own would wait for the collector of garbage, and the page would
 * hold some hundreds of MiB. Not every browser reads so.
 */
async function intoRoom(slice: Blob, heard: Heard): Promise<Bytes> {
  const { size } = slice;
  const reader = readerOf(slice);
  if (reader === undefined) return await allOf(slice, heard);
  // Whoever fails keeps the room: what is left is detached and without length.
  const own = room.byteLength < size ? new ArrayBuffer(size) : room;
  room = new ArrayBuffer(0);
  let lent = own;
  try {
    for (let at = 0; at < size; ) {
      const { value } = await heard(reader.read(new Uint8Array(lent, at, size - at)));
      if (value === undefined || value.length === 0) throw endsEarly();
      lent = value.buffer;
      at += value.length;
    }
    room = lent;
    return new Uint8Array(lent, 0, size);
  } finally {
    // Else the stream would hold on to its pipe until garbage is collected. Nobody waits for it: what was lost may never end.
    void reader.cancel().catch(ignore);
  }
}

function readerOf(slice: Blob): ReadableStreamBYOBReader | undefined {
  try {
    return slice.stream().getReader({ mode: 'byob' });
  } catch (cause) {
    // By the Streams standard: the stream is none of bytes.
    if (cause instanceof TypeError) return undefined;
    throw cause;
  }
}

function endsEarly(): DOMException {
  return new DOMException('lost', 'NotReadableError');
}

function ignore(): void {
  // What is given up may end as it likes.
}

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
