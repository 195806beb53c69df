import { setTimeout as sleep } from 'node:timers/promises';
import { assert } from '@coffer/kit';
import { DatabaseError } from 'pg';
import type { Db, Tx } from './db.ts';

const TRIES_MAX = 5;
/** `serialization_failure` and `deadlock_detected`. */
const AGAIN = new Set(['40001', '40P01']);

const listenersOf = new WeakMap<Db, () => void>();

/** Each database has one listener. It is not called after transactions that changed nothing. */
export function onCommit(db: Db, listener: () => void): void {
  listenersOf.set(db, listener);
}

const unchangedBy = new WeakSet<Tx>();

/**
 * Marks a transaction that locked rows but changed none. Without this, its commit would wake every page and all
 * background work.
 */
export function changedNothing(tx: Tx): void {
  unchangedBy.add(tx);
}

const keptOnError = new WeakSet<Tx>();

/** Commits the transaction even if `work` returns an error, for example to count a wrong try. */
export function keepOnError(tx: Tx): void {
  keptOnError.add(tx);
}

type LastStep = (tx: Tx) => Promise<void>;

const lastStepsOf = new WeakMap<Tx, Set<LastStep>>();

/** Runs `step` once, right before the commit. For locks that every transaction has to take last. */
export function beforeCommit(tx: Tx, step: LastStep): void {
  const steps = lastStepsOf.get(tx);
  assert(steps !== undefined, 'beforeCommit was called outside inTransaction');
  steps.add(step);
}

/**
 * Retries conflicts up to 5 times, and rolls back if `work` throws or returns an error. `work` must have no effects
 * outside the database.
 * @see https://www.postgresql.org/docs/current/mvcc-serialization-failure-handling.html
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  assert(!db.isTransaction, 'inTransaction was called within a transaction');
  for (let tries = 1; ; tries += 1) {
    try {
      return await runOnce(db, work);
    } catch (error) {
      if (tries >= TRIES_MAX || !asksForAnotherTry(error)) throw error;
      await sleep(Math.random() * 10 * 2 ** tries);
    }
  }
}

/** Makes the driver roll back. */
class RollBack extends Error {}

async function runOnce<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let refused: { readonly result: T } | undefined;
  try {
    const { result, isChanged } = await db.transaction().execute(async (tx) => {
      const steps = new Set<LastStep>();
      lastStepsOf.set(tx, steps);
      const done = await work(tx);
      if (isError(done) && !keptOnError.has(tx)) {
        refused = { result: done };
        throw new RollBack();
      }
      for (const step of steps) await step(tx);
      return { result: done, isChanged: !unchangedBy.has(tx) };
    });
    if (isChanged) listenersOf.get(db)?.();
    return result;
  } catch (error) {
    if (error instanceof RollBack && refused !== undefined) return refused.result;
    throw error;
  }
}

/** Whether it is a `Result` with an error. */
function isError(result: unknown): boolean {
  return typeof result === 'object' && result !== null && 'ok' in result && result.ok === false;
}

/** Runs `read` in a snapshot, for example for a count and a page that must agree. */
export async function inSnapshot<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}

function asksForAnotherTry(error: unknown): boolean {
  return error instanceof DatabaseError && AGAIN.has(error.code ?? '');
}
