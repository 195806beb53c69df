import { SERVER_LIMITS, type SignInRequest, type SignInStep } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Failure, Outcome } from '../../operation.ts';
import type { Opening } from '../../platform/identity/pool.ts';
import type { Services } from '../../services.ts';
import {
  hashSecret,
  isSecret,
  later,
  newSecret,
  poolUnavailable,
  presentPoolFailure,
  tooManyTries,
} from '../session/index.ts';
import { toAdvance } from './ask-pool.ts';
import { sealParameters, sealPoolSession } from './attempt-state.ts';
import { findKnownDevice } from './limits/known-device.ts';
import { presentStep } from './present-step.ts';
import { areProvable } from './challenge-parameters.ts';
import type { SignInRateLimits } from './limits/sign-in-rate-limits.ts';
import { deleteAttempt, insertAttempt } from './store/attempts.ts';

export interface StartedSignIn {
  readonly step: SignInStep;
  readonly attemptSecret: string;
}

/**
 * Starts a sign-in: relays the name and the public SRP value to the pool. The request has no password member, so no
 * password can leak.
 */
export async function startSignIn(
  services: Pick<Services, 'clock' | 'config' | 'db' | 'pool' | 'issuers' | 'cipher' | 'log'> & {
    readonly limits: SignInRateLimits;
  },
  input: SignInRequest & {
    readonly address: string;
    readonly previousSecret: string | undefined;
    readonly deviceCookie: string | undefined;
  },
): Outcome<StartedSignIn, Failure> {
  const { clock, db, pool, cipher, log } = services;
  const deviceId = findKnownDevice(services, { cookie: input.deviceCookie, username: input.username });
  const waitMs = services.limits.takeStart({ ...input, deviceId });
  if (waitMs > 0) return err(tooManyTries(waitMs, clock.now()));

  const opening = openingOf(input);
  const { username, address } = input;
  const started = await pool.start({ username, opening, address });
  const now = clock.now();
  if (!started.ok) {
    // The client chose a method that was not offered.
    if (started.error.code === 'pool_refused' && !isOffered(services, opening))
      return err({ code: 'invalid_request', issues: [{ path: 'first', code: 'wrong_format' }] });
    return err(presentPoolFailure(started.error, { now, log }));
  }
  const advance = toAdvance(started.value, { first: opening.first, choice: undefined });
  if (advance.kind !== 'moved') {
    // A misconfigured pool returned tokens without a proof. They are discarded.
    log.error('pool_refused', { exception: 'TokensWithoutProof' });
    return err(poolUnavailable());
  }
  if (advance.step === 'PASSWORD_VERIFIER' && !areProvable(advance.parameters)) {
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
    expiresAt: later(now, SERVER_LIMITS.signInAttemptMs),
  });
  if (isSecret(input.previousSecret)) await deleteAttempt(db, hashSecret(input.previousSecret));

  const facts = { now, isFresh: true, pool, issuers: services.issuers };
  return ok({ step: presentStep(attempt, advance.parameters, facts), attemptSecret });
}

function isOffered({ config }: Pick<Services, 'config'>, { first }: Opening): boolean {
  return first === 'password' || config.signInMethods.includes(first);
}

function openingOf(request: SignInRequest): Opening {
  return 'srpA' in request ? { first: 'password', srpA: request.srpA } : { first: request.first };
}
