import { constants } from 'node:fs';
import { access, link, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { numberedName } from '@coffer/contracts';
import { errorCodeOf } from './file-errors.ts';

/** Moves the file to a free name. Returns false and changes nothing if the name is taken. */
export async function placeNew(path: string, target: string): Promise<boolean> {
  try {
    // Not a rename, which would replace a file that somebody creates at this moment.
    await link(path, target);
  } catch (error) {
    const code = errorCodeOf(error);
    if (code === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(code ?? '')) throw error;
    return await placeWithoutLinks(path, target);
  }
  await rm(path);
  return true;
}

/** For file systems without hard links, such as FAT. */
async function placeWithoutLinks(path: string, target: string): Promise<boolean> {
  try {
    await access(target, constants.F_OK);
    return false;
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT') throw error;
  }
  await rename(path, target);
  return true;
}

/** Moves the file to the first free numbered name, and returns that path. */
export async function placeNumbered(path: string, target: string): Promise<string> {
  for (let number = 2; ; number += 1) {
    const numbered = join(dirname(target), numberedName(basename(target), number));
    if (await placeNew(path, numbered)) return basename(numbered);
  }
}

export async function placeOver(path: string, target: string): Promise<void> {
  await rename(path, target);
}
