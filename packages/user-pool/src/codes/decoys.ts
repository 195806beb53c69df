import { randomInt } from 'node:crypto';
import { inventUser } from '../accounts/names.ts';
import { queueDecoy } from '../delivery/queue.ts';
import type { Deps } from '../deps.ts';
import { errors, type PoolError } from '../errors.ts';
import type { Tx } from '../store/database/database.ts';
import type { Pool } from '../store/pools.ts';
import { type CodeDeliveryDetails, type CodeOutcome, describeDecoy, issueCode } from './codes.ts';

/** Does the same work as sending a code, but sends nothing. `subject` can be a real user. */
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
    about: `nothing:${randomInt(2 ** 47)}`,
    digits: 6,
    lifeMs: of.lifeMs,
  });
}

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
