import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, type Result } from '@coffer/kit';

/** Holds a folder for one process. */
export interface FolderLock {
  release(): void;
}

const SQLITE_BUSY = 5;
const LOOK_AGAIN_MS = 50;

/**
 * Locks `lockFile` with the operating system's own file lock, which ends with the process however it dies, so there is
 * no stale lock to judge. Node.js has no binding for file locks; SQLite takes one when it opens a transaction, works the
 * same on every system, and is part of Node.js. Nothing is ever stored in the file. Fails with `locked`.
 * @see https://www.sqlite.org/lockingv3.html
 */
export function lockFolder(lockFile: string): Result<FolderLock, 'locked'> {
  const database = new DatabaseSync(lockFile, { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return err('locked');
    throw error;
  }
  return ok({ release: () => database.close() });
}

/** The same, after as much as `timeoutMs` of waiting for the process that holds it. */
export async function waitForFolder(
  lockFile: string,
  timeoutMs: number,
): Promise<Result<FolderLock, 'locked'>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const lock = lockFolder(lockFile);
    if (lock.ok || performance.now() >= deadline) return lock;
    await sleep(LOOK_AGAIN_MS);
  }
}
