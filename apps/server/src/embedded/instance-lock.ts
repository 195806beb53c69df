import { DatabaseSync } from 'node:sqlite';
import { err, ok, type Result } from '@coffer/kit';

/** A lock that the operating system holds for this process, and lets go when the process ends for any reason. */
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
 * Takes the lock on `path`, or tells that another process has it.
 *
 * [Note: Lock through SQLite] Node.js offers no file lock, and every lock made of a file's existence or of a process id is fooled by a
 * crash, a restart of the machine or a container, where ids repeat. SQLite, which is part of Node.js, takes the kernel's own lock on
 * Linux and macOS alike. The file stays empty: nothing is ever written.
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
