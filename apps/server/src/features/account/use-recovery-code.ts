import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Services } from '../../services.ts';
import { recordAuditNow } from '../audit/index.ts';
import { presentPoolFailure } from '../session/index.ts';
import { takeCodeTry } from '../sign-in/index.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { findByRecoveryCode, forgetRecoveryCodes } from './store/people.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'log'>;

/**
 * After the password, a recovery code removes the authenticator with the administrator's keys, and the person signs in
 * again. All codes become invalid, unless the pool fails; wrong codes count like wrong authenticator codes.
 */
export async function useRecoveryCode(
  services: Needs,
  input: { readonly code: string; readonly attemptSecret: string | undefined },
): Outcome<undefined, Failure> {
  const { clock, db, pool, log } = services;
  const attempt = await takeCodeTry(services, input.attemptSecret, async (tx, username) => {
    const key = { issuer: pool.issuer, username, hash: hashRecoveryCode(input.code) };
    return await findByRecoveryCode(tx, key);
  });
  if (!attempt.ok) return attempt;
  const dropped = await pool.dropAuthenticator(attempt.value.username);
  if (!dropped.ok) return err(presentPoolFailure(dropped.error, { now: clock.now(), log }));
  await forgetRecoveryCodes(db, attempt.value.found);
  const actor = { kind: 'person', id: attempt.value.found } as const;
  await recordAuditNow(db, { action: 'recovery_code_used', at: clock.now(), actor });
  return ok(undefined);
}
