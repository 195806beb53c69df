import { err, ok } from '@coffer/kit';
import type { Failure } from '../../http/route.ts';
import type { Outcome, Services } from '../../services.ts';
import { presentPoolFailure, takeCodeTry } from '../session/index.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { findByRecoveryCode, forgetRecoveryCodes } from './store.ts';

type Needs = Pick<Services, 'clock' | 'db' | 'pool' | 'log'>;

/**
 * Lets a person in who has lost the authenticator: whoever has proved the password, and now shows a recovery code, has the
 * authenticator switched off by the administrator's keys, and signs in again. All codes are void with it. Wrong ones count as wrong
 * codes of the authenticator do. A pool that fails at the last moment leaves the code good.
 */
export async function useRecoveryCode(
  services: Needs,
  input: { readonly code: string; readonly attemptSecret: string | undefined },
): Outcome<undefined, Failure> {
  const { clock, db, pool, log } = services;
  const attempt = await takeCodeTry(services, input.attemptSecret, async (username) => {
    const key = { issuer: pool.issuer, username, hash: hashRecoveryCode(input.code) };
    return await findByRecoveryCode(db, key);
  });
  if (!attempt.ok) return attempt;
  const dropped = await pool.dropAuthenticator(attempt.value.username);
  if (!dropped.ok) return err(presentPoolFailure(dropped.error, { now: clock.now(), log }));
  await forgetRecoveryCodes(db, attempt.value.found);
  return ok(undefined);
}
