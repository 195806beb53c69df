import type { IHasher } from 'hash-wasm';
import { crc64Nvme } from './crc64.ts';
import type { Digests } from './ports.ts';

/** Where slices are read into, one after the other. */
let room = new ArrayBuffer(0);
let md5: Promise<IHasher> | undefined;

/** Undefined when the slice cannot be read. */
export async function digest(slice: Blob, withMd5: boolean): Promise<Digests | undefined> {
  const [read] = await Promise.allSettled([bytesOf(slice)]);
  if (read.status === 'rejected') return undefined;
  const bytes = read.value;
  const sha256 = crypto.subtle.digest('SHA-256', bytes);
  const digests = { crc64nvme: base64(crc64Nvme(bytes)), sha256: base64(new Uint8Array(await sha256)) };
  if (!withMd5) return digests;
  // Hardly a store wants it: its code comes when one does.
  md5 ??= import('./md5.ts').then(({ createMD5 }) => createMD5());
  // One serves all, since nothing comes between its beginning and its end.
  return { ...digests, md5: base64((await md5).init().update(bytes).digest('binary')) };
}

/**
 * Read into a room that is used again. Each slice in a buffer of its own would wait for the collector of garbage, and the page would
 * hold some hundreds of MiB. Not every browser reads so.
 */
async function bytesOf(slice: Blob): Promise<Uint8Array<ArrayBuffer>> {
  const { size } = slice;
  // Nothing needs no room, and the room may be lost.
  if (size === 0) return new Uint8Array(0);
  const reader = readerOf(slice);
  if (reader === undefined) return new Uint8Array(await slice.arrayBuffer());
  if (room.byteLength < size) room = new ArrayBuffer(size);
  for (let at = 0; at < size; ) {
    const { value } = await reader.read(new Uint8Array(room, at, size - at));
    if (value === undefined || value.length === 0)
      throw new DOMException('the file ends early', 'NotReadableError');
    // The room goes to the reader and comes back. A read that fails keeps it: what is left is detached and without length.
    room = value.buffer;
    at += value.length;
  }
  // Else the stream would hold on to its pipe until garbage is collected.
  await reader.cancel();
  return new Uint8Array(room, 0, size);
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

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
