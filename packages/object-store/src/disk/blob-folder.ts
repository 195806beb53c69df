import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, open } from 'node:fs/promises';
import { defined } from '@coffer/kit';
import { BLOCK_BYTES, BlockSums, tableHash } from './block-sums.ts';
import { BufferPool } from './buffer-pool.ts';
import { allOrFirstError, type Durable, errorCode, mapNoSpace, removeIfThere } from './durable.ts';
import { drawId } from './ids.ts';
import type { Layout } from './layout.ts';

/** A batch is one block, small enough that the disk begins early: with 1 MiB, the sync at the end waited twice as long. */
const BATCH_BYTES = BLOCK_BYTES;
/** 16 MiB. */
const BUFFERS_KEPT_MAX = 64;

/** The bytes of the store: files that are written once, never changed, and named by nobody but us. */
export class BlobFolder {
  readonly #layout: Layout;
  readonly #durable: Durable;
  readonly #buffers = new BufferPool(BATCH_BYTES, BUFFERS_KEPT_MAX);

  constructor(layout: Layout, durable: Durable) {
    this.#layout = layout;
    this.#durable = durable;
  }

  /** A new blob. End it with `seal` or `discard`, one of them exactly. Throws NoSpace. */
  async create(): Promise<BlobWriter> {
    const id = drawId();
    const { folder, file } = this.#layout.blob(id);
    await this.#durable.ensureFolder(folder);
    const handle = await mapNoSpace(open(file, 'wx'));
    return new BlobWriter({ id, file, folder, handle, durable: this.#durable, buffers: this.#buffers });
  }

  async open(id: string): Promise<FileHandle> {
    return open(this.#layout.blob(id).file, 'r');
  }

  /**
   * New blobs with the content of others, durably, without copying a byte where the file system can give a file a second
   * name. Each name is removed on its own, so neither owner knows of the other. Throws NoSpace; then there are none.
   */
  async duplicate(ids: readonly string[]): Promise<readonly string[]> {
    const copies = ids.map(() => drawId());
    const folders = new Set<string>();
    try {
      for (const [i, id] of ids.entries()) {
        const { folder, file } = this.#layout.blob(defined(copies[i], 'one for each'));
        await this.#durable.ensureFolder(folder);
        await this.#linkOrCopy(this.#layout.blob(id).file, file);
        folders.add(folder);
      }
      for (const folder of folders) await this.#durable.syncFolder(folder);
    } catch (error) {
      for (const copy of copies) await this.remove(copy);
      throw error;
    }
    return copies;
  }

  /** Removes a blob. It need not be durable: a blob that comes back after a crash is an orphan. */
  async remove(id: string): Promise<void> {
    await removeIfThere(this.#layout.blob(id).file);
  }

  async #linkOrCopy(from: string, to: string): Promise<void> {
    try {
      await mapNoSpace(link(from, to));
      return;
    } catch (error) {
      // Not on this file system, or too many names already.
      if (!['EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS', 'EINVAL'].includes(errorCode(error) ?? '')) throw error;
    }
    await mapNoSpace(copyFile(from, to, constants.COPYFILE_EXCL));
    const handle = await open(to, 'r+');
    try {
      await this.#durable.syncFile(handle);
    } finally {
      await handle.close();
    }
  }
}

/** Takes bytes that no record names yet. End it with `seal` or `discard`, one of them exactly. */
export interface BodyWriter<Sealed> {
  /** What its bytes are called in a record. */
  readonly id: string;
  /** Copies the chunk, or keeps it until it calls `release`, once. A chunk without that belongs to others and is copied. */
  append(chunk: Uint8Array, release?: () => void): Promise<void>;
  seal(): Sealed;
  discard(): Promise<void>;
}

export interface SealedBlob {
  /** The hash of the table behind the bytes. */
  readonly sums: string;
  readonly durable: Promise<void>;
}

interface BlobWriterParts {
  readonly id: string;
  readonly file: string;
  readonly folder: string;
  readonly handle: FileHandle;
  readonly durable: Durable;
  readonly buffers: BufferPool;
}

/** A block of bytes on its way to the disk. */
interface Batch {
  readonly bytes: Uint8Array;
  readonly release: () => void;
}

/** Writes batches one at a time, while the next one comes: chunks that are a block as they are, others copied together. */
export class BlobWriter implements BodyWriter<SealedBlob> {
  readonly id: string;
  readonly #parts: BlobWriterParts;
  readonly #sums = new BlockSums();
  #batch: Buffer | undefined;
  #filled = 0;
  #running: Promise<void> | undefined;

  constructor(parts: BlobWriterParts) {
    this.id = parts.id;
    this.#parts = parts;
  }

  /** Waits only while the disk is more than one batch behind. */
  async append(chunk: Uint8Array, release?: () => void): Promise<void> {
    if (this.#filled === 0 && chunk.length === BATCH_BYTES && release !== undefined) {
      await this.#startWrite({ bytes: chunk, release });
      return;
    }
    let rest = chunk;
    while (rest.length > 0) {
      this.#batch ??= this.#parts.buffers.take();
      const piece = rest.subarray(0, this.#batch.length - this.#filled);
      this.#batch.set(piece, this.#filled);
      this.#filled += piece.length;
      rest = rest.subarray(piece.length);
      if (this.#filled === this.#batch.length) await this.#startWrite(this.#takeBatch(this.#batch));
    }
    release?.();
  }

  /**
   * Ends the blob. Making it durable, name included, goes on behind: nothing may refer to it before `durable` resolves. When that
   * rejects, the blob is gone.
   */
  seal(): SealedBlob {
    if (this.#batch !== undefined) this.#sums.update(this.#batch.subarray(0, this.#filled));
    const table = this.#sums.finish();
    const durable = this.#makeDurable(table);
    // Awaited by whoever commits; until then its failure must not count as unhandled.
    durable.catch(() => undefined);
    return { sums: tableHash(table), durable };
  }

  /** Gives the blob up and frees its space. */
  async discard(): Promise<void> {
    const { handle, file, buffers } = this.#parts;
    await this.#running?.catch(() => undefined);
    if (this.#batch !== undefined) buffers.give(this.#batch);
    this.#batch = undefined;
    await handle.close();
    await removeIfThere(file);
  }

  /** File and folder at once: they share a commit of the file system's journal. */
  async #makeDurable(table: Buffer): Promise<void> {
    const { handle, durable, folder, file } = this.#parts;
    const write = async (): Promise<void> => {
      try {
        await this.#writeRest(table);
        await durable.syncFile(handle);
      } finally {
        await handle.close();
      }
    };
    try {
      await allOrFirstError([write(), durable.syncFolder(folder)]);
    } catch (error) {
      await removeIfThere(file);
      throw error;
    }
  }

  async #writeRest(table: Buffer): Promise<void> {
    const { handle, buffers } = this.#parts;
    const batch = this.#batch;
    this.#batch = undefined;
    try {
      await this.#running;
      if (batch !== undefined) await writeAll(handle, batch.subarray(0, this.#filled));
      await writeAll(handle, table);
    } finally {
      if (batch !== undefined) buffers.give(batch);
    }
  }

  #takeBatch(bytes: Buffer): Batch {
    this.#batch = undefined;
    this.#filled = 0;
    return { bytes, release: () => this.#parts.buffers.give(bytes) };
  }

  /** Hands a full batch to the disk once the one before has arrived. */
  async #startWrite(batch: Batch): Promise<void> {
    this.#sums.update(batch.bytes);
    try {
      await this.#running;
    } catch (error) {
      batch.release();
      throw error;
    }
    this.#running = this.#write(batch);
    // Awaited by the next call; until then its failure must not count as unhandled.
    this.#running.catch(() => undefined);
  }

  async #write({ bytes, release }: Batch): Promise<void> {
    try {
      await writeAll(this.#parts.handle, bytes);
    } finally {
      release();
    }
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  let rest = bytes;
  while (rest.length > 0) {
    const { bytesWritten } = await mapNoSpace(handle.write(rest));
    rest = rest.subarray(bytesWritten);
  }
}
