import { LIMITS, type SignInStep } from '@coffer/contracts';
import type { Services } from '../../services.ts';
import { openParameters } from './attempt-state.ts';
import { type AttemptRow, later, SIGNED_IN } from './model.ts';
import { presentStep } from './present-step.ts';
import { deriveSessionSecret, hashSecret } from './secrets.ts';
import { findLiveSession } from './store/sessions.ts';

export interface ResumedSignIn {
  readonly step: SignInStep;
  /** For the session cookie, when the sign-in is finished. */
  readonly sessionSecret: string | undefined;
}

/**
 * Where an attempt stands. When it ended in a session that still lives, its cookie comes again: for a browser that lost the answer.
 * The row of a finished attempt lives for a minute, which bounds that.
 */
export async function resumeAttempt(
  services: Pick<Services, 'clock' | 'db' | 'cipher' | 'pool' | 'issuers'>,
  attempt: AttemptRow,
  page: { readonly attemptSecret: string | undefined; readonly isFresh: boolean },
): Promise<ResumedSignIn> {
  const { attemptSecret, isFresh } = page;
  const now = services.clock.now();
  const parameters = openParameters(services.cipher, attempt);
  if (attempt.step !== SIGNED_IN) {
    const { pool, issuers } = services;
    const step = presentStep(attempt, parameters, { now, isFresh, pool, issuers });
    return { step, sessionSecret: undefined };
  }
  const { nonce } = parameters;
  const secret =
    attemptSecret === undefined || nonce === undefined ? '' : deriveSessionSecret(attemptSecret, nonce);
  const session = await findLiveSession(services.db, {
    id: hashSecret(secret),
    now,
    seenAfter: later(now, -LIMITS.sessionIdleMs),
  });
  return session === undefined
    ? { step: { step: 'none' }, sessionSecret: undefined }
    : { step: { step: 'signed_in' }, sessionSecret: secret };
}
