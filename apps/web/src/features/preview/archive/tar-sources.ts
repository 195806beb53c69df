import { KIB, MIB } from '@coffer/kit';
import { fetchFile, fetchFileBytes } from '../../../api/file-bytes.ts';
import type { TarSource } from './tar.ts';

const WINDOW = 512 * KIB;
const REQUESTS_MAX = 2_000;

/** Reads the headers of a tar archive by range requests, and skips the contents of large files. */
export function rangeSource(url: string, sizeBytes: number): TarSource {
  let buffer: { readonly from: number; readonly bytes: Uint8Array } = { from: 0, bytes: new Uint8Array() };
  let at = 0;
  let requests = 0;
  return {
    read: async (length) => {
      if (at >= sizeBytes) return undefined;
      if (at < buffer.from || at + length > buffer.from + buffer.bytes.length) {
        if (at + length > sizeBytes) throw new Error('the archive is truncated');
        requests += 1;
        const last = Math.min(sizeBytes, at + Math.max(WINDOW, length)) - 1;
        buffer = { from: at, bytes: await fetchFileBytes(url, { range: [at, last] }) };
        if (buffer.bytes.length !== last - at + 1)
          throw new Error('the store sent a range of the wrong length');
      }
      const bytes = buffer.bytes.subarray(at - buffer.from, at - buffer.from + length);
      at += length;
      return bytes;
    },
    skip: async (length) => {
      at += length;
      if (at > sizeBytes) throw new Error('the archive is truncated');
      return requests < REQUESTS_MAX ? true : undefined;
    },
  };
}

const UNPACKED_MAX = 1_024 * MIB;
const TIME_MAX_MS = 20_000;

/**
 * A compressed archive has to be unpacked up to its last header. Contents are skipped, and size and time are limited.
 * The time does not include waiting for the store.
 */
export async function gzipSource(url: string): Promise<TarSource> {
  const { body } = await fetchFile(url);
  if (body === null) throw new Error('the response has no body');
  return gzipSourceOf(body);
}

export function gzipSourceOf(packed: ReadableStream<Uint8Array<ArrayBuffer>>): TarSource {
  const reader = packed.getReader();
  let waitedMs = 0;
  const timed = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        const askedAt = performance.now();
        const { done, value } = await reader.read();
        waitedMs += performance.now() - askedAt;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async (reason) => await reader.cancel(reason),
    },
    // Reads only what is being unpacked.
    { highWaterMark: 0 },
  );
  return unpackedSource(timed.pipeThrough(new DecompressionStream('gzip')), () => waitedMs);
}

/** `waited` returns the milliseconds that do not count towards the time limit. */
export function unpackedSource(stream: ReadableStream<Uint8Array>, waited = () => 0): TarSource {
  const reader = stream.getReader();
  const startedAt = performance.now();
  let buffer: Uint8Array = new Uint8Array();
  let readBytes = 0;
  const more = async (): Promise<boolean> => {
    const { done, value } = await reader.read();
    if (done) return false;
    if (buffer.length === 0) {
      buffer = value;
      return true;
    }
    const joined = new Uint8Array(buffer.length + value.length);
    joined.set(buffer);
    joined.set(value, buffer.length);
    buffer = joined;
    return true;
  };
  return {
    read: async (length) => {
      while (buffer.length < length) {
        if (await more()) continue;
        if (buffer.length === 0) return undefined;
        throw new Error('the archive is truncated');
      }
      const bytes = buffer.subarray(0, length);
      buffer = buffer.subarray(length);
      readBytes += length;
      return bytes;
    },
    skip: async (length) => {
      let remaining = length;
      for (;;) {
        const skipped = Math.min(remaining, buffer.length);
        buffer = buffer.subarray(skipped);
        remaining -= skipped;
        readBytes += skipped;
        if (remaining === 0) return true;
        if (readBytes > UNPACKED_MAX || performance.now() - startedAt - waited() > TIME_MAX_MS) {
          await reader.cancel();
          return undefined;
        }
        if (!(await more())) throw new Error('the archive is truncated');
      }
    },
  };
}
