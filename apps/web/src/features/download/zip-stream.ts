import { KIB, MIB } from '@coffer/kit';
import { PresignedUrls } from './presigned-urls.ts';
import { crc32 } from '../../lib/zip/crc32.ts';
import type { RunPorts } from './ask-server.ts';
import { readFile } from './read-file.ts';
import { isStored, type TreeItem, type ZipItem } from './read-tree.ts';
import { directoryEntryOf, endOf, footerOf, headerOf, type WrittenEntry } from '../../lib/zip/zip-records.ts';

/** Files smaller than this are prefetched to hide request latency. */
const SMALL_BYTES = MIB;
const AHEAD_FILES = 48;
const AHEAD_BYTES = 8 * MIB;
const AT_ONCE = 6;
const BLOCK_BYTES = 256 * KIB;

interface Writing {
  readonly ports: RunPorts;
  readonly items: readonly ZipItem[];
  readonly signal: AbortSignal;
  /** Called for bytes that have arrived, also of files that are fetched ahead. */
  readonly onBytes: (bytes: number) => void;
  readonly onFile: () => void;
}

export async function* zipStream(writing: Writing): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  yield* inBlocks(zipParts(writing));
}

async function* zipParts(writing: Writing): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const files = writing.items.filter(isStored).filter(({ isFolder }) => !isFolder);
  const contents = new Contents(writing, files);
  const written: WrittenEntry[] = [];
  let offset = 0;
  let next = 0;
  for (const entry of writing.items) {
    const header = headerOf(entry);
    yield header;
    let crc = 0;
    if (!isStored(entry)) {
      for (const bytes of entry.made()) {
        crc = crc32(bytes, crc);
        yield bytes;
      }
    } else if (!entry.isFolder) {
      for await (const bytes of contents.of(next)) {
        crc = crc32(bytes, crc);
        entry.onBytes?.(bytes);
        yield bytes;
      }
      next += 1;
      writing.onFile();
    }
    const footer = footerOf(entry, crc);
    yield footer;
    written.push({ entry, offset, crc });
    offset += header.length + entry.sizeBytes + footer.length;
  }
  let directory = 0;
  for (const entry of written) {
    const bytes = directoryEntryOf(entry);
    directory += bytes.length;
    yield bytes;
  }
  yield endOf(written.length, offset, directory);
}

/** Reads contents in order. Large files are streamed, small ones prefetched. */
class Contents {
  readonly #writing: Writing;
  readonly #files: readonly TreeItem[];
  readonly #addresses: PresignedUrls;
  readonly #ahead = new Map<number, Promise<readonly Uint8Array<ArrayBuffer>[]>>();
  #begun = 0;
  #running = 0;
  #aheadBytes = 0;
  #turn = 0;

  constructor(writing: Writing, files: readonly TreeItem[]) {
    this.#writing = writing;
    this.#files = files;
    this.#addresses = new PresignedUrls(writing.ports, files, writing.signal);
  }

  async *of(index: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    this.#turn = index;
    this.#begun = Math.max(this.#begun, index);
    this.#lookAhead();
    const prefetched = this.#ahead.get(index);
    if (prefetched === undefined) {
      this.#begun = Math.max(this.#begun, index + 1);
      yield* this.#read(index);
      return;
    }
    yield* await prefetched;
    this.#ahead.delete(index);
    this.#aheadBytes -= this.#sizeOf(index);
  }

  #lookAhead(): void {
    while (
      this.#running < AT_ONCE &&
      this.#begun < Math.min(this.#files.length, this.#turn + AHEAD_FILES) &&
      this.#sizeOf(this.#begun) <= SMALL_BYTES &&
      this.#aheadBytes < AHEAD_BYTES
    ) {
      const index = this.#begun;
      this.#begun += 1;
      this.#running += 1;
      this.#aheadBytes += this.#sizeOf(index);
      const reading = collect(this.#read(index)).finally(() => {
        this.#running -= 1;
        this.#lookAhead();
      });
      // Handles the rejection here too, so that it is not reported as unhandled.
      void Promise.allSettled([reading]);
      this.#ahead.set(index, reading);
    }
  }

  async *#read(index: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const { ports, signal, onBytes } = this.#writing;
    const item = this.#files[index];
    if (item === undefined) throw new RangeError('no such file');
    for await (const bytes of readFile({ ports, addresses: this.#addresses, item, index, signal })) {
      onBytes(bytes.length);
      yield bytes;
    }
  }

  #sizeOf(index: number): number {
    return this.#files[index]?.sizeBytes ?? 0;
  }
}

async function collect(
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
): Promise<readonly Uint8Array<ArrayBuffer>[]> {
  const all: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

/** Joins parts into large blocks, because each block is a message to another thread. */
async function* inBlocks(
  parts: AsyncIterable<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let block = new Uint8Array(BLOCK_BYTES);
  let filled = 0;
  for await (let part of parts) {
    while (part.length > 0) {
      const some = part.subarray(0, BLOCK_BYTES - filled);
      block.set(some, filled);
      filled += some.length;
      part = part.subarray(some.length);
      if (filled < BLOCK_BYTES) continue;
      yield block;
      block = new Uint8Array(BLOCK_BYTES);
      filled = 0;
    }
  }
  if (filled > 0) yield block.slice(0, filled);
}
