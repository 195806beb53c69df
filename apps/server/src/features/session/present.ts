import { type IssueCode, type Person, type SignInStep, UserId } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import type { Failure } from '../../http/route.ts';
import type { PoolFailure } from '../../platform/identity/pool.ts';
import type { Log } from '../../platform/log/log.ts';
import { requiredAttributesOf } from './challenge-responses.ts';
import { type AttemptRow, ENDED, LOCKED_MS, type LiveSession, later, SIGNED_IN } from './model.ts';

export function presentPerson(session: LiveSession): Person {
  return {
    id: UserId.parse(session.user_id),
    username: session.username,
    // A pool need not know a name.
    name: session.name === '' ? session.username : session.name,
    email: session.email,
    role: session.role,
  };
}

/**
 * Where an attempt stands, for a browser that comes back to it. PASSWORD_VERIFIER is `none`: the secret that answers it lived in the
 * page that is gone. The attempt stays for the page that may still have it.
 */
export function presentStep(
  attempt: AttemptRow,
  parameters: Readonly<Record<string, string>>,
  now: Date,
): SignInStep {
  const pending = {
    username: attempt.typed_username,
    expiresAt: attempt.expires_at.toISOString(),
    serverTime: now.toISOString(),
  };
  switch (attempt.step) {
    case SIGNED_IN:
      return { step: 'signed_in' };
    case ENDED:
    case 'PASSWORD_VERIFIER':
      return { step: 'none' };
    case 'NEW_PASSWORD_REQUIRED':
      return {
        step: 'NEW_PASSWORD_REQUIRED',
        ...pending,
        requiredAttributes: [...requiredAttributesOf(parameters)],
      };
    case 'SOFTWARE_TOKEN_MFA':
      return { step: 'SOFTWARE_TOKEN_MFA', ...pending };
    default:
      return { step: 'unknown', ...pending, challenge: attempt.step, hostedPage: null };
  }
}

export function tooManyTries(waitMs: number, now: Date): Failure {
  const retryAt = later(now, waitMs).toISOString();
  return { code: 'too_many_tries', facts: { retry_at: retryAt, retry_after: seconds(waitMs) } };
}

export function poolUnavailable(): Failure {
  return { code: 'pool_unavailable' };
}

/** A refusal of the pool as one of the API. `passwordPath` is the member of the body that sets a password. */
export function presentPoolFailure(
  failure: PoolFailure,
  facts: { readonly now: Date; readonly log: Log; readonly passwordPath?: string },
): Failure {
  switch (failure.code) {
    case 'sign_in_failed':
    case 'challenge_failed':
    case 'challenge_expired':
    case 'account_disabled':
    case 'name_taken':
    case 'factor_not_started':
      return { code: failure.code };
    case 'session_ended':
      return { code: 'not_signed_in' };
    case 'too_many_tries':
      return tooManyTries(LOCKED_MS, facts.now);
    case 'password_refused': {
      const code: IssueCode = failure.reason;
      return { code: 'invalid_request', issues: [{ path: facts.passwordPath ?? 'password', code }] };
    }
    case 'pool_unavailable':
      return poolUnavailable();
    case 'pool_refused':
      // Nothing that the person can do about it: settings of the pool and of this server do not fit each other.
      facts.log.error('pool_refused', { exception: failure.exception });
      return poolUnavailable();
  }
}

/** Whole seconds, for the life of a cookie. */
export function seconds(ms: number): number {
  return Math.ceil(ms / SECOND_MS);
}
