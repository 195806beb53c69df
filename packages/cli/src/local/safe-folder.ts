import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailure } from '../command-failure.ts';
import { errorCodeOf } from './file-errors.ts';
import { localNameIssue } from './local-name.ts';

/**
 * Creates the folders `names` below `root` and returns their path. Refuses names that lead elsewhere, and symbolic
 * links below `root`; only `root` was chosen by the person.
 */
export async function prepareFolder(root: string, names: readonly string[]): Promise<string> {
  for (const name of names) checkName(name);
  return await makeFolders(root, names);
}

/** Like `prepareFolder`, for names that we or this disk chose. */
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
