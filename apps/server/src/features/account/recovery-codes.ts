import { createHash, randomInt } from 'node:crypto';
import type { RecoveryCodes } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Actor, Failure, Outcome } from '../../operation.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Services } from '../../services.ts';
import { recordAudit } from '../audit/index.ts';
import { demandRecentSignIn } from '../session/index.ts';
import { getFactors } from './factors.ts';
import { replaceRecoveryCodes } from './store/people.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'>;

const CODE_COUNT = 10;
/** Characters that cannot be confused. 16 of them have about 80 bits, so a plain hash is enough. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 16;
const GROUP_LENGTH = 4;

/** Creates recovery codes that replace the old ones. Only hashes are stored. */
export async function makeRecoveryCodes(services: Needs, actor: Actor): Outcome<RecoveryCodes, Failure> {
  // Only the administrator's key can remove the lost authenticator.
  if (!services.pool.isAdministered) return err({ code: 'pool_key_missing' });
  const recent = await demandRecentSignIn(services, actor);
  if (!recent.ok) return recent;
  const factors = await getFactors(services, actor);
  if (!factors.ok) return factors;
  if (!factors.value.authenticator) return err({ code: 'factor_not_started' });
  const codes = Array.from({ length: CODE_COUNT }, newCode);
  const hashes = codes.map(hashRecoveryCode);
  const change = { userId: actor.person.id, hashes, now: services.clock.now() };
  await inTransaction(services.db, async (tx) => {
    await replaceRecoveryCodes(tx, change);
    recordAudit(tx, { action: 'recovery_codes_made', at: change.now });
  });
  return ok({ codes });
}

function newCode(): string {
  const letters = Array.from({ length: CODE_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  const groups = Array.from({ length: CODE_LENGTH / GROUP_LENGTH }, (_, index) =>
    letters.slice(index * GROUP_LENGTH, (index + 1) * GROUP_LENGTH).join(''),
  );
  return groups.join('-');
}

export function hashRecoveryCode(typed: string): string {
  const plain = typed.toLowerCase().replaceAll(/[\s-]/g, '');
  return createHash('sha256').update(`coffer.recovery.${plain}`).digest('hex');
}
