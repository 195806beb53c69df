import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, open } from 'node:fs/promises';
import { defined } from '@coffer/kit';
import { type BlockHolder, blockPool } from './block-pool.ts';
import { BLOCK_BYTES, BlockSums, tableHash } from './block-sums.ts';
import { allOrFirstError, type Durable, errorCode, mapNoSpace, removeIfThere } from '../durable/durable.ts';
import { newId } from '../ids.ts';
import type { Layout } from '../layout.ts';

const BATCH_BYTES = BLOCK_BYTES;

/** The stored bytes: files with random names that are written once and never changed. */
export class BlobFolder {
  readonly #layout: Layout;
  readonly #durable: Durable;

  constructor(layout: Layout, durable: Durable) {
    this.#layout = layout;
    this.#durable = durable;
  }

  /** Creates a blob. The caller must call `seal` or `discard` exactly once. Throws NoSpace. */
  async create(): Promise<BlobWriter> {
    const id = newId();
    const { folder, file } = this.#layout.blob(id);
    await this.#durable.ensureFolder(folder);
    const handle = await mapNoSpace(open(file, 'wx'));
    return new BlobWriter({ id, file, folder, handle, durable: this.#durable });
  }

  async open(id: string): Promise<FileHandle> {
    return open(this.#layout.blob(id).file, 'r');
  }

  /**
   * Copies blobs durably, as hard links if the file system supports them. Throws NoSpace, and leaves no copies in that
   * case.
   */
  async duplicate(ids: readonly string[]): Promise<readonly string[]> {
    const copies = ids.map(() => newId());
    const folders = new Set<string>();
    try {
      for (const [i, id] of ids.entries()) {
        const { folder, file } = this.#layout.blob(defined(copies[i], 'a blob has no new id'));
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

  /** Needs no sync, because a blob that reappears after a crash is removed as an orphan. */
  async remove(id: string): Promise<void> {
    await removeIfThere(this.#layout.blob(id).file);
  }

  async #linkOrCopy(from: string, to: string): Promise<void> {
    try {
      await mapNoSpace(link(from, to));
      return;
    } catch (error) {
      // The file system has no hard links, or the file has too many.
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

/** Writes bytes to which no record refers yet. The caller must call `seal` or `discard` exactly once. */
export interface BodyWriter<Sealed> {
  readonly id: string;
  /** With `release`, the chunk is used without a copy until `release` is called, once. Otherwise it is copied. */
  append(chunk: Uint8Array, release?: () => void): Promise<void>;
  seal(): Sealed;
  discard(): Promise<void>;
}

export interface SealedBlob {
  readonly sums: string;
  readonly durable: Promise<void>;
}

interface BlobWriterParts {
  readonly id: string;
  readonly file: string;
  readonly folder: string;
  readonly handle: FileHandle;
  readonly durable: Durable;
}

interface Batch {
  readonly bytes: Uint8Array;
  readonly release: () => void;
}

/** Writes one batch while the next one fills. Full blocks are written without a copy; smaller chunks are collected. */
export class BlobWriter implements BodyWriter<SealedBlob> {
  readonly id: string;
  readonly #parts: BlobWriterParts;
  readonly #sums = new BlockSums();
  readonly #blocks: BlockHolder = blockPool.holder();
  #batch: Buffer | undefined;
  #filled = 0;
  #running: Promise<void> | undefined;

  constructor(parts: BlobWriterParts) {
    this.id = parts.id;
    this.#parts = parts;
  }

  async append(chunk: Uint8Array, release?: () => void): Promise<void> {
    if (this.#filled === 0 && chunk.length === BATCH_BYTES && release !== undefined) {
      await this.#startWrite({ bytes: chunk, release });
      return;
    }
    let rest = chunk;
    while (rest.length > 0) {
      this.#batch ??= await this.#newBatch();
      const piece = rest.subarray(0, this.#batch.length - this.#filled);
      this.#batch.set(piece, this.#filled);
      this.#filled += piece.length;
      rest = rest.subarray(piece.length);
      if (this.#filled === this.#batch.length) await this.#startWrite(this.#takeBatch(this.#batch));
    }
    release?.();
  }

  /**
   * Finishes the blob. Nothing may refer to it before `durable` resolves; if that rejects, the blob is
   * removed.
   */
  seal(): SealedBlob {
    if (this.#batch !== undefined) this.#sums.update(this.#batch.subarray(0, this.#filled));
    const table = this.#sums.finish();
    const durable = this.#makeDurable(table);
    // The caller awaits `durable` when it commits. Until then a rejection must not count as unhandled.
    durable.catch(() => undefined);
    return { sums: tableHash(table), durable };
  }

  async discard(): Promise<void> {
    const { handle, file } = this.#parts;
    await this.#running?.catch(() => undefined);
    if (this.#batch !== undefined) this.#blocks.release(this.#batch);
    this.#batch = undefined;
    await handle.close();
    await removeIfThere(file);
  }

  /** Syncs file and folder in parallel, because they share a commit of the file system's journal. */
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
    const { handle } = this.#parts;
    const batch = this.#batch;
    this.#batch = undefined;
    try {
      await this.#running;
      if (batch !== undefined) await writeAll(handle, batch.subarray(0, this.#filled));
      await writeAll(handle, table);
    } finally {
      if (batch !== undefined) this.#blocks.release(batch);
    }
  }

  async #newBatch(): Promise<Buffer> {
    const batch = this.#blocks.acquire();
    if (batch !== undefined) return batch;
    await this.#running;
    return defined(this.#blocks.acquire(), 'the first block of a writer was not available');
  }

  #takeBatch(bytes: Buffer): Batch {
    this.#batch = undefined;
    this.#filled = 0;
    return { bytes, release: () => this.#blocks.release(bytes) };
  }

  async #startWrite(batch: Batch): Promise<void> {
    this.#sums.update(batch.bytes);
    try {
      await this.#running;
    } catch (error) {
      batch.release();
      throw error;
    }
    this.#running = this.#write(batch);
    // The next call awaits this promise. Until then a rejection must not count as unhandled.
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
