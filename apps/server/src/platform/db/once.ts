import type { Result } from '@coffer/kit';
import type { Db, Tx } from './db.ts';
import { inTransaction } from './transaction.ts';

/**
 * Makes a call that creates something happen once, however often it is sent: its key is taken, and its answer kept, in the transaction of its
 * effect. A server that dies on the way leaves both or neither.
 */
export interface Once {
  /** Before anything else in the transaction. Throws where the call was made before; whoever gave this knows what to answer then. */
  readonly begin: (tx: Tx) => Promise<void>;
  /** What is answered to whoever asks again. Undefined for a call that was refused: it changed nothing, and may succeed the next time. */
  readonly keep: (db: Db | Tx, answer: unknown) => Promise<void>;
}

/** For a call without a key: it happens as often as it is sent. */
export const UNKEYED: Once = {
  begin: () => Promise.resolve(),
  keep: () => Promise.resolve(),
};

/** What a creating operation may be given beside its services. */
export interface MaybeOnce {
  readonly once?: Once;
}

/** Runs `work` in a transaction that makes it happen once. What it answers is what the call answers. */
export async function onceInTransaction<T, E>(
  { db, once = UNKEYED }: MaybeOnce & { readonly db: Db },
  work: (tx: Tx) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  return await inTransaction(db, async (tx) => {
    await once.begin(tx);
    const result = await work(tx);
    await once.keep(tx, result.ok ? result.value : undefined);
    return result;
  });
}
