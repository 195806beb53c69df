import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction, keepOnError } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { hashSecret, isSecret } from '../session/index.ts';
import { ENDED, TRIES_MAX } from './model.ts';
import { lockAttempt, updateAttempt } from './store/attempts.ts';

/**
 * Accepts another code instead of the authenticator's; `find` returns what the code belongs to. The fifth wrong try
 * ends the attempt, and the row lock serializes concurrent tries.
 */
export async function takeCodeTry<T>(
  services: Pick<Services, 'clock' | 'db'>,
  attemptSecret: string | undefined,
  find: (tx: Tx, username: string) => Promise<T | undefined>,
): Outcome<{ readonly username: string; readonly found: T }, Failure> {
  if (!isSecret(attemptSecret)) return err({ code: 'challenge_expired' });
  const id = hashSecret(attemptSecret);
  return await inTransaction(services.db, async (tx) => {
    const attempt = await lockAttempt(tx, { id, now: services.clock.now() });
    if (attempt?.step !== 'SOFTWARE_TOKEN_MFA') return err({ code: 'challenge_expired' });
    const found = await find(tx, attempt.pool_username);
    if (found !== undefined) return ok({ username: attempt.pool_username, found });
    const tries = attempt.tries + 1;
    const isOver = tries >= TRIES_MAX;
    keepOnError(tx);
    await updateAttempt(tx, id, { tries, ...(isOver ? { step: ENDED, poolSessionSealed: null } : {}) });
    return isOver
      ? err({ code: 'challenge_expired' })
      : err({ code: 'challenge_failed', facts: { tries_left: TRIES_MAX - tries } });
  });
}
