import { expect, test } from 'vitest';
import { arrive, prepareFreshSignIns, world } from '../../../test/sign-in-scene.ts';
import { addAccount, administer, PASSWORD } from '../../../test/sign-in-world.ts';
import { createCognitoPool } from '../../platform/identity/cognito-pool.ts';

prepareFreshSignIns();

const MAIL = { EmailMfaConfiguration: { Message: 'Your code is {####}', Subject: 'Code' } };
const APP = { SoftwareTokenMfaConfiguration: { Enabled: true } };

async function rule(MfaConfiguration: string, rest: object): Promise<void> {
  await administer(world, 'SetUserPoolMfaConfig', { MfaConfiguration, ...rest });
}

test('a pool that sends no email offers no email codes, and they cannot be turned on', async () => {
  const browser = await arrive('ada@example.org');
  expect((await browser.call('getFactors')).body.offered).toEqual(['SOFTWARE_TOKEN_MFA']);
  const asked = await browser.call('setMessageFactor', { factor: 'EMAIL_OTP', isEnabled: true });
  expect([asked.status, asked.problem['issues']]).toEqual([400, [{ path: 'factor', code: 'wrong_format' }]]);
});

test('a pool that sends email offers them; one without MFA offers nothing', async () => {
  await rule('OPTIONAL', { ...APP, ...MAIL });
  const browser = await arrive('ada@example.org');
  expect((await browser.call('getFactors')).body.offered).toEqual(['SOFTWARE_TOKEN_MFA', 'EMAIL_OTP']);
  expect((await browser.call('preferFactor', { factor: 'EMAIL_OTP' })).code).toBe('factor_unavailable');
  expect((await browser.call('getFactors')).body, 'a rejected preference turned the factor on').toMatchObject(
    { email: false },
  );
  const set = await browser.call('setMessageFactor', { factor: 'EMAIL_OTP', isEnabled: true });
  expect(set.body).toMatchObject({ email: true });
  const preferred = await browser.call('preferFactor', { factor: 'EMAIL_OTP' });
  expect(preferred.body).toMatchObject({ preferred: 'EMAIL_OTP' });
  const rows = world.services.db.selectFrom('audit').select('facts').where('action', '=', 'factor_changed');
  expect((await rows.orderBy('sequence').execute()).map(({ facts }) => facts)).toEqual([
    { factor: 'EMAIL_OTP', enabled: true },
    { factor: 'EMAIL_OTP', preferred: true },
  ]);
  // An active factor stays visible, so that it can be switched off.
  await rule('OFF', {});
  const fresh = createCognitoPool(world.poolOptions);
  expect(await fresh.offeredFactors()).toEqual([]);
});

test('while its configuration is unknown, a pool offers only the authenticator', async () => {
  await rule('OPTIONAL', { ...APP, ...MAIL });
  const keyless = createCognitoPool({ ...world.poolOptions, admin: undefined });
  expect(await keyless.offeredFactors()).toEqual(['SOFTWARE_TOKEN_MFA']);
  const away = createCognitoPool({ ...world.poolOptions, endpoint: 'http://127.0.0.1:9' });
  expect(await away.offeredFactors()).toEqual(['SOFTWARE_TOKEN_MFA']);
});

test('the pool is asked once for many people', async () => {
  const browser = await arrive('ada@example.org');
  for (let calls = 0; calls < 5; calls += 1) await browser.call('getFactors');
  expect(world.wire.count('GetUserPoolMfaConfig')).toBe(1);
});

test('a factor with another person’s address is refused with a code, and the sign-in continues', async () => {
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
