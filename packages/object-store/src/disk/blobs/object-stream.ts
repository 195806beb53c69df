import type { FileHandle } from 'node:fs/promises';
import { assert, defined } from '@coffer/kit';
import type { ByteSpan } from './byte-span.ts';
import type { BlobFolder } from './blob-folder.ts';
import type { DamageList } from '../damage-list.ts';
import { errorCode } from '../durable/durable.ts';
import type { PinnedObject } from '../object-table.ts';
import { DamagedBlob, readBlob, readInline } from './read-blob.ts';
import type { BlobPart } from '../records.ts';

interface Piece extends ByteSpan {
  readonly part: BlobPart;
}

export interface StreamDeps {
  readonly blobs: BlobFolder;
  readonly damage: Pick<DamageList, 'find'>;
}

/** Streams a span of an object over all its blobs. Keeps the object pinned until closed. */
export class ObjectStream {
  readonly #blobs: BlobFolder;
  readonly #object: PinnedObject;
  readonly #pieces: readonly Piece[];
  #open: OpenPiece | undefined;

  private constructor(blobs: BlobFolder, object: PinnedObject, pieces: readonly Piece[]) {
    this.#blobs = blobs;
    this.#object = object;
    this.#pieces = pieces;
  }

  /** Reads the first block at once, so that damage is found before the response starts. Throws DamagedBlob. */
  static async open(
    { blobs, damage }: StreamDeps,
    object: PinnedObject,
    span: ByteSpan,
  ): Promise<ObjectStream> {
    const pieces = piecesOf(object.manifest.parts, span);
    for (const { part } of pieces) {
      const problem = damage.find(part.blob);
      if (problem !== undefined) throw new DamagedBlob(part.blob, problem);
    }
    const stream = new ObjectStream(blobs, object, pieces);
    const [first] = pieces;
    if (first !== undefined) stream.#open = await stream.#openPiece(first);
    return stream;
  }

  get chunks(): AsyncIterable<Uint8Array> {
    return this.#read();
  }

  async close(): Promise<void> {
    this.#object.release();
    const handle = this.#open?.handle;
    this.#open = undefined;
    await handle?.close();
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    for (const [i, piece] of this.#pieces.entries()) {
      if (i > 0) this.#open = await this.#openPiece(piece);
      const { handle, first, rest } = defined(this.#open, 'the stream was already read or closed');
      if (first !== undefined) yield first;
      yield* rest;
      this.#open = undefined;
      await handle?.close();
    }
  }

  async #openPiece({ part, start, end }: Piece): Promise<OpenPiece> {
    if (part.isInline === true) {
      return { first: readInline(this.#object, part).subarray(start, end), rest: [] };
    }
    const handle = await openBlob(this.#blobs, part.blob);
    try {
      const rest = readBlob(handle, part, { start, end });
      const first = await rest.next();
      return { handle, rest, first: first.done === true ? undefined : first.value };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }
}

interface OpenPiece {
  readonly handle?: FileHandle;
  readonly first: Uint8Array | undefined;
  readonly rest: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

async function openBlob(blobs: BlobFolder, id: string): Promise<FileHandle> {
  try {
    return await blobs.open(id);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new DamagedBlob(id, 'missing', { cause: error });
  }
}

function piecesOf(parts: readonly BlobPart[], span: ByteSpan): readonly Piece[] {
  const pieces: Piece[] = [];
  let offset = 0;
  for (const part of parts) {
    const start = Math.max(span.start - offset, 0);
    const end = Math.min(span.end - offset, part.sizeBytes);
    if (start < end) pieces.push({ part, start, end });
    offset += part.sizeBytes;
  }
  assert(span.end <= offset, 'the span is outside of its object');
  return pieces;
}
