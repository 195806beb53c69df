import { expect, test } from 'vitest';
import { poolSettingsSchema, type PoolSettings } from '../settings.ts';
import type { Account } from '../store/accounts.ts';
import { type Next, nextStep, offeredFactors, type Passed, type SignInState } from './flow.ts';

const account: Account = {
  id: '6f1f1f0e-7f8e-4c6e-9d5c-0123456789ab',
  poolId: 'us-east-1_AbCdEf123',
  username: 'ada',
  status: 'CONFIRMED',
  isEnabled: true,
  attributes: {
    email: 'ada@example.org',
    email_verified: 'true',
    phone_number: '+4915112345678',
    phone_number_verified: 'true',
  },
  credential: { salt: Buffer.alloc(16), verifierSealed: 'v1.k1.x' },
  temporaryPasswordExpiresAt: null,
  isTotpEnabled: false,
  preferredMfa: null,
  isSmsMfaEnabled: false,
  isEmailMfaEnabled: false,
  isWebAuthnMfaEnabled: false,
  pendingAttributes: {},
  identities: [],
  isFirstSignInDue: false,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};
const every = {
  softwareTokenMfa: { isEnabled: true },
  smsMfa: { isEnabled: true },
  emailMfa: { isEnabled: true },
};
const settings = (given: object = {}): PoolSettings => poolSettingsSchema.parse(given);
const off = settings({ ...every, mfaConfiguration: 'OFF' });
const optional = settings({ ...every, mfaConfiguration: 'OPTIONAL' });
const on = settings({ ...every, mfaConfiguration: 'ON' });
const temporary = { status: 'FORCE_CHANGE_PASSWORD' } as const;
const totp = { isTotpEnabled: true };
const sms = { isSmsMfaEnabled: true };
const both = { ...totp, ...sms };
const unproved = { attributes: { email: 'ada@example.org', phone_number: '+4915112345678' } };

test.each<[string, Passed, PoolSettings, Partial<Account>, Next]>([
  ['a password, without factors', 'PASSWORD', off, {}, 'SIGNED_IN'],
  ['a temporary password', 'PASSWORD', on, { ...temporary, ...totp }, 'NEW_PASSWORD_REQUIRED'],
  ['a new password of who has a factor', 'NEW_PASSWORD_REQUIRED', optional, totp, 'SOFTWARE_TOKEN_MFA'],
  ['a new password of who must set one up', 'NEW_PASSWORD_REQUIRED', on, {}, 'MFA_SETUP'],
  ['a password, factors switched off', 'PASSWORD', off, both, 'SIGNED_IN'],
  ['a password, one factor', 'PASSWORD', optional, sms, 'SMS_MFA'],
  ['a password, e-mail as factor', 'PASSWORD', optional, { isEmailMfaEnabled: true }, 'EMAIL_OTP'],
  ['a password, two factors', 'PASSWORD', optional, both, 'SELECT_MFA_TYPE'],
  ['a password, one preferred', 'PASSWORD', optional, { ...both, preferredMfa: 'SMS_MFA' }, 'SMS_MFA'],
  [
    'a preference that is off',
    'PASSWORD',
    optional,
    { ...totp, preferredMfa: 'SMS_MFA' },
    'SOFTWARE_TOKEN_MFA',
  ],
  ['an unproved telephone', 'PASSWORD', optional, { ...sms, ...unproved }, 'SIGNED_IN'],
  ['an unproved telephone where one is due', 'PASSWORD', on, { ...sms, ...unproved }, 'MFA_SETUP'],
  [
    'a factor that the pool switched off',
    'PASSWORD',
    settings({ mfaConfiguration: 'OPTIONAL' }),
    sms,
    'SIGNED_IN',
  ],
  ['the first sign-in after a sign-up', 'PASSWORD', on, { isFirstSignInDue: true }, 'SIGNED_IN'],
  ['that of who has a factor', 'PASSWORD', on, { isFirstSignInDue: true, ...totp }, 'SOFTWARE_TOKEN_MFA'],
  ['the Session of a sign-up', 'SIGNED_UP', on, { isFirstSignInDue: true }, 'SIGNED_IN'],
  ['a code as first factor', 'EMAIL_OTP_FIRST', off, {}, 'SIGNED_IN'],
  ['a code as first factor of who has a second', 'EMAIL_OTP_FIRST', optional, totp, 'SOFTWARE_TOKEN_MFA'],
  ['an SMS as first factor of who has a second', 'SMS_OTP', optional, totp, 'SOFTWARE_TOKEN_MFA'],
  ['a custom question', 'CUSTOM_CHALLENGE', off, {}, 'SIGNED_IN'],
  ['a custom question to who has a factor', 'CUSTOM_CHALLENGE', optional, totp, 'SOFTWARE_TOKEN_MFA'],
  [
    'a custom question to who has a temporary password',
    'CUSTOM_CHALLENGE',
    off,
    temporary,
    'NEW_PASSWORD_REQUIRED',
  ],
  ['an authenticator', 'SOFTWARE_TOKEN_MFA', on, both, 'SIGNED_IN'],
  ['an SMS', 'SMS_MFA', on, both, 'SIGNED_IN'],
  ['an e-mail', 'EMAIL_OTP', on, both, 'SIGNED_IN'],
  ['the set-up of a factor', 'MFA_SETUP', on, {}, 'SIGNED_IN'],
])('after %s (%s) the required next challenge follows', (...row) => {
  const [, passed, pool, changes, next] = row;
  expect(nextStep(passed, flowInput(pool, changes))).toBe(next);
});

const smsOnly = settings({
  mfaConfiguration: 'ON',
  softwareTokenMfa: { isEnabled: false },
  smsMfa: { isEnabled: true },
});

test('if SMS is the only factor, a verified phone number is required to sign in', () => {
  expect(nextStep('PASSWORD', flowInput(smsOnly, {}))).toBe('SMS_MFA');
  expect(nextStep('PASSWORD', flowInput(smsOnly, unproved))).toBe('NO_FACTOR');
});

const tracked = (isChallengeRequiredOnNewDevice: boolean) =>
  settings({
    ...every,
    mfaConfiguration: 'OPTIONAL',
    deviceConfiguration: { isChallengeRequiredOnNewDevice, isRememberedOnlyOnUserPrompt: false },
  });
const remembered = { deviceKey: 'us-east-1_x', isDeviceRemembered: true };

const after = (passed: Passed, challenged: boolean, state: Partial<SignInState>) =>
  nextStep(passed, flowInput(tracked(challenged), totp, state));

test('a remembered device replaces the second factor only if the pool allows it', () => {
  expect(after('PASSWORD', true, remembered)).toBe('DEVICE_SRP_AUTH');
  expect(after('PASSWORD', true, { deviceKey: 'us-east-1_x' })).toBe('SOFTWARE_TOKEN_MFA');
  expect(after('PASSWORD', false, remembered)).toBe('SOFTWARE_TOKEN_MFA');
  expect(after('SOFTWARE_TOKEN_MFA', false, remembered)).toBe('DEVICE_SRP_AUTH');
  expect(after('DEVICE_PASSWORD_VERIFIER', true, remembered)).toBe('SIGNED_IN');
  expect(after('PASSWORD', true, {})).toBe('SOFTWARE_TOKEN_MFA');
});

const FIRST: readonly Passed[] = [
  'PASSWORD',
  'EMAIL_OTP_FIRST',
  'SMS_OTP',
  'WEB_AUTHN',
  'CUSTOM_CHALLENGE',
  'SIGNED_UP',
  'NEW_PASSWORD_REQUIRED',
];
const bits = [false, true];

test('users who have or need a second factor are asked for it in every flow', () => {
  let count = 0;
  for (const passed of FIRST)
    for (const pool of [optional, on])
      for (const isTotpEnabled of bits)
        for (const isSmsMfaEnabled of bits)
          for (const isEmailMfaEnabled of bits)
            for (const preferredMfa of [null, 'SMS_MFA', 'EMAIL_OTP', 'SOFTWARE_TOKEN_MFA']) {
              const flags = { isTotpEnabled, isSmsMfaEnabled, isEmailMfaEnabled, preferredMfa };
              const next = nextStep(passed, flowInput(pool, flags));
              const has = isTotpEnabled || isSmsMfaEnabled || isEmailMfaEnabled;
              expect(next === 'SIGNED_IN').toBe(!has && pool === optional);
              expect(next === 'MFA_SETUP').toBe(!has && pool === on);
              count += 1;
            }
  expect(count).toBe(FIRST.length * 2 * 8 * 4);
});

const codes = { firstFactors: ['PASSWORD', 'EMAIL_OTP', 'SMS_OTP', 'WEB_AUTHN'] };
const passwords = ['PASSWORD', 'PASSWORD_SRP'];

test.each<[string, object, Partial<Account> | undefined, boolean, readonly string[]]>([
  ['a user with everything', codes, {}, true, [...passwords, 'EMAIL_OTP', 'SMS_OTP', 'WEB_AUTHN']],
  ['a user without a passkey', codes, {}, false, [...passwords, 'EMAIL_OTP', 'SMS_OTP']],
  ['unproved addresses', codes, unproved, false, passwords],
  ['a temporary password', codes, temporary, true, passwords],
  ['a user without a password', codes, { credential: undefined }, false, ['EMAIL_OTP', 'SMS_OTP']],
  ['an unknown name', codes, undefined, false, [...passwords, 'EMAIL_OTP']],
  [
    'a user with a second factor',
    { ...codes, ...every, mfaConfiguration: 'OPTIONAL' },
    totp,
    true,
    [...passwords, 'WEB_AUTHN'],
  ],
  [
    'a pool that demands one',
    { ...codes, ...every, mfaConfiguration: 'ON' },
    {},
    true,
    [...passwords, 'WEB_AUTHN'],
  ],
  ['a pool of passwords', {}, {}, true, passwords],
])('USER_AUTH offers %s the available factors', (...row) => {
  const [, pool, changes, hasPasskey, expected] = row;
  const whom = changes === undefined ? undefined : { ...account, ...changes };
  expect(offeredFactors(settings(pool), whom, hasPasskey)).toEqual(expected);
});

function flowInput(pool: PoolSettings, changes: Partial<Account>, state: Partial<SignInState> = {}) {
  return {
    settings: pool,
    account: { ...account, ...changes },
    state: { flow: 'USER_SRP_AUTH' as const, ...state },
  };
}
