import { type FileHandle, open } from 'node:fs/promises';

const OPEN_MAX = 1024;

/**
 * Syncs names in folders that are never removed. Folders stay open, and waiting writers share the next sync,
 * because the running one may have started before their name existed.
 */
export class FolderSyncs {
  readonly #syncFile: (handle: FileHandle) => Promise<void>;
  readonly #open = new Map<string, Promise<FileHandle>>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, Promise<void>>();

  constructor(syncFile: (handle: FileHandle) => Promise<void>) {
    this.#syncFile = syncFile;
  }

  sync(path: string): Promise<void> {
    const running = this.#running.get(path);
    if (running === undefined) return this.#begin(path);
    const known = this.#waiting.get(path);
    if (known !== undefined) return known;
    const begin = (): Promise<void> => {
      this.#waiting.delete(path);
      return this.#begin(path);
    };
    const waiting = running.then(begin, begin);
    this.#waiting.set(path, waiting);
    return waiting;
  }

  async close(): Promise<void> {
    const handles = await Promise.allSettled(this.#open.values());
    this.#open.clear();
    for (const handle of handles) if (handle.status === 'fulfilled') await handle.value.close();
  }

  #begin(path: string): Promise<void> {
    const running = this.#syncNow(path).finally(() => {
      if (this.#running.get(path) === running) this.#running.delete(path);
    });
    this.#running.set(path, running);
    return running;
  }

  async #syncNow(path: string): Promise<void> {
    if (!this.#open.has(path) && this.#open.size >= OPEN_MAX) return syncOnce(path, this.#syncFile);
    await this.#syncFile(await this.#handleOf(path));
  }

  #handleOf(path: string): Promise<FileHandle> {
    const known = this.#open.get(path);
    if (known !== undefined) return known;
    const opened = open(path, 'r');
    this.#open.set(path, opened);
    opened.catch(() => this.#open.delete(path));
    return opened;
  }
}

export async function syncOnce(path: string, syncFile: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await syncFile(handle);
  } finally {
    await handle.close();
  }
}
