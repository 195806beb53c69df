import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A crash leaves the old content or the new one. Flushes to the disk. */
export async function writeAtomically(path: string, content: string): Promise<void> {
  const unfinished = `${path}.unfinished`;
  await rm(unfinished, { force: true });
  const file = await open(unfinished, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  const folder = await open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
