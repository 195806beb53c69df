// moto accepts every proof and code: this tests only the wire format. It lacks GetTokensFromRefreshToken and
// RevokeToken.
import { systemClock } from '@coffer/kit';
import { testPython } from '@coffer/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Moto, startMoto } from './moto.ts';
import { invitePerson } from '../src/features/people/index.ts';
import { type Browser, type SignInWorld, signInWorld } from './sign-in-world.ts';
import { tryPool } from './try-pool.ts';

const python = testPython();
const PASSWORD = 'Six geese a-laying 4ever!';

const answer = async (browser: Browser, challenge: string, rest: object) =>
  await browser.call('answerSignIn', { challenge, answerId: crypto.randomUUID(), ...rest });

describe.skipIf(python === undefined)('the application signs in against moto', () => {
  let moto: Moto;
  let world: SignInWorld;

  beforeAll(async () => {
    moto = await startMoto(python ?? '');
    world = await signInWorld({ startsAt: new Date(), pool: moto.access });
  });
  afterAll(async () => {
    await world.end();
    await moto.stop();
  });

  let count = 0;
  async function newAccount(isTemporary: boolean): Promise<string> {
    count += 1;
    const email = `ada-${count}@example.org`;
    await moto.administer('AdminCreateUser', {
      Username: email,
      TemporaryPassword: PASSWORD,
      MessageAction: 'SUPPRESS',
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
        { Name: 'name', Value: 'Ada Lovelace' },
      ],
    });
    if (!isTemporary)
      await moto.administer('AdminSetUserPassword', { Username: email, Password: PASSWORD, Permanent: true });
    return email;
  }

  test('by proof of the password', async () => {
    const email = await newAccount(false);
    const browser = world.browser();
    expect((await browser.prove(email, PASSWORD)).body).toEqual({ step: 'signed_in' });
    const session = (await browser.call('getSession')).body;
    expect(session).toMatchObject({ state: 'signed_in', person: { username: expect.stringMatching(/./) } });
    expect((await browser.call('signOut')).status).toBe(200);
    expect((await browser.call('getSession')).body.state).toBe('signed_out');
    expect(browser.received.join('\n')).not.toContain('eyJ');
  });

  test('an unknown name is rejected like a wrong password', async () => {
    expect((await world.browser().prove('nobody@example.org', PASSWORD)).code).toBe('sign_in_failed');
  });

  test('with a temporary password, which has to be replaced', async () => {
    const email = await newAccount(true);
    const browser = world.browser();
    expect((await browser.prove(email, PASSWORD)).body).toMatchObject({ step: 'NEW_PASSWORD_REQUIRED' });
    const newPassword = 'A much better phrase 4ever!';
    expect((await answer(browser, 'NEW_PASSWORD_REQUIRED', { newPassword })).body).toEqual({
      step: 'signed_in',
    });
  });

  test('by an invitation, with the password that was chosen', async () => {
    const email = 'grace@example.org';
    const invitation = { email, name: 'Grace', role: 'auditor', invitedBy: null } as const;
    const invited = await invitePerson(world.services, invitation);
    const code = invited.ok ? invited.value.url.split('#')[1] : undefined;
    const joined = await world
      .browser()
      .call('acceptInvitation', { code, name: 'Grace', password: PASSWORD });
    expect(joined.body).toEqual({ username: email });
    const browser = world.browser();
    expect((await browser.prove(email, PASSWORD)).body).toEqual({ step: 'signed_in' });
    expect((await browser.call('getSession')).body).toMatchObject({ person: { role: 'auditor' } });
    expect(await invitePerson(world.services, invitation)).toMatchObject({ error: { code: 'name_taken' } });
  });

  test('with the code of an authenticator', async () => {
    const email = await newAccount(false);
    // The secrets that moto generates are not valid base32.
    await moto.prepareAuthenticator(email, PASSWORD);
    const browser = world.browser();
    expect((await browser.prove(email, PASSWORD)).body).toMatchObject({ step: 'SOFTWARE_TOKEN_MFA' });
    expect((await answer(browser, 'SOFTWARE_TOKEN_MFA', { code: '123456' })).body).toEqual({
      step: 'signed_in',
    });
  });

  test('the contract holds, as far as moto has it', async () => {
    const username = await newAccount(false);
    const person = { username, password: PASSWORD, newPassword: undefined, authenticatorSecret: undefined };
    const lacking = new Set(['proof', 'refresh', 'revoke'] as const);
    const tried = await tryPool(world.pool, person, { clock: systemClock, lacking });
    expect(tried.filter(({ state }) => state === 'fail')).toEqual([]);
    expect(tried.filter(({ state }) => state === 'ok').length).toBeGreaterThan(4);
  });
});
