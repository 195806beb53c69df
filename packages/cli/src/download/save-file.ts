import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailure } from '../command-failure.ts';
import type { Context } from '../context.ts';
import { errorCodeOf } from '../local/file-errors.ts';
import { hashFile } from '../local/hash-file.ts';
import { placeNew, placeNumbered, placeOver } from '../local/place-file.ts';
import { isContent, type RemoteContent } from '../remote/contents.ts';
import { downloadBeside } from './download-file.ts';

export type IfTaken = 'fail' | 'rename' | 'replace' | 'skip';

export interface SavedFile {
  readonly content: RemoteContent;
  readonly modifiedAt: string;
  /** The target folder on the disk, and the name of the file in it. */
  readonly folder: string;
  readonly name: string;
}

export interface Saved {
  readonly outcome: 'downloaded' | 'unchanged' | 'skipped' | 'taken';
  readonly name: string;
}

/** Downloads one file to its target. A file that already has the same content is left unchanged. */
export async function saveFile(context: Context, file: SavedFile, ifTaken: IfTaken): Promise<Saved> {
  const { content, name } = file;
  const target = join(file.folder, name);
  const sizeOnDisk = await sizeOf(target);
  if (sizeOnDisk !== undefined && ifTaken === 'skip') return { outcome: 'skipped', name };
  if (sizeOnDisk === content.sizeBytes && (await hasContent(target, content, context.signal))) {
    context.progress.addBytes(content.sizeBytes);
    return { outcome: 'unchanged', name };
  }
  if (sizeOnDisk !== undefined && ifTaken === 'fail') return { outcome: 'taken', name };
  const path = await downloadBeside(context, file);
  if (ifTaken === 'replace') {
    await placeOver(path, target);
    return { outcome: 'downloaded', name };
  }
  if (await placeNew(path, target)) return { outcome: 'downloaded', name };
  if (ifTaken === 'rename') return { outcome: 'downloaded', name: await placeNumbered(path, target) };
  await rm(path);
  return { outcome: 'taken', name };
}

async function hasContent(path: string, content: RemoteContent, signal: AbortSignal): Promise<boolean> {
  return isContent(await hashFile(path, content.partSizeBytes, signal), content);
}

/** Size of an existing file. Undefined if the path is free; throws for folders and symbolic links. */
async function sizeOf(path: string): Promise<number | undefined> {
  try {
    const found = await lstat(path);
    if (!found.isFile()) throw new CommandFailure('a folder or a symbolic link has this name.');
    return found.size;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
