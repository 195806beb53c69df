import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { MIB } from '@coffer/kit';
import { ApiFailure } from '../api/api-failure.ts';
import type { Context } from '../context.ts';
import { type ContentHash, createContentHash } from '../local/checksum.ts';
import { unfinishedName } from '../local/local-name.ts';
import { isContent, type RemoteContent } from '../remote/contents.ts';
import { readBytes } from './read-bytes.ts';

export interface Download {
  readonly content: RemoteContent;
  readonly modifiedAt: string;
  readonly folder: string;
  readonly name: string;
}

/**
 * Downloads a version under a temporary name in its target folder. Returns that path once the bytes are on disk and
 * verified; a later run resumes the download.
 */
export async function downloadBeside(context: Context, download: Download): Promise<string> {
  const { folder, name, content } = download;
  const path = join(folder, unfinishedName(name, content.versionId));
  const file = await openUnfinished(path);
  try {
    if (!(await receive(context, file, download))) {
      // What an earlier run left may be damaged, so start again.
      await file.truncate(0);
      if (!(await receive(context, file, download))) {
        await rm(path, { force: true });
        throw new ApiFailure('checksum_mismatch');
      }
    }
    const modified = new Date(download.modifiedAt);
    await file.utimes(modified, modified);
    await file.sync();
  } finally {
    await file.close();
  }
  return path;
}

async function openUnfinished(path: string): Promise<FileHandle> {
  // Somebody else could have replaced only the last name by a symbolic link, so the link is not followed.
  const flags = constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
  const file = await open(path, flags, 0o666);
  if ((await file.stat()).nlink <= 1) return file;
  // A second link means that an earlier run was killed while it placed the file: these bytes are the person's own file.
  await file.close();
  await rm(path);
  return await open(path, flags | constants.O_EXCL, 0o666);
}

/** False if the bytes are not those of the version. */
async function receive(context: Context, file: FileHandle, { content }: Download): Promise<boolean> {
  const { progress } = context;
  const hash = createContentHash(content.partSizeBytes);
  let at = await hashExisting(file, hash, content.sizeBytes);
  progress.addBytes(at);
  let received = at;
  try {
    for await (const piece of readBytes(context, content, at)) {
      await writeAll(file, piece, at);
      hash.update(piece);
      at += piece.length;
      received += piece.length;
      progress.addBytes(piece.length);
    }
  } catch (error) {
    progress.addBytes(-received);
    throw error;
  }
  const isWhole = isContent(hash.digest(), content);
  if (!isWhole) progress.addBytes(-received);
  return isWhole;
}

async function hashExisting(file: FileHandle, hash: ContentHash, sizeBytes: number): Promise<number> {
  if ((await file.stat()).size > sizeBytes) await file.truncate(0);
  const piece = Buffer.allocUnsafe(MIB);
  let at = 0;
  for (;;) {
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) return at;
    hash.update(piece.subarray(0, bytesRead));
    at += bytesRead;
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array, from: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, from + at);
    at += bytesWritten;
  }
}
