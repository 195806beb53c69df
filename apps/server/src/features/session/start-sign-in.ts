import { LIMITS, type SignInRequest, type SignInStep } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import { z } from 'zod';
import type { Failure } from '../../http/route.ts';
import type { Opening } from '../../platform/identity/pool.ts';
import type { Outcome, Services } from '../../services.ts';
import { toAdvance } from './ask-pool.ts';
import { sealParameters, sealPoolSession } from './attempt-state.ts';
import { later } from './model.ts';
import { presentStep } from './present-step.ts';
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
 * browser what it needs to answer. There is no member for a password, so that none can pass.
 */
export async function startSignIn(
  services: Pick<Services, 'clock' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'> & {
    readonly limits: DoorLimits;
  },
  input: SignInRequest & { readonly address: string; readonly previousSecret: string | undefined },
): Outcome<StartedSignIn, Failure> {
  const { clock, db, pool, cipher, log } = services;
  const waitMs = services.limits.takeSignIn(input.address, input.username);
  if (waitMs > 0) return err(tooManyTries(waitMs, clock.now()));

  const opening = openingOf(input);
  const { username, address } = input;
  const started = await pool.start({ username, opening, address });
  const now = clock.now();
  if (!started.ok) return err(presentPoolFailure(started.error, { now, log }));
  const advance = toAdvance(started.value, { first: opening.first, choice: undefined });
  if (advance.kind !== 'moved') {
    // Tokens without a proof: the pool is not what it should be. They are not used.
    log.error('pool_refused', { exception: 'TokensWithoutProof' });
    return err(poolUnavailable());
  }
  if (advance.step === 'PASSWORD_VERIFIER' && !VerifierParameters.safeParse(advance.parameters).success) {
    log.error('pool_refused', { exception: 'VerifierParameters' });
    return err(poolUnavailable());
  }

  const attemptSecret = newSecret();
  const id = hashSecret(attemptSecret);
  const attempt = await insertAttempt(db, {
    id,
    step: advance.step,
    typedUsername: username,
    poolUsername: advance.username ?? username,
    poolSessionSealed: sealPoolSession(cipher, id, advance.session),
    parametersSealed: sealParameters(cipher, id, advance.parameters),
    now,
    expiresAt: later(now, LIMITS.signInAttemptMs),
  });
  if (isSecret(input.previousSecret)) await deleteAttempt(db, hashSecret(input.previousSecret));

  const facts = { now, isFresh: true, pool, issuers: services.issuers };
  return ok({ step: presentStep(attempt, advance.parameters, facts), attemptSecret });
}

function openingOf(request: SignInRequest): Opening {
  return 'srpA' in request ? { first: 'password', srpA: request.srpA } : { first: request.first };
}
