import type { FileHandle } from 'node:fs/promises';
import { assert, defined } from '@coffer/kit';
import type { ByteSpan } from './byte-span.ts';
import { type BlobFolder, readBlob } from './blob-folder.ts';
import type { PinnedObject } from './object-table.ts';
import type { BlobPart } from './records.ts';

interface Piece {
  readonly blob: string;
  readonly start: number;
  readonly end: number;
}

/** The bytes of a span of an object, over all the blobs it touches. Holds the object pinned until it is closed. */
export class ObjectStream {
  readonly #blobs: BlobFolder;
  readonly #object: PinnedObject;
  readonly #pieces: readonly Piece[];
  #handle: FileHandle | undefined;

  private constructor(blobs: BlobFolder, object: PinnedObject, pieces: readonly Piece[]) {
    this.#blobs = blobs;
    this.#object = object;
    this.#pieces = pieces;
  }

  /** Opens the first blob at once, so that a missing one is found before an answer has begun. */
  static async open(blobs: BlobFolder, object: PinnedObject, span: ByteSpan): Promise<ObjectStream> {
    const pieces = piecesOf(object.manifest.parts, span);
    const stream = new ObjectStream(blobs, object, pieces);
    const [first] = pieces;
    if (first !== undefined) stream.#handle = await blobs.open(first.blob);
    return stream;
  }

  get chunks(): AsyncIterable<Uint8Array> {
    return this.#read();
  }

  async close(): Promise<void> {
    this.#object.release();
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    for (const [i, piece] of this.#pieces.entries()) {
      if (i > 0) this.#handle = await this.#blobs.open(piece.blob);
      const handle = defined(this.#handle, 'a stream is read once, before it is closed');
      yield* readBlob(handle, piece.start, piece.end);
      this.#handle = undefined;
      await handle.close();
    }
  }
}

function piecesOf(parts: readonly BlobPart[], span: ByteSpan): readonly Piece[] {
  const pieces: Piece[] = [];
  let offset = 0;
  for (const part of parts) {
    const start = Math.max(span.start - offset, 0);
    const end = Math.min(span.end - offset, part.sizeBytes);
    if (start < end) pieces.push({ blob: part.blob, start, end });
    offset += part.sizeBytes;
  }
  assert(span.end <= offset, 'a span lies within its object');
  return pieces;
}
