import type { Result } from '@coffer/kit';
import type { Db, Tx } from './db.ts';
import { inSpaceTransaction } from './space-transaction.ts';

/** Idempotency: key and answer are stored in the same transaction as the effect. */
export interface Once {
  /** Call this first in the transaction. Throws if the key was already used. */
  readonly begin: (tx: Tx) => Promise<void>;
  /** An undefined answer frees the key of a refused call, so that the call may be repeated. */
  readonly keep: (db: Db | Tx, answer: unknown) => Promise<void>;
}

export const UNKEYED: Once = {
  begin: () => Promise.resolve(),
  keep: () => Promise.resolve(),
};

export interface MaybeOnce {
  readonly once?: Once;
}

export async function onceInTransaction<T, E>(
  { db, once = UNKEYED, spaceId }: MaybeOnce & { readonly db: Db; readonly spaceId?: string | undefined },
  work: (tx: Tx) => Promise<Result<T, E>>,
): Promise<Result<T, E>> {
  return await inSpaceTransaction(db, spaceId, async (tx) => {
    await once.begin(tx);
    const result = await work(tx);
    await once.keep(tx, result.ok ? result.value : undefined);
    return result;
  });
}
