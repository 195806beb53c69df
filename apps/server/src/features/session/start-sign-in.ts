import { LIMITS, type SignInRequest, type SignInStep } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import type { Failure } from '../../http/route.ts';
import type { Outcome, Services } from '../../services.ts';
import { sealParameters, sealPoolSession } from './attempt-state.ts';
import { keptParameters } from './challenge-responses.ts';
import { later } from './model.ts';
import { poolUnavailable, presentPoolFailure, tooManyTries } from './present.ts';
import type { DoorLimits } from './door-limits.ts';
import { hashSecret, isSecret, newSecret } from './secrets.ts';
import { deleteAttempt, insertAttempt } from './store/attempts.ts';

const hex = z.string().regex(/^[0-9a-fA-F]{1,2048}$/);
const VerifierParameters = z.object({
  SALT: hex,
  SRP_B: hex,
  SECRET_BLOCK: z.string().min(1).max(8_192),
  USER_ID_FOR_SRP: z.string().min(1).max(LIMITS.usernameLengthMax),
});

export interface StartedSignIn {
  readonly step: SignInStep;
  /** For the attempt cookie. */
  readonly attemptSecret: string;
}

/**
 * Opens a sign-in: hands the name and the public SRP value on to the pool, keeps the pool's challenge at the server, and gives the
 * browser what it needs to prove the password. There is no member for a password, so that none can pass.
 */
export async function startSignIn(
  services: Pick<Services, 'clock' | 'db' | 'pool' | 'cipher' | 'log'> & { readonly limits: DoorLimits },
  input: SignInRequest & { readonly address: string; readonly previousSecret: string | undefined },
): Outcome<StartedSignIn, Failure> {
  const { clock, db, pool, cipher, log } = services;
  const waitMs = services.limits.takeSignIn(input.address, input.username);
  if (waitMs > 0) return err(tooManyTries(waitMs, clock.now()));

  const started = await pool.startSrp(input);
  const now = clock.now();
  if (!started.ok) return err(presentPoolFailure(started.error, { now, log }));
  if (started.value.kind !== 'challenge') {
    // Tokens without a proof: the pool is not what it should be. They are not used.
    log.error('pool_refused', { exception: 'TokensWithoutProof' });
    return err(poolUnavailable());
  }
  const { challenge, parameters, session } = started.value;
  const verifier = challenge === 'PASSWORD_VERIFIER' ? VerifierParameters.safeParse(parameters) : undefined;
  if (verifier?.success === false) {
    log.error('pool_refused', { exception: 'VerifierParameters' });
    return err(poolUnavailable());
  }

  const attemptSecret = newSecret();
  const id = hashSecret(attemptSecret);
  const expiresAt = later(now, LIMITS.signInAttemptMs);
  const row = {
    id,
    step: challenge,
    typedUsername: input.username,
    poolUsername: parameters['USER_ID_FOR_SRP'] ?? parameters['USERNAME'] ?? input.username,
    poolSessionSealed: sealPoolSession(cipher, id, session),
    parametersSealed: sealParameters(cipher, id, keptParameters(parameters)),
    now,
    expiresAt,
  };
  await insertAttempt(db, row);
  if (isSecret(input.previousSecret)) await deleteAttempt(db, hashSecret(input.previousSecret));

  const pending = {
    username: input.username,
    expiresAt: expiresAt.toISOString(),
    serverTime: now.toISOString(),
  };
  const step: SignInStep =
    verifier === undefined
      ? { step: 'unknown', ...pending, challenge, hostedPage: null }
      : {
          step: 'PASSWORD_VERIFIER',
          ...pending,
          poolName: pool.poolName,
          userIdForSrp: verifier.data.USER_ID_FOR_SRP,
          salt: verifier.data.SALT,
          srpB: verifier.data.SRP_B,
          secretBlock: verifier.data.SECRET_BLOCK,
        };
  return ok({ step, attemptSecret });
}
