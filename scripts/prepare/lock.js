import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './say.js';

const WAIT_MAX_MS = 15 * 60 * 1000;
const ASK_EVERY_MS = 200;
/** Primary result code. @see https://www.sqlite.org/rescode.html */
const SQLITE_BUSY = 5;

/**
 * Runs the task while no other process prepares this folder, or after 15 minutes in any case.
 *
 * @template T
 * @param {string} root
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
export async function withLock(root, task) {
  mkdirSync(join(root, '.cache'), { recursive: true });
  const path = join(root, '.cache', 'prepare.lock');
  const untilMs = performance.now() + WAIT_MAX_MS;
  let release = take(path);
  if (release === undefined) say('Another process sets up this folder. Waiting for it ...');
  while (release === undefined && performance.now() < untilMs) {
    await sleep(ASK_EVERY_MS);
    release = take(path);
  }
  try {
    return await task();
  } finally {
    release?.();
  }
}

/**
 * SQLite locks like the operating system does: the lock ends with its process. An older Node.js has no SQLite, and some
 * file systems no locks; there nothing is locked.
 *
 * @param {string} path
 * @returns {(() => void) | undefined} Undefined if another process has the lock.
 */
function take(path) {
  const sqlite = process.getBuiltinModule('node:sqlite');
  if (sqlite === undefined) return () => undefined;
  try {
    const database = new sqlite.DatabaseSync(path);
    try {
      database.exec('pragma journal_mode = memory; begin exclusive');
      return () => database.close();
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof Error) || !('errcode' in error)) throw error;
    return (Number(error.errcode) & 0xff) === SQLITE_BUSY ? undefined : () => undefined;
  }
}
