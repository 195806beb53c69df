import type { FileHandle } from 'node:fs/promises';
import { BLOCK_BYTES, isBlockSound, sumsOf, tableBytes, tableHash } from './block-sums.ts';
import type { ByteSpan } from './byte-span.ts';
import { errorCode } from '../durable/durable.ts';
import type { BlobPart } from '../records.ts';

export type BlobProblem = 'missing' | 'length' | 'content' | 'unreadable';

export class DamagedBlob extends Error {
  override readonly name = 'DamagedBlob';
  readonly blob: string;
  readonly problem: BlobProblem;

  constructor(blob: string, problem: BlobProblem, options?: ErrorOptions) {
    super(`a blob is damaged: ${problem}`, options);
    this.blob = blob;
    this.problem = problem;
  }
}

export type StoredBlob = Pick<BlobPart, 'blob' | 'sizeBytes' | 'sums'>;

/**
 * Reads a span of an open blob and checks each block before it yields bytes. Leaves the handle open and throws
 * DamagedBlob; for old blobs without sums, checks only the length.
 */
export async function* readBlob(
  handle: FileHandle,
  stored: StoredBlob,
  span: ByteSpan,
): AsyncGenerator<Uint8Array> {
  if (span.start >= span.end) return;
  const table = await readTable(handle, stored);
  const first = Math.floor(span.start / BLOCK_BYTES);
  for (let index = first; index * BLOCK_BYTES < span.end; index += 1) {
    const at = index * BLOCK_BYTES;
    const block = await readFully(handle, stored, {
      start: at,
      end: Math.min(at + BLOCK_BYTES, stored.sizeBytes),
    });
    if (table !== undefined && !isBlockSound(table, index, block))
      throw new DamagedBlob(stored.blob, 'content');
    const start = Math.max(span.start - at, 0);
    const end = Math.min(span.end - at, block.length);
    yield start === 0 && end === block.length ? block : block.subarray(start, end);
  }
}

/** Returns the checked bytes of an inline part. They belong to the record: do not modify them. */
export function readInline({ inline }: { readonly inline?: Buffer }, stored: StoredBlob): Buffer {
  if (inline?.length !== stored.sizeBytes) throw new DamagedBlob(stored.blob, 'length');
  if (sumsOf(inline) !== stored.sums) throw new DamagedBlob(stored.blob, 'content');
  return inline;
}

async function readTable(handle: FileHandle, stored: StoredBlob): Promise<Buffer | undefined> {
  if (stored.sums === undefined) return undefined;
  const end = stored.sizeBytes + tableBytes(stored.sizeBytes);
  const table = await readFully(handle, stored, { start: stored.sizeBytes, end });
  if (tableHash(table) !== stored.sums) throw new DamagedBlob(stored.blob, 'content');
  return table;
}

async function readFully(
  handle: FileHandle,
  { blob }: StoredBlob,
  { start, end }: ByteSpan,
): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(end - start);
  let filled = 0;
  while (filled < buffer.length) {
    const bytesRead = await readOnce(handle, blob, { buffer, filled, position: start + filled });
    if (bytesRead === 0) throw new DamagedBlob(blob, 'length');
    filled += bytesRead;
  }
  return buffer;
}

interface ReadPosition {
  readonly buffer: Buffer;
  readonly filled: number;
  readonly position: number;
}

async function readOnce(
  handle: FileHandle,
  blob: string,
  { buffer, filled, position }: ReadPosition,
): Promise<number> {
  try {
    return (await handle.read(buffer, filled, buffer.length - filled, position)).bytesRead;
  } catch (error) {
    if (errorCode(error) !== 'EIO') throw error;
    throw new DamagedBlob(blob, 'unreadable', { cause: error });
  }
}
