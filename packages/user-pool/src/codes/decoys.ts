import { randomInt } from 'node:crypto';
import { inventUser } from '../accounts/names.ts';
import { queueDecoy } from '../delivery/queue.ts';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import type { Tx } from '../store/database.ts';
import type { Pool } from '../store/pools.ts';
import { type CodeDeliveryDetails, type CodeOutcome, describeDecoy, issueCode } from './codes.ts';

/**
 * Answers as if a code had been sent, with the same work: a code is kept, which nobody knows, and a message is sealed,
 * which nobody gets. `subject` is whom the code is kept for: the made-up user of the name, or a real one who must not be
 * told apart from it.
 */
export async function pretendToSend(
  deps: Pick<Deps, 'vault' | 'clock'>,
  tx: Tx,
  pretence: {
    readonly pool: Pool;
    readonly name: string;
    readonly subject?: string;
    readonly purpose: 'sign_up' | 'forgot';
    readonly lifeMs: number;
  },
): Promise<CodeDeliveryDetails> {
  const { pool, name, purpose, lifeMs } = pretence;
  const subject = pretence.subject ?? inventUser(deps.vault, pool, name).subject;
  const code = await issueVoidCode(deps, tx, { pool, subject, purpose, lifeMs });
  const details = describeDecoy(deps.vault, pool, name);
  await queueDecoy(deps, tx, {
    poolId: pool.id,
    kind: purpose,
    medium: details.DeliveryMedium,
    to: name,
    values: { code, username: name },
  });
  return details;
}

/** Keeps a code that nobody knows and nothing proves, where one is expected. */
export async function issueVoidCode(
  deps: Pick<Deps, 'vault' | 'clock'>,
  tx: Tx,
  of: {
    readonly pool: Pool;
    readonly subject: string;
    readonly purpose: 'sign_up' | 'forgot';
    readonly lifeMs: number;
  },
): Promise<string> {
  return await issueCode(deps, tx, {
    subject: { id: of.subject, poolId: of.pool.id },
    purpose: of.purpose,
    // No code that anybody could be sent is about this.
    about: `nothing:${randomInt(2 ** 47)}`,
    digits: 6,
    lifeMs: of.lifeMs,
  });
}

/** What a code that did not prove anything is answered with. */
export function codeError(outcome: Exclude<CodeOutcome, 'right'>): PoolError {
  switch (outcome) {
    case 'wrong':
      return errors.codeMismatch;
    case 'expired':
    case 'none':
      return errors.codeExpired;
    case 'too_many':
      return errors.attemptLimitExceeded;
  }
}
