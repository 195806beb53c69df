import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailure } from '../command-failure.ts';
import { fileErrorMessage } from './file-errors.ts';
import { isOwnName } from './local-name.ts';

export interface LocalEntry {
  readonly kind: 'file' | 'folder';
  /** Path below the folder that was walked, as names. */
  readonly path: readonly string[];
  readonly absolute: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** When content or attributes last changed (ctime). Unlike `modifiedMs`, programs cannot set it. */
  readonly changedMs: number;
}

export interface LeftOut {
  readonly path: readonly string[];
  readonly reason: string;
  /** Whether the item could not be read. False for links and devices, which are never uploaded. */
  readonly isFailure: boolean;
}

export interface Walked {
  readonly entries: readonly LocalEntry[];
  readonly leftOut: readonly LeftOut[];
}

/** Lists everything below a folder, each folder before its contents. Does not follow symbolic links. */
export async function walk(root: string, signal: AbortSignal): Promise<Walked> {
  const entries: LocalEntry[] = [];
  const leftOut: LeftOut[] = [];
  const folders: (readonly string[])[] = [[]];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    signal.throwIfAborted();
    const names = await readNames(root, folder, leftOut);
    for (const name of names.toSorted()) {
      if (isOwnName(name)) continue;
      const path = [...folder, name];
      const entry = await readEntry(root, path);
      if ('reason' in entry) leftOut.push(entry);
      else entries.push(entry);
      if (!('reason' in entry) && entry.kind === 'folder') folders.push(path);
    }
  }
  return { entries, leftOut };
}

async function readNames(
  root: string,
  folder: readonly string[],
  leftOut: LeftOut[],
): Promise<readonly string[]> {
  try {
    return await readdir(join(root, ...folder));
  } catch (error) {
    const reason = fileErrorMessage(error);
    if (reason === undefined || folder.length === 0) throw error;
    leftOut.push({ path: folder, reason, isFailure: true });
    return [];
  }
}

async function readEntry(root: string, path: readonly string[]): Promise<LocalEntry | LeftOut> {
  try {
    return await readLocal(join(root, ...path), path);
  } catch (error) {
    if (error instanceof CommandFailure) return { path, reason: error.message, isFailure: false };
    const reason = fileErrorMessage(error);
    if (reason === undefined) throw error;
    return { path, reason, isFailure: true };
  }
}

export async function readLocal(absolute: string, path: readonly string[]): Promise<LocalEntry> {
  const found = await lstat(absolute);
  const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : undefined;
  if (found.isSymbolicLink()) throw new CommandFailure('symbolic links aren’t followed');
  if (kind === undefined) throw new CommandFailure('it is neither a file nor a folder');
  return {
    kind,
    path,
    absolute,
    sizeBytes: found.size,
    modifiedMs: Math.trunc(found.mtimeMs),
    changedMs: Math.trunc(found.ctimeMs),
  };
}
