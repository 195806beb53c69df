import { SERVER_LIMITS, type SignInStep } from '@coffer/contracts';
import type { Services } from '../../services.ts';
import { deriveSessionSecret, findLiveSession, hashSecret, later } from '../session/index.ts';
import { type AttemptRow, SIGNED_IN } from './model.ts';
import { openParameters } from './attempt-state.ts';
import { presentStep } from './present-step.ts';

export interface ResumedSignIn {
  readonly step: SignInStep;
  readonly opened: OpenedSession | undefined;
}

export interface OpenedSession {
  readonly secret: string;
  /** The name as typed. */
  readonly username: string;
}

/**
 * Presents an attempt. Sends the cookie of a live session again to a browser that lost the response; a finished attempt
 * stays for a minute.
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
    return { step, opened: undefined };
  }
  const { nonce } = parameters;
  const secret =
    attemptSecret === undefined || nonce === undefined ? '' : deriveSessionSecret(attemptSecret, nonce);
  const session = await findLiveSession(services.db, {
    id: hashSecret(secret),
    now,
    seenAfter: later(now, -SERVER_LIMITS.sessionIdleMs),
  });
  return session === undefined
    ? { step: { step: 'none' }, opened: undefined }
    : { step: { step: 'signed_in' }, opened: { secret, username: attempt.typed_username } };
}
