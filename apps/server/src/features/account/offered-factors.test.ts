// What the settings and the sign-in may offer of the pool's second factors, and what is said to who wants another.
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addAccount,
  administer,
  type Browser,
  PASSWORD,
  type SignInWorld,
  signInWorld,
} from '../../../test/sign-in-world.ts';
import { createCognitoPool } from '../../platform/identity/cognito-pool.ts';

let world: SignInWorld;
beforeEach(async () => {
  world = await signInWorld();
});
afterEach(async () => await world.end());

const MAIL = { EmailMfaConfiguration: { Message: 'Your code is {####}', Subject: 'Code' } };
const APP = { SoftwareTokenMfaConfiguration: { Enabled: true } };

async function rule(MfaConfiguration: string, rest: object): Promise<void> {
  await administer(world, 'SetUserPoolMfaConfig', { MfaConfiguration, ...rest });
}

async function newPerson(email = 'ada@example.org'): Promise<Browser> {
  await addAccount(world, email);
  const browser = world.browser();
  await browser.prove(email, PASSWORD);
  return browser;
}

test('a pool that sends no mail offers no codes by mail, and they cannot be switched on', async () => {
  const browser = await newPerson();
  expect((await browser.call('getFactors')).body.offered).toEqual(['SOFTWARE_TOKEN_MFA']);
  const asked = await browser.call('setMessageFactor', { factor: 'EMAIL_OTP', isEnabled: true });
  expect([asked.status, asked.problem['issues']]).toEqual([400, [{ path: 'factor', code: 'wrong_format' }]]);
});

test('one that sends mail offers them; one that demands nothing offers nothing', async () => {
  await rule('OPTIONAL', { ...APP, ...MAIL });
  const browser = await newPerson();
  expect((await browser.call('getFactors')).body.offered).toEqual(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']);
  const set = await browser.call('setMessageFactor', { factor: 'EMAIL_OTP', isEnabled: true });
  expect(set.body).toMatchObject({ email: true });
  // What is on stays in sight, so that it can be switched off, whatever the pool offers from now on.
  await rule('OFF', {});
  const fresh = createCognitoPool(world.poolOptions);
  expect(await fresh.offeredFactors()).toEqual([]);
});

test('what cannot be known is not offered', async () => {
  await rule('OPTIONAL', { ...APP, ...MAIL });
  const keyless = createCognitoPool({ ...world.poolOptions, admin: undefined });
  expect(await keyless.offeredFactors()).toEqual(['SOFTWARE_TOKEN_MFA']);
  const away = createCognitoPool({ ...world.poolOptions, endpoint: 'http://127.0.0.1:9' });
  expect(await away.offeredFactors()).toEqual(['SOFTWARE_TOKEN_MFA']);
});

test('the pool is asked once for many people', async () => {
  const browser = await newPerson();
  for (let calls = 0; calls < 5; calls += 1) await browser.call('getFactors');
  expect(world.wire.count('GetUserPoolMfaConfig')).toBe(1);
});

test('a factor by somebody else’s address is refused in words, and the sign-in goes on', async () => {
  await rule('ON', { ...APP, ...MAIL });
  await addAccount(world, 'ada@example.org');
  const browser = world.browser();
  expect((await browser.prove('ada@example.org', PASSWORD)).body).toMatchObject({ step: 'MFA_SETUP' });
  const answer = async (email: string) =>
    await browser.call('answerSignIn', {
      challenge: 'MFA_SETUP',
      answerId: crypto.randomUUID(),
      factor: 'EMAIL_OTP',
      email,
    });
  const foreign = await answer('mallory@example.org');
  expect([foreign.status, foreign.code]).toEqual([400, 'invalid_request']);
  expect(foreign.problem['issues']).toEqual([{ path: 'email', code: 'address_fixed' }]);
  expect((await browser.call('getSignIn')).body).toMatchObject({ step: 'MFA_SETUP' });
  expect((await answer('ADA@example.org')).body).toMatchObject({ step: 'EMAIL_OTP' });
});
