import { KIB, MIB } from '@coffer/kit';
import { fetchFile, fetchFileBytes } from '../../../api/file-bytes.ts';
import type { TarSource } from './tar.ts';

const WINDOW = 512 * KIB;
const REQUESTS_MAX = 2_000;

/** Reads headers by range requests; contents are skipped without being fetched. */
export function rangeSource(url: string, sizeBytes: number): TarSource {
  let held: { readonly from: number; readonly bytes: Uint8Array } = { from: 0, bytes: new Uint8Array() };
  let at = 0;
  let requests = 0;
  return {
    read: async (length) => {
      if (at >= sizeBytes) return undefined;
      if (at < held.from || at + length > held.from + held.bytes.length) {
        if (at + length > sizeBytes) throw new Error('the archive is cut');
        requests += 1;
        const last = Math.min(sizeBytes, at + Math.max(WINDOW, length)) - 1;
        held = { from: at, bytes: await fetchFileBytes(url, { range: [at, last] }) };
        if (held.bytes.length !== last - at + 1) throw new Error('the store sent another range');
      }
      const bytes = held.bytes.subarray(at - held.from, at - held.from + length);
      at += length;
      return bytes;
    },
    skip: async (length) => {
      at += length;
      if (at > sizeBytes) throw new Error('the archive is cut');
      return requests < REQUESTS_MAX ? true : undefined;
    },
  };
}

const UNPACKED_MAX = 1_024 * MIB;
const TIME_MAX_MS = 20_000;

/** A compressed archive has to be unpacked to its end. The output is skipped, never stored, and limited. */
export async function gzipSource(url: string): Promise<TarSource> {
  const { body } = await fetchFile(url);
  if (body === null) throw new Error('there is no content');
  return unpackedSource(body.pipeThrough(new DecompressionStream('gzip')));
}

export function unpackedSource(stream: ReadableStream<Uint8Array>): TarSource {
  const reader = stream.getReader();
  const startedAt = performance.now();
  let held: Uint8Array = new Uint8Array();
  let passed = 0;
  const more = async (): Promise<boolean> => {
    const { done, value } = await reader.read();
    if (done) return false;
    if (held.length === 0) {
      held = value;
      return true;
    }
    const joined = new Uint8Array(held.length + value.length);
    joined.set(held);
    joined.set(value, held.length);
    held = joined;
    return true;
  };
  return {
    read: async (length) => {
      while (held.length < length) {
        if (await more()) continue;
        if (held.length === 0) return undefined;
        throw new Error('the archive is cut');
      }
      const bytes = held.subarray(0, length);
      held = held.subarray(length);
      passed += length;
      return bytes;
    },
    skip: async (length) => {
      let left = length;
      for (;;) {
        const taken = Math.min(left, held.length);
        held = held.subarray(taken);
        left -= taken;
        passed += taken;
        if (left === 0) return true;
        if (passed > UNPACKED_MAX || performance.now() - startedAt > TIME_MAX_MS) {
          await reader.cancel();
          return undefined;
        }
        if (!(await more())) throw new Error('the archive is cut');
      }
    },
  };
}
