import { type IssueCode, type Person, UserId } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import type { Failure } from '../../operation.ts';
import type { PoolFailure } from '../../platform/identity/pool.ts';
import type { Log } from '../../platform/log/log.ts';
import { LOCKED_MS, type LiveSession, later } from './model.ts';

type PersonOfSession = Pick<LiveSession, 'email' | 'name' | 'picture_id' | 'role' | 'user_id' | 'username'>;

export function presentPerson(session: PersonOfSession): Person {
  return {
    id: UserId.parse(session.user_id),
    username: session.username,
    // Some user pools store no name.
    name: session.name === '' ? session.username : session.name,
    email: session.email,
    role: session.role,
    picture: session.picture_id ?? undefined,
  };
}

export function tooManyTries(waitMs: number, now: Date): Failure {
  const retryAt = later(now, waitMs).toISOString();
  return { code: 'too_many_tries', facts: { retry_at: retryAt, retry_after: seconds(waitMs) } };
}

export function poolUnavailable(): Failure {
  return { code: 'pool_unavailable' };
}

/** Turns a pool failure into an API error. `passwordPath` is the request member with the password. */
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
    case 'factor_unavailable':
    case 'factor_required':
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
    case 'attributes_refused':
      return { code: 'invalid_request', issues: [{ path: 'attributes', code: 'wrong_format' }] };
    case 'pool_unavailable':
      return poolUnavailable();
    case 'pool_refused':
      // The settings of pool and server do not match, which the person cannot fix.
      facts.log.error('pool_refused', { exception: failure.exception });
      return poolUnavailable();
  }
}

export function seconds(ms: number): number {
  return Math.ceil(ms / SECOND_MS);
}
