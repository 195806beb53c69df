import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Spooled extends AsyncDisposable {
  /** Undefined if the body exceeded the limit. */
  readonly sizeBytes: number | undefined;
  read(): AsyncIterable<Uint8Array>;
}

/**
 * Stores a body of unknown length in a temporary file, because quota is reserved by length. The file is unlinked while
 * it is used, so a crash leaves nothing behind.
 */
export async function spool(bytes: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Spooled> {
  const file = await namelessFile();
  try {
    let sizeBytes = 0;
    for await (const chunk of bytes) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) break;
      await file.appendFile(chunk);
    }
    return {
      sizeBytes: sizeBytes > maxBytes ? undefined : sizeBytes,
      read: () => file.createReadStream({ start: 0, autoClose: false }),
      [Symbol.asyncDispose]: async () => await file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function namelessFile(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-dav-'));
  try {
    return await open(join(folder, 'body'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
