import type { CognitoFailure } from './cognito-client.ts';
import type { PoolFailure } from './pool.ts';

// [Note: Messages of the pool] Cognito reuses NotAuthorizedException for a dozen outcomes that differ only in their message. The
// messages are matched by their fixed part; an unknown one falls to the careful side, which is named in each function.

const UNAVAILABLE = { code: 'pool_unavailable' } as const satisfies PoolFailure;
const THROTTLED = new Set([
  'TooManyRequestsException',
  'LimitExceededException',
  'TooManyFailedAttemptsException',
]);

function refused(failure: Extract<CognitoFailure, { kind: 'exception' }>): PoolFailure {
  return { code: 'pool_refused', exception: failure.name };
}

/** Wrong settings of this server, not a wrong person: the client's secret, or the client itself. */
function isMisconfigured(message: string): boolean {
  return /secret/i.test(message);
}

/**
 * A failed first step or challenge. Before the proof of the password every reason to do with the account is the same
 * `sign_in_failed`, so that nobody learns which names exist (OWASP ASVS 5.0, 6.3.8). Unknown message: `sign_in_failed`.
 */
export function signInFailure(failure: CognitoFailure, challenge: string | undefined): PoolFailure {
  if (failure.kind === 'unavailable') return UNAVAILABLE;
  const isProven = challenge !== undefined && challenge !== 'PASSWORD_VERIFIER';
  const { name, message } = failure;
  if (THROTTLED.has(name)) return { code: 'too_many_tries' };
  const address = challenge === 'MFA_SETUP' ? addressFailure(failure) : undefined;
  if (address !== undefined) return address;
  switch (name) {
    case 'NotAuthorizedException':
      if (isMisconfigured(message)) return refused(failure);
      if (/attempts exceeded/i.test(message)) return { code: 'too_many_tries' };
      if (/invalid session/i.test(message)) return { code: 'challenge_expired' };
      if (/incorrect/i.test(message)) return { code: 'sign_in_failed' };
      // A pool that hides which users exist says this only to who has shown the right password.
      if (challenge !== undefined && /disabled/i.test(message)) return { code: 'account_disabled' };
      return isProven ? { code: 'challenge_expired' } : { code: 'sign_in_failed' };
    case 'UserNotFoundException':
    case 'UserNotConfirmedException':
    case 'PasswordResetRequiredException':
      return { code: 'sign_in_failed' };
    case 'CodeMismatchException':
    case 'EnableSoftwareTokenMFAException':
    case 'ExpiredCodeException':
      return isProven ? { code: 'challenge_failed' } : { code: 'sign_in_failed' };
    case 'InvalidPasswordException':
    case 'PasswordHistoryPolicyViolationException':
      return passwordRefused(message);
    case 'InvalidParameterException':
      // A malformed name or proof (SRP_A of zero, a time that is none) is as good as a wrong one. A flow that the pool has
      // switched off is nobody's fault who signs in.
      return isProven || /not (enabled|supported)/i.test(message)
        ? refused(failure)
        : { code: 'sign_in_failed' };
    default:
      return refused(failure);
  }
}

/** MFA_SETUP by an address: who has one keeps it, and others have to be addresses. */
function addressFailure({
  name,
  message,
}: Extract<CognitoFailure, { kind: 'exception' }>): PoolFailure | undefined {
  if (!/e-?mail/i.test(message)) return undefined;
  if (name === 'NotAuthorizedException' || name === 'AliasExistsException')
    return { code: 'address_refused', reason: 'address_fixed' };
  return name === 'InvalidParameterException' && /format|invalid/i.test(message)
    ? { code: 'address_refused', reason: 'wrong_format' }
    : undefined;
}

/** A failed refresh. Only what certainly means "this session is over" ends it; unknown: the session stays. */
export function refreshFailure(failure: CognitoFailure): PoolFailure {
  if (failure.kind === 'unavailable') return UNAVAILABLE;
  const { name, message } = failure;
  if (THROTTLED.has(name)) return UNAVAILABLE;
  if (name === 'RefreshTokenReuseException' || name === 'UserNotFoundException')
    return { code: 'session_ended' };
  if (name === 'NotAuthorizedException' && !isMisconfigured(message)) return { code: 'session_ended' };
  return refused(failure);
}

/** A failed revocation. `pool_refused`: the token is dead already or cannot be revoked; a repetition changes nothing. */
export function revokeFailure(failure: CognitoFailure): PoolFailure {
  if (failure.kind === 'unavailable' || THROTTLED.has(failure.name)) return UNAVAILABLE;
  return isMisconfigured(failure.message) ? UNAVAILABLE : refused(failure);
}

/** A failed call with the person's own access token. `session_ended`: the pool no longer takes this access token. */
export function accountFailure(failure: CognitoFailure): PoolFailure {
  if (failure.kind === 'unavailable') return UNAVAILABLE;
  if (THROTTLED.has(failure.name)) return { code: 'too_many_tries' };
  switch (failure.name) {
    case 'NotAuthorizedException':
      // ChangePassword says so of the present password; every other one is about the access token.
      if (/incorrect/i.test(failure.message)) return { code: 'sign_in_failed' };
      return /attempts exceeded/i.test(failure.message)
        ? { code: 'too_many_tries' }
        : { code: 'session_ended' };
    case 'UserNotFoundException':
      return { code: 'session_ended' };
    case 'InvalidPasswordException':
    case 'PasswordHistoryPolicyViolationException':
      return passwordRefused(failure.message);
    case 'AliasExistsException':
    case 'UsernameExistsException':
      return { code: 'name_taken' };
    case 'ResourceNotFoundException':
      return /credential/i.test(failure.message) ? { code: 'passkey_not_found' } : refused(failure);
    case 'WebAuthnChallengeNotFoundException':
    case 'WebAuthnClientMismatchException':
    case 'WebAuthnOriginNotAllowedException':
    case 'WebAuthnRelyingPartyMismatchException':
    case 'WebAuthnCredentialNotSupportedException':
      return { code: 'challenge_failed' };
    case 'CodeMismatchException':
    case 'EnableSoftwareTokenMFAException':
    case 'ExpiredCodeException':
      return { code: 'challenge_failed' };
    case 'SoftwareTokenMFANotFoundException':
      return /by the user ?pool/i.test(failure.message) ? refused(failure) : { code: 'factor_not_started' };
    case 'InvalidParameterException':
      return /software token/i.test(failure.message) ? { code: 'factor_not_started' } : refused(failure);
    default:
      return refused(failure);
  }
}

/** A failed creation of an account by the administrator's keys. */
export function creationFailure(failure: CognitoFailure): PoolFailure {
  if (failure.kind === 'unavailable' || THROTTLED.has(failure.name)) return UNAVAILABLE;
  switch (failure.name) {
    case 'UsernameExistsException':
    case 'AliasExistsException':
      return { code: 'name_taken' };
    case 'InvalidPasswordException':
    case 'PasswordHistoryPolicyViolationException':
      return passwordRefused(failure.message);
    default:
      return refused(failure);
  }
}

/** A failed call of somebody without a session: sign-up, its code, a forgotten password. */
export function doorFailure(failure: CognitoFailure): PoolFailure {
  if (failure.kind === 'unavailable') return UNAVAILABLE;
  const { name, message } = failure;
  if (THROTTLED.has(name)) return { code: 'too_many_tries' };
  switch (name) {
    case 'UsernameExistsException':
    case 'AliasExistsException':
      return { code: 'name_taken' };
    case 'InvalidPasswordException':
    case 'PasswordHistoryPolicyViolationException':
      return passwordRefused(message);
    case 'CodeMismatchException':
      return { code: 'challenge_failed' };
    case 'ExpiredCodeException':
      return { code: 'challenge_expired' };
    case 'UserNotFoundException':
    case 'UserNotConfirmedException':
      // The same as for a wrong code: who has an account is not told.
      return { code: 'challenge_failed' };
    case 'NotAuthorizedException':
      return isMisconfigured(message) || /not permitted/i.test(message)
        ? refused(failure)
        : { code: 'challenge_failed' };
    default:
      return refused(failure);
  }
}

function passwordRefused(message: string): PoolFailure {
  if (/not long enough|too short/i.test(message)) {
    return { code: 'password_refused', reason: 'password_too_short' };
  }
  if (/common|breached|compromised/i.test(message)) {
    return { code: 'password_refused', reason: 'password_common' };
  }
  return { code: 'password_refused', reason: 'password_refused' };
}
