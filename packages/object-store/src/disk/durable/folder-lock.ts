import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { err, ok, type Result } from '@coffer/kit';

export interface FolderLock {
  release(): void;
}

const SQLITE_BUSY = 5;
const LOOK_AGAIN_MS = 50;

/**
 * Locks `lockFile` with a lock of the operating system, which ends with the process. Node.js has no API for
 * file locks, so this is a transaction on an empty SQLite database.
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
