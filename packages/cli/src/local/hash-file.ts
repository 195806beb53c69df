import { createReadStream } from 'node:fs';
import { MIB } from '@coffer/kit';
import { type ContentSum, createContentHash } from './checksum.ts';

export async function hashFile(
  path: string,
  partSizeBytes: number,
  signal: AbortSignal,
): Promise<ContentSum> {
  const hash = createContentHash(partSizeBytes);
  for await (const piece of createReadStream(path, { highWaterMark: MIB, signal })) hash.update(piece);
  return hash.digest();
}
