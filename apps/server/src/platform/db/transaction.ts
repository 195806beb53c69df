import { setTimeout as sleep } from 'node:timers/promises';
import { assert } from '@coffer/kit';
import { DatabaseError } from 'pg';
import type { Db, Tx } from './db.ts';

const TRIES_MAX = 5;
/** `serialization_failure` and `deadlock_detected`: the database undid the transaction and asks for another try. */
const AGAIN = new Set(['40001', '40P01']);

/**
 * Runs `work` in a transaction, and again when the database asks for it (5 times at most, with a growing random pause). `work` must
 * have no effect outside the database. An exception undoes everything.
 * @see https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  assert(!db.isTransaction, 'transactions do not nest');
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tries >= TRIES_MAX || !asksForAnotherTry(error)) throw error;
      await sleep(Math.random() * 10 * 2 ** tries);
    }
  }
}

/**
 * Reads everything as it is at one moment. A page that is found from the far end by a count needs it: between the two an entry may
 * come, and the page would miss another one.
 */
export async function inSnapshot<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

function asksForAnotherTry(error: unknown): boolean {
  return error instanceof DatabaseError && AGAIN.has(error.code ?? '');
}
