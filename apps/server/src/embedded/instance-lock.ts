import { DatabaseSync } from 'node:sqlite';
import { err, ok, type Result } from '@coffer/kit';

/** A lock of the operating system, released when the process ends for any reason. */
export interface InstanceLock {
  release(): void;
}

export type InstanceLockError =
  | { readonly code: 'held' }
  | { readonly code: 'full' }
  | { readonly code: 'unusable'; readonly reason: string };

/** Primary result codes. @see https://www.sqlite.org/rescode.html */
const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

/**
 * Locks through SQLite, because Node.js offers no file lock. Locks by file existence or process id fail after crashes
 * and in containers, where ids repeat. The file stays empty.
 * @see https://www.sqlite.org/lockingv3.html
 */
export function takeInstanceLock(path: string): Result<InstanceLock, InstanceLockError> {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: 0 });
    database.exec('pragma journal_mode = memory; begin exclusive');
    const held = database;
    return ok({ release: () => held.close() });
  } catch (error) {
    database?.close();
    if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') throw error;
    const primary = error.errcode & 0xff;
    if (primary === SQLITE_BUSY) return err({ code: 'held' });
    if (primary === SQLITE_FULL) return err({ code: 'full' });
    return err({ code: 'unusable', reason: error.message });
  }
}
