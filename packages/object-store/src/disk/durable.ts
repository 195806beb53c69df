import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assert } from '@coffer/kit';
import { FolderSyncs, syncOnce } from './folder-syncs.ts';

/**
 * [Note: One commit point] A blob is written once under a name that nothing refers to, and made durable. Then its
 * manifest is written beside its final place, made durable, and renamed over it: that rename, followed by a sync of
 * the folder, is the only moment at which anything becomes visible. A crash before it leaves litter; after it, an object.
 */
export interface Durable {
  /** Makes a file's content durable. Throws {@link NoSpace}, or stops the store for good on any other failure. */
  syncFile(handle: FileHandle): Promise<void>;
  /** Changes bytes of a file in place, durably. Throws NoSpace, or what the system says, while none is changed; what fails then is a failure of the disk. */
  overwrite(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void>;
  /** Makes the names in a folder durable. Throws as `syncFile` does. */
  syncFolder(path: string): Promise<void>;
  /** Creates a folder whose parent exists, durably. */
  createFolder(path: string): Promise<void>;
  /** The same, remembered: cheap when it was done before. For folders that are never removed. */
  ensureFolder(path: string): Promise<void>;
  /** Replaces the file at `path` by `content`, all or nothing, and not before `ready`: what it refers to must be durable then. */
  commitFile(path: string, content: FileContent, ready?: Promise<void>): Promise<void>;
  /** Removes the file at `path`, durably. True when it was there. */
  removeFile(path: string): Promise<boolean>;
  /** Lets go of the folders that were kept open. */
  close(): Promise<void>;
  /** True once the disk failed: memory and disk may differ from then on. */
  hasFailed(): boolean;
}

export type FileContent = string | Uint8Array;

/** The disk is full. Nothing was committed. */
export class NoSpace extends Error {
  override readonly name = 'NoSpace';
}

/** The disk failed to make data durable; what is on it can no longer be known, so the store must stop. */
export class DiskFailure extends Error {
  override readonly name = 'DiskFailure';
}

export interface DurableOptions {
  /** Called once, before {@link DiskFailure} is thrown for the first time. */
  readonly onFailure: (error: DiskFailure) => void;
  /** Takes the place of fdatasync, for tests of failing disks. */
  readonly syncData?: (handle: FileHandle) => Promise<void>;
}

interface Syncs extends Pick<Durable, 'syncFile' | 'hasFailed'> {
  /** For what stands behind a point of no return: whatever fails there is a failure of the disk. */
  readonly orFail: (rest: () => Promise<void>) => Promise<void>;
}

function createSyncs({ onFailure, syncData = (handle) => handle.datasync() }: DurableOptions): Syncs {
  let failure: DiskFailure | undefined;
  // A failed sync is never repeated: the kernel may have dropped the dirty pages and would then report success.
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
    // Windows has no handle for the names in a folder; NTFS journals them itself.
    if (process.platform === 'win32') return;
    // A folder that is never removed may stay open.
    await (folders.has(path) ? shared.sync(path) : syncOnce(path, syncFile));
  };
  // Behind the commit point there is no way back: a name may or may not last.
  const syncCommitted = (path: string): Promise<void> => orFail(() => syncFolder(dirname(path)));
  const overwrite = async (handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> => {
    const { bytesWritten } = await mapNoSpace(handle.write(bytes, 0, bytes.length, position));
    await orFail(async () => {
      assert(bytesWritten === bytes.length, 'what is there already has its room');
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

/** Waits for all, whatever becomes of them; then throws the first error, that of a failed disk before any other. */
export async function allOrFirstError(promises: readonly Promise<void>[]): Promise<void> {
  const settled = await Promise.allSettled(promises);
  const errors = settled.flatMap((each) => (each.status === 'rejected' ? [asError(each.reason)] : []));
  const worst = errors.find((error) => error instanceof DiskFailure) ?? errors[0];
  if (worst !== undefined) throw worst;
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/** Removes a file; true when it was there. Not durable by itself. */
export async function removeIfThere(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

/** Turns the system's ways of saying "full" into {@link NoSpace}. */
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
