// The exceptions were recorded from Cognito.
import { describe, expect, test } from 'vitest';
import type { CognitoFailure } from './cognito-client.ts';
import {
  accountFailure,
  creationFailure,
  refreshFailure,
  revokeFailure,
  signInFailure,
} from './pool-failures.ts';

const exception = (name: string, message = ''): CognitoFailure => ({
  kind: 'exception',
  name: `${name}Exception`,
  message,
});
const UNAVAILABLE: CognitoFailure = { kind: 'unavailable' };

const refuse = (message: string): unknown =>
  signInFailure(exception('InvalidPassword', message), 'NEW_PASSWORD_REQUIRED');

describe('sign-in', () => {
  test.each([
    [undefined, 'NotAuthorized', 'Incorrect username or password.', 'sign_in_failed'],
    [undefined, 'UserNotFound', 'User does not exist.', 'sign_in_failed'],
    [undefined, 'UserNotConfirmed', 'User is not confirmed.', 'sign_in_failed'],
    [undefined, 'PasswordResetRequired', 'Password reset required for the user', 'sign_in_failed'],
    [undefined, 'NotAuthorized', 'User is disabled.', 'sign_in_failed'],
    [undefined, 'InvalidParameter', 'SRP_A is not a valid public value.', 'sign_in_failed'],
    [undefined, 'InvalidParameter', 'USER_SRP_AUTH is not enabled for the client.', 'pool_refused'],
    [undefined, 'NotAuthorized', 'Unable to verify secret hash for client abc', 'pool_refused'],
    [undefined, 'ResourceNotFound', 'User pool client abc does not exist.', 'pool_refused'],
    [undefined, 'TooManyRequests', 'Rate exceeded', 'too_many_tries'],
    ['PASSWORD_VERIFIER', 'NotAuthorized', 'Incorrect username or password.', 'sign_in_failed'],
    ['PASSWORD_VERIFIER', 'NotAuthorized', 'Password attempts exceeded', 'too_many_tries'],
    ['PASSWORD_VERIFIER', 'NotAuthorized', 'User is disabled.', 'account_disabled'],
    ['PASSWORD_VERIFIER', 'UserNotConfirmed', 'User is not confirmed.', 'sign_in_failed'],
    [
      'PASSWORD_VERIFIER',
      'InvalidParameter',
      'TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.',
      'sign_in_failed',
    ],
    ['SOFTWARE_TOKEN_MFA', 'CodeMismatch', 'Invalid code received for user', 'challenge_failed'],
    [
      'SOFTWARE_TOKEN_MFA',
      'ExpiredCode',
      'Your software token has already been used once.',
      'challenge_failed',
    ],
    [
      'SOFTWARE_TOKEN_MFA',
      'NotAuthorized',
      'Invalid session for the user, session is expired.',
      'challenge_expired',
    ],
    [
      'SOFTWARE_TOKEN_MFA',
      'NotAuthorized',
      'Invalid session for the user, session can only be used once.',
      'challenge_expired',
    ],
    ['SOFTWARE_TOKEN_MFA', 'NotAuthorized', 'User is disabled.', 'account_disabled'],
    [
      'SOFTWARE_TOKEN_MFA',
      'LimitExceeded',
      'Attempt limit exceeded, please try after some time.',
      'too_many_tries',
    ],
    [
      'NEW_PASSWORD_REQUIRED',
      'InvalidPassword',
      'Password did not conform with policy: Password must have symbol characters',
      'password_refused',
    ],
    [
      'NEW_PASSWORD_REQUIRED',
      'InvalidParameter',
      'Attributes did not conform to the schema: x',
      'attributes_refused',
    ],
  ])('%s: %s "%s" is %s', (...[challenge, name, message, code]) => {
    expect(signInFailure(exception(name, message), challenge).code).toBe(code);
  });

  test('no response is not a rejection', () => {
    expect(signInFailure(UNAVAILABLE, 'PASSWORD_VERIFIER').code).toBe('pool_unavailable');
  });

  test('a refused password says why, where the pool says it', () => {
    expect(refuse('Password did not conform with policy: Password not long enough')).toEqual({
      code: 'password_refused',
      reason: 'password_too_short',
    });
    expect(refuse('Password did not conform with policy: Password must have numeric characters')).toEqual({
      code: 'password_refused',
      reason: 'password_refused',
    });
  });
});

describe('refresh', () => {
  test.each([
    ['NotAuthorized', 'Invalid Refresh Token', 'session_ended'],
    ['NotAuthorized', 'Refresh Token has expired', 'session_ended'],
    ['NotAuthorized', 'Refresh Token has been revoked', 'session_ended'],
    ['NotAuthorized', 'User is disabled.', 'session_ended'],
    ['UserNotFound', 'User does not exist.', 'session_ended'],
    ['RefreshTokenReuse', 'whatever it says', 'session_ended'],
    ['NotAuthorized', 'Unable to verify client secret for client abc', 'pool_refused'],
    [
      'NotAuthorized',
      'Client abc is configured with secret but SECRET_HASH was not received',
      'pool_refused',
    ],
    ['TooManyRequests', 'Rate exceeded', 'pool_unavailable'],
    ['ResourceNotFound', 'User pool client abc does not exist.', 'pool_refused'],
    ['Forbidden', 'blocked', 'pool_refused'],
    ['NeverHeardOf', '', 'pool_refused'],
  ])('%s "%s" is %s', (name, message, code) => {
    expect(refreshFailure(exception(name, message)).code).toBe(code);
  });

  test('no response ends no session', () =>
    expect(refreshFailure(UNAVAILABLE).code).toBe('pool_unavailable'));
});

test.each([
  ['NotAuthorized', 'Invalid Refresh Token', 'pool_refused'],
  ['UnsupportedTokenType', '', 'pool_refused'],
  ['UnsupportedOperation', '', 'pool_refused'],
  ['TooManyRequests', 'Rate exceeded', 'pool_unavailable'],
  ['NotAuthorized', 'Unable to verify client secret for client abc', 'pool_unavailable'],
])('revocation: %s "%s" is %s', (name, message, code) => {
  expect(revokeFailure(exception(name, message)).code).toBe(code);
});

test.each([
  ['NotAuthorized', 'Access Token has been revoked', 'session_ended'],
  ['EnableSoftwareTokenMFA', 'Code mismatch', 'challenge_failed'],
  ['InvalidParameter', 'User has not set up software token mfa', 'factor_not_started'],
  ['SoftwareTokenMFANotFound', 'Software Token MFA has not been enabled by the userPool', 'pool_refused'],
  ['InvalidParameter', 'something else', 'pool_refused'],
  ['InvalidParameter', 'User does not have delivery config set to turn on SMS_MFA', 'factor_unavailable'],
  ['InvalidParameter', 'The userPool requires multi-factor authentication.', 'factor_required'],
  ['InvalidParameter', 'Invalid email address format.', 'address_refused'],
  ['InvalidParameter', 'Credential is not a valid credential.', 'challenge_failed'],
  ['InvalidParameter', 'The credential is already registered in this user pool.', 'challenge_failed'],
  ['ResourceNotFound', 'User pool client abc does not exist.', 'pool_refused'],
  ['ResourceNotFound', 'The passkey does not exist.', 'passkey_not_found'],
  ['NotAuthorized', 'A client attempted to write unauthorized attribute', 'pool_refused'],
  [
    'InvalidParameter',
    "1 validation error detected: Value at 'previousPassword' failed to satisfy constraint: Member must satisfy regular expression pattern: [\\S]+",
    'sign_in_failed',
  ],
  ['LimitExceeded', '', 'too_many_tries'],
])('own account: %s "%s" is %s', (name, message, code) => {
  expect(accountFailure(exception(name, message)).code).toBe(code);
});

test.each([
  ['UsernameExists', 'User already exists', 'name_taken'],
  ['AliasExists', '', 'name_taken'],
  [
    'InvalidPassword',
    'Password did not conform with password policy: Password not long enough',
    'password_refused',
  ],
  ['InvalidSignature', '', 'pool_refused'],
])('creation: %s "%s" is %s', (name, message, code) => {
  expect(creationFailure(exception(name, message)).code).toBe(code);
});
