import type { Db, Tx } from '../../platform/db/db.ts';
import { hashSecret, isSecret } from '../session/index.ts';
import { deleteAttempt } from './store/attempts.ts';

/** Cancels an attempt. An answer that the pool is processing then gets no session. */
export async function cancelSignIn(
  { db }: { readonly db: Db | Tx },
  attemptSecret: string | undefined,
): Promise<void> {
  if (isSecret(attemptSecret)) await deleteAttempt(db, hashSecret(attemptSecret));
}
