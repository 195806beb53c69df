import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Tx } from '../../platform/db/db.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { hashSecret, isSecret, poll, poolUnavailable } from '../session/index.ts';
import { type AttemptRow, ENDED, TRIES_MAX } from './model.ts';
import { recordRefusal } from './record-refusal.ts';
import { lockAttempt, updateAttempt } from './store/attempts.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool'>;
type Find<T> = (tx: Tx, username: string) => Promise<T | undefined>;

/**
 * Accepts another code instead of the authenticator's; `find` returns what the code belongs to. The fifth wrong try
 * ends the attempt. Waits for an answer that the pool is judging, and the row lock serializes concurrent tries.
 */
export async function takeCodeTry<T>(
  services: Needs,
  attemptSecret: string | undefined,
  find: Find<T>,
): Outcome<{ readonly username: string; readonly found: T }, Failure> {
  if (!isSecret(attemptSecret)) return err({ code: 'challenge_expired' });
  const id = hashSecret(attemptSecret);
  const turn = await poll(async () => await takeTurn(services, id, find));
  if (turn === undefined) return err(poolUnavailable());
  const { attempt } = turn;
  if (attempt === undefined) return err({ code: 'challenge_expired' });
  if (turn.found !== undefined) return ok({ username: attempt.pool_username, found: turn.found });
  await recordRefusal(services, attempt);
  const left = TRIES_MAX - attempt.tries - 1;
  return left === 0
    ? err({ code: 'challenge_expired' })
    : err({ code: 'challenge_failed', facts: { tries_left: left } });
}

interface Turn<T> {
  /** Undefined if it takes no code. */
  readonly attempt: AttemptRow | undefined;
  readonly found: T | undefined;
}

/** Tries a code and counts a wrong one. Undefined while another request calls the pool. [Note: Claims] */
async function takeTurn<T>(services: Needs, id: string, find: Find<T>): Promise<Turn<T> | undefined> {
  return await inTransaction(services.db, async (tx): Promise<Turn<T> | undefined> => {
    const now = services.clock.now();
    const attempt = await lockAttempt(tx, { id, now });
    if (attempt?.step !== 'SOFTWARE_TOKEN_MFA') return { attempt: undefined, found: undefined };
    if (attempt.claimed_until !== null && attempt.claimed_until > now) return undefined;
    const found = await find(tx, attempt.pool_username);
    if (found !== undefined) return { attempt, found };
    const tries = attempt.tries + 1;
    const isOver = tries >= TRIES_MAX;
    await updateAttempt(tx, id, { tries, ...(isOver ? { step: ENDED, poolSessionSealed: null } : {}) });
    return { attempt, found };
  });
}
