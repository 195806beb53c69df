import { constants } from 'node:fs';
import { access, link, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { numberedName } from '@coffer/contracts';
import { errorCodeOf } from './file-errors.ts';

/** False if the name is taken, and then nothing has changed. */
export async function placeNew(path: string, target: string): Promise<boolean> {
  try {
    // A rename would replace what somebody puts there in this moment.
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

/** Some file systems, such as FAT, have no links. */
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

/** The name that it got. */
export async function placeNumbered(path: string, target: string): Promise<string> {
  for (let number = 2; ; number += 1) {
    const numbered = join(dirname(target), numberedName(basename(target), number));
    if (await placeNew(path, numbered)) return basename(numbered);
  }
}

export async function placeOver(path: string, target: string): Promise<void> {
  await rename(path, target);
}
