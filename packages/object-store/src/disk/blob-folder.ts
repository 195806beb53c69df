import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, type FileHandle, link, open } from 'node:fs/promises';
import { defined, KIB } from '@coffer/kit';
import { BlockSums, tableHash } from './block-sums.ts';
import { allOrFirstError, type Durable, errorCode, mapNoSpace, removeIfThere } from './durable.ts';
import type { Layout } from './layout.ts';

/** Small enough that the disk begins early: with batches of 1 MiB, the sync at the end waits twice as long. */
const BATCH_BYTES = 256 * KIB;
const BATCH_CHUNKS_MAX = 512;

/** The bytes of the store: files that are written once, never changed, and named by nobody but us. */
export class BlobFolder {
  readonly #layout: Layout;
  readonly #durable: Durable;

  constructor(layout: Layout, durable: Durable) {
    this.#layout = layout;
    this.#durable = durable;
  }

  /** A new blob. End it with `seal` or `discard`, one of them exactly. Throws NoSpace. */
  async create(): Promise<BlobWriter> {
    const id = randomBytes(16).toString('hex');
    const { folder, file } = this.#layout.blob(id);
    await this.#durable.ensureFolder(folder);
    const handle = await mapNoSpace(open(file, 'wx'));
    return new BlobWriter({ id, file, folder, handle, durable: this.#durable });
  }

  async open(id: string): Promise<FileHandle> {
    return open(this.#layout.blob(id).file, 'r');
  }

  /**
   * New blobs with the content of others, durably, without copying a byte where the file system can give a file a second
   * name. Each name is removed on its own, so neither owner knows of the other. Throws NoSpace; then there are none.
   */
  async duplicate(ids: readonly string[]): Promise<readonly string[]> {
    const copies = ids.map(() => randomBytes(16).toString('hex'));
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
}

/** Collects chunks and writes them in large batches, one write at a time, while the next batch comes in. */
export class BlobWriter {
  readonly id: string;
  readonly #parts: BlobWriterParts;
  #batch: Uint8Array[] = [];
  #batchBytes = 0;
  #running: Promise<void> | undefined;
  readonly #sums = new BlockSums();

  constructor(parts: BlobWriterParts) {
    this.id = parts.id;
    this.#parts = parts;
  }

  /** Takes a chunk over; waits only while the disk is more than one batch behind. */
  async append(chunk: Uint8Array): Promise<void> {
    this.#sums.update(chunk);
    this.#batch.push(chunk);
    this.#batchBytes += chunk.length;
    if (this.#batchBytes >= BATCH_BYTES || this.#batch.length >= BATCH_CHUNKS_MAX) await this.#startWrite();
  }

  /**
   * Ends the blob. Making it durable, name included, goes on behind: nothing may refer to it before `durable` resolves. When that
   * rejects, the blob is gone.
   */
  seal(): SealedBlob {
    const table = this.#sums.finish();
    if (table.length > 0) this.#batch.push(table);
    const durable = this.#makeDurable();
    // Awaited by whoever commits; until then its failure must not count as unhandled.
    durable.catch(() => undefined);
    return { sums: tableHash(table), durable };
  }

  /** Gives the blob up and frees its space. */
  async discard(): Promise<void> {
    const { handle, file } = this.#parts;
    await this.#running?.catch(() => undefined);
    await handle.close();
    await removeIfThere(file);
  }

  /** File and folder at once: they share a commit of the file system's journal. */
  async #makeDurable(): Promise<void> {
    const { handle, durable, folder, file } = this.#parts;
    const write = async (): Promise<void> => {
      try {
        await this.#startWrite();
        await this.#running;
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

  async #startWrite(): Promise<void> {
    await this.#running;
    if (this.#batch.length === 0) return;
    this.#running = writeAll(this.#parts.handle, this.#batch);
    // Awaited by the next call; until then its failure must not count as unhandled.
    this.#running.catch(() => undefined);
    this.#batch = [];
    this.#batchBytes = 0;
  }
}

async function writeAll(handle: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  let rest = chunks;
  while (rest.length > 0) {
    const { bytesWritten } = await mapNoSpace(handle.writev(rest));
    rest = dropBytes(rest, bytesWritten);
  }
}

function dropBytes(chunks: readonly Uint8Array[], count: number): readonly Uint8Array[] {
  let skipped = 0;
  for (const [i, chunk] of chunks.entries()) {
    if (skipped + chunk.length > count) return [chunk.subarray(count - skipped), ...chunks.slice(i + 1)];
    skipped += chunk.length;
  }
  return [];
}
