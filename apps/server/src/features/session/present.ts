import { type IssueCode, type Person, UserId } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import type { Failure } from '../../http/route.ts';
import type { PoolFailure } from '../../platform/identity/pool.ts';
import type { Log } from '../../platform/log/log.ts';
import { LOCKED_MS, type LiveSession, later } from './model.ts';

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
    case 'passkey_not_found':
      return { code: failure.code };
    case 'session_ended':
      return { code: 'not_signed_in' };
    case 'too_many_tries':
      return tooManyTries(LOCKED_MS, facts.now);
    case 'password_refused': {
      const code: IssueCode = failure.reason;
      return { code: 'invalid_request', issues: [{ path: facts.passwordPath ?? 'password', code }] };
    }
    case 'address_refused':
      return { code: 'invalid_request', issues: [{ path: 'email', code: failure.reason }] };
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
