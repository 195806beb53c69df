import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailure } from '../command-failure.ts';
import { errorCodeOf } from './file-errors.ts';
import { localNameIssue } from './local-name.ts';

/**
 * The path of a name below `root`, whose folders are made. Refuses names that lead elsewhere, and symbolic links on the
 * way: `root` alone was chosen by the person.
 */
export async function prepareFolder(root: string, names: readonly string[]): Promise<string> {
  for (const name of names) checkName(name);
  return await makeFolders(root, names);
}

/** For names of our own, and of this disk. */
export async function makeFolders(root: string, names: readonly string[]): Promise<string> {
  let path = root;
  for (const name of names) {
    path = join(path, name);
    await makeFolder(path);
  }
  return path;
}

export function checkName(name: string): void {
  const issue = localNameIssue(name);
  if (issue !== undefined) throw new CommandFailure(`${issue}.`);
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
    if (!(await lstat(path)).isDirectory())
      throw new CommandFailure('a file or a symbolic link is in the place of its folder.');
  }
}
