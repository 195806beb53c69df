import type { CognitoFailure } from './cognito-client.ts';
import type { PoolFailure } from './pool.ts';

// [Note: Messages of the pool] Cognito uses NotAuthorizedException for a dozen outcomes that differ only in the message.
// Each function documents its safe default.

const UNAVAILABLE = { code: 'pool_unavailable' } as const satisfies PoolFailure;
const THROTTLED = new Set([
  'TooManyRequestsException',
  'LimitExceededException',
  'TooManyFailedAttemptsException',
]);

type Exception = Extract<CognitoFailure, { kind: 'exception' }>;

function refused(failure: Exception): PoolFailure {
  return { code: 'pool_refused', exception: failure.name };
}

/** Whether the settings of this server are wrong. */
function isMisconfigured(message: string): boolean {
  return /secret/i.test(message);
}

/** Matches the member in "Value at 'userCode' failed to satisfy constraint". */
const INVALID_MEMBER = /value at '(?:\w+\.)*(\w+)' failed/i;

/**
 * The failure that a typed or sent value caused. Undefined for other causes.
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/CommonErrors.html
 */
function callerFailure({ name, message }: Exception): PoolFailure | undefined {
  if (name !== 'InvalidParameterException') return undefined;
  switch (INVALID_MEMBER.exec(message)?.[1]?.toLowerCase()) {
    case 'previouspassword':
      return { code: 'sign_in_failed' };
    case 'password':
    case 'proposedpassword':
    case 'temporarypassword':
      return passwordRefused(message);
    case 'usercode':
    case 'code':
    case 'confirmationcode':
    case 'credential':
      return { code: 'challenge_failed' };
    case 'credentialid':
      return { code: 'passkey_not_found' };
    case undefined:
      break;
  }
  if (/did not conform to the schema/i.test(message)) return { code: 'attributes_refused' };
  if (/invalid e-?mail address format/i.test(message))
    return { code: 'address_refused', reason: 'wrong_format' };
  return undefined;
}

/**
 * Before the password is proved, all account errors are `sign_in_failed`, to hide which names exist (OWASP ASVS 5.0,
 * 6.3.8). Default: `sign_in_failed`.
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
      // A pool that hides which users exist reports this only after the right password.
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
      // A malformed name or proof counts as a wrong one. A disabled flow is a configuration error.
      if (isProven) return callerFailure(failure) ?? refused(failure);
      return /not (enabled|supported)/i.test(message) ? refused(failure) : { code: 'sign_in_failed' };
    default:
      return refused(failure);
  }
}

function addressFailure({ name, message }: Exception): PoolFailure | undefined {
  if (!/e-?mail/i.test(message)) return undefined;
  if (name === 'NotAuthorizedException' || name === 'AliasExistsException')
    return { code: 'address_refused', reason: 'address_fixed' };
  return name === 'InvalidParameterException' && /format|invalid/i.test(message)
    ? { code: 'address_refused', reason: 'wrong_format' }
    : undefined;
}

/** By default, the session is kept. */
export function refreshFailure(failure: CognitoFailure): PoolFailure {
  if (failure.kind === 'unavailable') return UNAVAILABLE;
  const { name, message } = failure;
  if (THROTTLED.has(name)) return UNAVAILABLE;
  if (name === 'RefreshTokenReuseException' || name === 'UserNotFoundException')
    return { code: 'session_ended' };
  if (name === 'NotAuthorizedException' && !isMisconfigured(message)) return { code: 'session_ended' };
  return refused(failure);
}

/** `pool_refused` means that the revocation must not be retried. */
export function revokeFailure(failure: CognitoFailure): PoolFailure {
  if (failure.kind === 'unavailable' || THROTTLED.has(failure.name)) return UNAVAILABLE;
  return isMisconfigured(failure.message) ? UNAVAILABLE : refused(failure);
}

/** `session_ended` means that the pool refuses the access token. */
export function accountFailure(failure: CognitoFailure): PoolFailure {
  if (failure.kind === 'unavailable') return UNAVAILABLE;
  if (THROTTLED.has(failure.name)) return { code: 'too_many_tries' };
  switch (failure.name) {
    case 'NotAuthorizedException':
      // The app client is configured wrongly.
      if (/unauthorized attribute/i.test(failure.message)) return refused(failure);
      // ChangePassword means the password; other calls mean the access token.
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
      // What is missing can only be a passkey, the pool or its app client.
      return /user ?pool/i.test(failure.message) ? refused(failure) : { code: 'passkey_not_found' };
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
      return callerFailure(failure) ?? factorFailure(failure.message) ?? refused(failure);
    default:
      return refused(failure);
  }
}

function factorFailure(message: string): PoolFailure | undefined {
  if (/software token/i.test(message)) return { code: 'factor_not_started' };
  if (/delivery config/i.test(message)) return { code: 'factor_unavailable' };
  if (/last passkey|requires multi-factor/i.test(message)) return { code: 'factor_required' };
  return /credential|no \w+ to verify/i.test(message) ? { code: 'challenge_failed' } : undefined;
}

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
      return callerFailure(failure) ?? refused(failure);
  }
}

/** Whether the account needs no code, because it was confirmed before. */
export function isConfirmedAlready(failure: CognitoFailure): boolean {
  if (failure.kind === 'unavailable' || failure.name !== 'InvalidParameterException') return false;
  return /already confirmed/i.test(failure.message);
}

export function publicAccountFailure(failure: CognitoFailure): PoolFailure {
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
      // Does not reveal who has an account.
      return { code: 'challenge_failed' };
    case 'NotAuthorizedException':
      if (/addresses of this domain/i.test(message))
        return { code: 'address_refused', reason: 'domain_not_allowed' };
      return isMisconfigured(message) || /not permitted/i.test(message)
        ? refused(failure)
        : { code: 'challenge_failed' };
    default:
      return callerFailure(failure) ?? refused(failure);
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
