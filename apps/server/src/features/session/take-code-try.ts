import { err, ok } from '@coffer/kit';
import type { Failure } from '../../http/route.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Outcome, Services } from '../../services.ts';
import { ENDED, TRIES_MAX } from './model.ts';
import { hashSecret, isSecret } from './secrets.ts';
import { lockAttempt, settleAttempt } from './store/attempts.ts';

/**
 * One try of a code that stands in for the authenticator's, by somebody whose sign-in waits for that one. `find` says whom the code
 * belongs to. A wrong try counts like a wrong code of the authenticator: the fifth ends the attempt. The row is locked meanwhile, so
 * that tries side by side are counted one after another.
 */
export async function takeCodeTry<T>(
  services: Pick<Services, 'clock' | 'db'>,
  attemptSecret: string | undefined,
  find: (username: string) => Promise<T | undefined>,
): Outcome<{ readonly username: string; readonly found: T }, Failure> {
  if (!isSecret(attemptSecret)) return err({ code: 'challenge_expired' });
  const id = hashSecret(attemptSecret);
  return await inTransaction(services.db, async (tx) => {
    const attempt = await lockAttempt(tx, { id, now: services.clock.now() });
    if (attempt?.step !== 'SOFTWARE_TOKEN_MFA') return err({ code: 'challenge_expired' });
    const found = await find(attempt.pool_username);
    if (found !== undefined) return ok({ username: attempt.pool_username, found });
    const tries = attempt.tries + 1;
    const isOver = tries >= TRIES_MAX;
    await settleAttempt(tx, id, { tries, ...(isOver ? { step: ENDED, poolSessionSealed: null } : {}) });
    return isOver
      ? err({ code: 'challenge_expired' })
      : err({ code: 'challenge_failed', facts: { tries_left: TRIES_MAX - tries } });
  });
}
