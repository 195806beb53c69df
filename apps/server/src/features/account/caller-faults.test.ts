import { authenticatorCode } from '@coffer/testing/totp';
import { expect, test } from 'vitest';
import { withAuthenticator } from '../../../test/sign-in-answers.ts';
import { newPerson, prepareSignIns, signIn, world } from '../../../test/sign-in-scene.ts';
import { addAccount, administer, PASSWORD, signInWorld } from '../../../test/sign-in-world.ts';

prepareSignIns();

test.each(['AAAA', 'A'.repeat(1_399)])('an unknown passkey cannot be removed', async (passkeyId) => {
  const browser = await signIn(await newPerson());
  expect((await browser.call('removePasskey', undefined, { params: { passkeyId } })).code).toBe(
    'passkey_not_found',
  );
});

test('a method that the pool does not offer, or without an address, cannot be preferred', async () => {
  const browser = await signIn(await newPerson());
  const refused = await browser.call('preferFactor', { factor: 'SMS_MFA' });
  expect([refused.code, refused.problem['issues']]).toEqual([
    'invalid_request',
    [{ path: 'factor', code: 'wrong_format' }],
  ]);
  await using other = await signInWorld();
  await administer(other, 'SetUserPoolMfaConfig', {
    MfaConfiguration: 'OPTIONAL',
    SmsMfaConfiguration: {
      SmsAuthenticationMessage: 'Your code is {####}',
      SmsConfiguration: { SnsCallerArn: 'arn:aws:iam::123456789012:role/sms', ExternalId: 'one' },
    },
  });
  await addAccount(other, 'ada@example.org');
  const ada = other.browser();
  await ada.prove('ada@example.org', PASSWORD);
  expect((await ada.call('getFactors')).body.offered).toContain('SMS_MFA');
  expect((await ada.call('preferFactor', { factor: 'SMS_MFA' })).code).toBe('factor_unavailable');
});

test('the last method cannot be removed where the pool requires one', async () => {
  await using strict = await signInWorld();
  const email = 'ada@example.org';
  const { code } = await withAuthenticator(strict, email);
  const browser = strict.browser();
  await browser.prove(email, PASSWORD);
  const answer = { challenge: 'SOFTWARE_TOKEN_MFA', answerId: crypto.randomUUID(), code: code() };
  expect((await browser.call('answerSignIn', answer)).body).toEqual({ step: 'signed_in' });
  await administer(strict, 'SetUserPoolMfaConfig', {
    MfaConfiguration: 'ON',
    SoftwareTokenMfaConfiguration: { Enabled: true },
  });
  expect((await browser.call('removeAuthenticator')).code).toBe('factor_required');
});

test('a new password with a trailing space is refused as a password', async () => {
  const browser = await signIn(await newPerson());
  const request = {
    previousPassword: PASSWORD,
    newPassword: ' seven swans a-swimming ',
    endsOtherSessions: false,
  };
  const refused = await browser.call('changePassword', request);
  expect([refused.code, refused.problem['issues']]).toEqual([
    'invalid_request',
    [{ path: 'password', code: 'password_refused' }],
  ]);
});

test('a code of another length is a wrong code, also during authenticator setup', async () => {
  await using strict = await signInWorld();
  await administer(strict, 'SetUserPoolMfaConfig', {
    MfaConfiguration: 'ON',
    SoftwareTokenMfaConfiguration: { Enabled: true },
  });
  await addAccount(strict, 'ada@example.org');
  const browser = strict.browser();
  await browser.prove('ada@example.org', PASSWORD);
  const answer = async (rest: object) =>
    await browser.call('answerSignIn', { answerId: crypto.randomUUID(), ...rest });
  const set = await answer({ challenge: 'MFA_SETUP', factor: 'SOFTWARE_TOKEN_MFA' });
  const challenge = 'MFA_SETUP_AUTHENTICATOR';
  expect((await answer({ challenge, code: '1234' })).code).toBe('challenge_failed');
  const secret = set.body.step === challenge ? set.body.secret : '';
  const code = authenticatorCode(secret, strict.clock.now());
  expect((await answer({ challenge, code })).body).toEqual({ step: 'signed_in' });
});

test.each(['choice', 'custom'])('a sign-in cannot begin with %s where it is not offered', async (first) => {
  const refused = await world.browser().call('startSignIn', { username: 'ada@example.org', first });
  expect([refused.code, refused.problem['issues']]).toEqual([
    'invalid_request',
    [{ path: 'first', code: 'wrong_format' }],
  ]);
});
