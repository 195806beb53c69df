import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assert } from '@coffer/kit';
import { FolderSyncs, syncOnce } from './folder-syncs.ts';

/**
 * A blob is written under a new name and synced. Its manifest is then written to a temporary file, synced and
 * renamed: that rename, with a sync of the folder, is the only commit point.
 */
export interface Durable {
  /** Syncs a file's content. Throws {@link NoSpace}; any other failure stops the store for good. */
  syncFile(handle: FileHandle): Promise<void>;
  /**
   * Overwrites bytes of a file durably. Throws NoSpace or a system error if nothing has changed yet; later errors are
   * disk failures.
   */
  overwrite(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void>;
  syncFolder(path: string): Promise<void>;
  createFolder(path: string): Promise<void>;
  ensureFolder(path: string): Promise<void>;
  /** Replaces a file atomically once `ready` resolves. Everything that `content` refers to must be durable by then. */
  commitFile(path: string, content: FileContent, ready?: Promise<void>): Promise<void>;
  removeFile(path: string): Promise<boolean>;
  close(): Promise<void>;
  /** Whether the disk has failed. From then on, memory and disk may differ. */
  hasFailed(): boolean;
}

export type FileContent = string | Uint8Array;

export class NoSpace extends Error {
  override readonly name = 'NoSpace';
}

/** A sync failed. The state on the disk is unknown, so the store must stop. */
export class DiskFailure extends Error {
  override readonly name = 'DiskFailure';
}

export interface DurableOptions {
  readonly onFailure: (error: DiskFailure) => void;
  readonly syncData?: (handle: FileHandle) => Promise<void>;
}

interface Syncs extends Pick<Durable, 'syncFile' | 'hasFailed'> {
  /** For steps after a commit point: any error there is a disk failure. */
  readonly orFail: (rest: () => Promise<void>) => Promise<void>;
}

function createSyncs({ onFailure, syncData = (handle) => handle.datasync() }: DurableOptions): Syncs {
  let failure: DiskFailure | undefined;
  // Never retry a failed sync: the kernel may have dropped the dirty pages and would report success.
  const fail = (error: unknown): never => {
    failure = new DiskFailure('the disk failed to make data durable', { cause: error });
    onFailure(failure);
    throw failure;
  };
  const syncFile = async (handle: FileHandle): Promise<void> => {
    if (failure !== undefined) throw failure;
    try {
      await mapNoSpace(syncData(handle));
    } catch (error) {
      if (error instanceof NoSpace) throw error;
      fail(error);
    }
  };
  const orFail: Syncs['orFail'] = async (rest) => {
    try {
      await rest();
    } catch (error) {
      if (error instanceof DiskFailure) throw error;
      fail(error);
    }
  };
  return { syncFile, orFail, hasFailed: () => failure !== undefined };
}

export function createDurable(options: DurableOptions): Durable {
  const { syncFile, orFail, hasFailed } = createSyncs(options);
  const folders = new Map<string, Promise<void>>();
  const shared = new FolderSyncs(syncFile);
  const syncFolder = async (path: string): Promise<void> => {
    // Windows cannot sync folders; NTFS journals their names.
    if (process.platform === 'win32') return;
    await (folders.has(path) ? shared.sync(path) : syncOnce(path, syncFile));
  };
  // A failure after the rename cannot be undone: the new name may or may not be durable.
  const syncCommitted = (path: string): Promise<void> => orFail(() => syncFolder(dirname(path)));
  const overwrite = async (handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> => {
    const { bytesWritten } = await mapNoSpace(handle.write(bytes, 0, bytes.length, position));
    await orFail(async () => {
      assert(bytesWritten === bytes.length, 'fewer bytes were overwritten than given');
      await syncFile(handle);
    });
  };
  const createFolder = async (path: string): Promise<void> => {
    await mapNoSpace(mkdir(path, { recursive: true }));
    await syncFolder(dirname(path));
  };
  const ensureFolder = (path: string): Promise<void> => {
    const known = folders.get(path);
    if (known !== undefined) return known;
    const created = createFolder(path);
    folders.set(path, created);
    created.catch(() => folders.delete(path));
    return created;
  };
  const commitFile = async (path: string, content: FileContent, ready?: Promise<void>): Promise<void> => {
    const temporary = join(dirname(path), `${randomUUID()}.tmp`);
    try {
      await allOrFirstError([writeDurably(temporary, content, syncFile), ready ?? Promise.resolve()]);
      await mapNoSpace(rename(temporary, path));
    } catch (error) {
      await removeIfThere(temporary);
      throw error;
    }
    await syncCommitted(path);
  };
  const removeFile = async (path: string): Promise<boolean> => {
    const wasThere = await removeIfThere(path);
    if (wasThere) await syncCommitted(path);
    return wasThere;
  };
  const close = (): Promise<void> => shared.close();
  return {
    syncFile,
    overwrite,
    syncFolder,
    createFolder,
    ensureFolder,
    commitFile,
    removeFile,
    hasFailed,
    close,
  };
}

async function writeDurably(
  path: string,
  content: FileContent,
  syncFile: Durable['syncFile'],
): Promise<void> {
  const handle = await mapNoSpace(open(path, 'wx'));
  try {
    await mapNoSpace(handle.writeFile(content));
    await syncFile(handle);
  } finally {
    await handle.close();
  }
}

export async function allOrFirstError(promises: readonly Promise<void>[]): Promise<void> {
  const settled = await Promise.allSettled(promises);
  const errors = settled.flatMap((each) => (each.status === 'rejected' ? [asError(each.reason)] : []));
  const worst = errors.find((error) => error instanceof DiskFailure) ?? errors[0];
  if (worst !== undefined) throw worst;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

export async function removeIfThere(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Maps the system's errors for a full disk to {@link NoSpace}. */
export async function mapNoSpace<T>(promise: Promise<T>): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    if (isNoSpace(error)) throw new NoSpace('no space', { cause: error });
    throw error;
  }
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function isNoSpace(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(errorCode(error) ?? '');
}
