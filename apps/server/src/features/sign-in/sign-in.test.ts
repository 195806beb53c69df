import { MINUTE_MS } from '@coffer/kit';
import { authenticatorCode } from '@coffer/testing/totp';
import { expect, test } from 'vitest';
import { mfaAnswer, withAuthenticator } from '../../../test/sign-in-answers.ts';
import { email, nextPerson, prepareSignIns, world } from '../../../test/sign-in-scene.ts';
import { addAccount, administer, PASSWORD } from '../../../test/sign-in-world.ts';
import { GRACE_MS } from '../session/model.ts';

prepareSignIns();

const passwordAnswer = (newPassword: string) => ({
  challenge: 'NEW_PASSWORD_REQUIRED',
  answerId: crypto.randomUUID(),
  newPassword,
});

const shared = (body: object): object => ({ ...body, expiresAt: '', serverTime: '' });

test('a person signs in with name and password and gets a personal space', async () => {
  await addAccount(world, email);
  const browser = world.browser();
  const answer = await browser.prove(email, PASSWORD);
  expect(answer.body).toEqual({ step: 'signed_in' });
  const cookie = answer.headers.getSetCookie().find((header) => header.startsWith('coffer='));
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict/);

  const session = await browser.call('getSession');
  expect(session.body).toMatchObject({
    state: 'signed_in',
    person: { email, name: 'Ada Lovelace', role: 'member' },
  });
  expect(session.body.state === 'signed_in' && session.body.personalSpace.rootId).toMatch(/^[0-9a-f-]{36}$/);
});

test('signing in again creates a session for the same person with the same space', async () => {
  await addAccount(world, email);
  const [one, two] = [world.browser(), world.browser()];
  await one.prove(email, PASSWORD);
  await two.prove(email.toUpperCase(), PASSWORD);
  const [first, second] = [await one.call('getSession'), await two.call('getSession')];
  expect(first.body).toMatchObject({ state: 'signed_in' });
  expect(shared(second.body)).toEqual(shared(first.body));
  expect(two.cookies.get('coffer')).not.toBe(one.cookies.get('coffer'));
});

test('a wrong password and an unknown name are refused alike', async () => {
  await addAccount(world, email);
  const wrong = await world.browser().prove(email, 'not the right password');
  const unknown = await world.browser().prove(`nobody-${email}`, PASSWORD);
  expect(wrong.code).toBe('sign_in_failed');
  expect({ ...unknown.problem, requestId: '' }).toEqual({ ...wrong.problem, requestId: '' });
});

test('the pool locks an account after five wrong passwords, and says when to retry', async () => {
  await addAccount(world, email);
  const browser = world.browser();
  for (let tries = 0; tries < 5; tries += 1) await browser.prove(email, 'not the right password');
  const locked = await browser.prove(email, PASSWORD);
  expect(locked.code).toBe('too_many_tries');
  const waitMs = Date.parse(String(locked.problem['retry_at'])) - world.clock.now().getTime();
  expect(waitMs).toBeGreaterThan(0);
  expect(locked.problem['retry_after']).toBe(waitMs / 1_000);
  expect(locked.headers.get('retry-after')).toBe(String(waitMs / 1_000));
  world.clock.advance(MINUTE_MS);
  expect((await browser.prove(email, PASSWORD)).body).toEqual({ step: 'signed_in' });
});

test('a temporary password must be replaced, and a refused replacement can be retried', async () => {
  await addAccount(world, email, { isTemporary: true });
  const browser = world.browser();
  const step = await browser.prove(email, PASSWORD);
  expect(step.body).toMatchObject({ step: 'NEW_PASSWORD_REQUIRED', username: email, requiredAttributes: [] });
  const common = await browser.call('answerSignIn', passwordAnswer('passwordpassword'));
  expect(common.code).toBe('invalid_request');
  expect(common.problem['issues']).toEqual([
    { path: 'newPassword', code: expect.stringMatching(/^password_/) },
  ]);
  expect((await browser.call('getSignIn')).body).toMatchObject({ step: 'NEW_PASSWORD_REQUIRED' });

  const extra = await browser.call('answerSignIn', {
    ...passwordAnswer('a much better phrase'),
    attributes: { 'custom:role': 'administrator' },
  });
  expect(extra.problem['issues']).toEqual([{ path: 'attributes.custom:role', code: 'unknown_member' }]);

  expect((await browser.call('answerSignIn', passwordAnswer('a much better phrase'))).body).toEqual({
    step: 'signed_in',
  });
  expect((await world.browser().prove(email, 'a much better phrase')).body).toEqual({ step: 'signed_in' });
  expect((await world.browser().prove(email, PASSWORD)).code).toBe('sign_in_failed');
});

test('an authenticator is required; a wrong code leaves the attempt open, a reload keeps the step', async () => {
  const { code } = await withAuthenticator(world, email);
  const browser = world.browser();
  expect((await browser.prove(email, PASSWORD)).body).toMatchObject({ step: 'SOFTWARE_TOKEN_MFA' });
  expect(browser.cookies.has('coffer')).toBe(false);

  const wrong = await browser.call('answerSignIn', mfaAnswer(code() === '000000' ? '000001' : '000000'));
  expect(wrong.code).toBe('challenge_failed');
  expect(wrong.problem['tries_left']).toBe(4);
  expect((await browser.call('getSignIn')).body).toMatchObject({
    step: 'SOFTWARE_TOKEN_MFA',
    username: email,
  });
  expect((await browser.call('answerSignIn', mfaAnswer(code()))).body).toEqual({ step: 'signed_in' });
});

test('five wrong codes end the attempt, and the right one no longer helps', async () => {
  const { code } = await withAuthenticator(world, email);
  const browser = world.browser();
  await browser.prove(email, PASSWORD);
  const wrong = code() === '000000' ? '000001' : '000000';
  const codes: (string | undefined)[] = [];
  for (let tries = 0; tries < 5; tries += 1) {
    codes.push((await browser.call('answerSignIn', mfaAnswer(wrong))).code);
  }
  expect(codes.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'challenge_failed'));
  expect(codes[4]).toBe('challenge_expired');
  expect((await browser.call('answerSignIn', mfaAnswer(code()))).code).toBe('challenge_expired');
  expect((await browser.call('getSignIn')).body).toEqual({ step: 'none' });
});

test('an authenticator can be turned off, and a code without a secret is reported as such', async () => {
  const { code } = await withAuthenticator(world, email);
  const browser = world.browser();
  await browser.prove(email, PASSWORD);
  await browser.call('answerSignIn', mfaAnswer(code()));
  expect((await browser.call('getFactors')).body).toMatchObject({ authenticator: true });
  expect((await browser.call('removeAuthenticator')).body).toMatchObject({ authenticator: false });
  expect((await browser.call('getFactors')).body).toMatchObject({ authenticator: false });
  expect((await world.browser().prove(email, PASSWORD)).body).toEqual({ step: 'signed_in' });

  nextPerson();
  await addAccount(world, email);
  const other = world.browser();
  await other.prove(email, PASSWORD);
  expect((await other.call('verifyAuthenticator', { code: '123456' })).code).toBe('factor_not_started');
  const started = await other.call('startAuthenticator');
  expect(started.body.uri).toBe(
    `otpauth://totp/Coffer:${encodeURIComponent(email)}?secret=${started.body.secret}&issuer=Coffer`,
  );
  const right = authenticatorCode(started.body.secret, world.clock.now());
  const wrong = right === '000000' ? '000001' : '000000';
  expect((await other.call('verifyAuthenticator', { code: wrong })).code).toBe('challenge_failed');
});

test('an account disabled at the pool is reported as such only with the right password', async () => {
  await addAccount(world, email);
  await administer(world, 'AdminDisableUser', { Username: email });
  expect((await world.browser().prove(email, 'not the right password')).code).toBe('sign_in_failed');
  expect((await world.browser().prove(email, PASSWORD)).code).toBe('account_disabled');
});

test('a disabled person gets no session, and the tokens are queued for revocation', async () => {
  await addAccount(world, email);
  await world.browser().prove(email, PASSWORD);
  await world.db.updateTable('user').set({ status: 'disabled' }).where('email', '=', email).execute();
  const before = await world.db.selectFrom('token_revocation').select('id').execute();
  const browser = world.browser();
  expect((await browser.prove(email, PASSWORD)).code).toBe('account_disabled');
  expect(browser.cookies.has('coffer')).toBe(false);
  const after = await world.db.selectFrom('token_revocation').select('id').execute();
  expect(after.length - before.length).toBe(1);
});

test('a sign-in never reuses a session id, and ends the session of the cookie', async () => {
  await addAccount(world, email);
  const browser = world.browser();
  const planted = 'A'.repeat(43);
  browser.cookies.set('coffer', planted);
  await browser.prove(email, PASSWORD);
  const first = browser.cookies.get('coffer') ?? '';
  expect(first).not.toBe(planted);

  await browser.prove(email, PASSWORD);
  expect(browser.cookies.get('coffer')).not.toBe(first);
  const old = world.browser();
  old.cookies.set('coffer', first);
  world.clock.advance(GRACE_MS);
  expect((await old.call('getSession')).body).toMatchObject({ state: 'signed_out' });
  expect((await browser.call('getSession')).body).toMatchObject({ state: 'signed_in' });
});

test('a person is identified by the pool and its subject, not by the address', async () => {
  await addAccount(world, email);
  await world.db
    .insertInto('user')
    .values({
      id: world.newId(),
      issuer: 'https://elsewhere.example',
      subject: 'someone',
      username: email,
      email,
      email_verified: true,
      name: 'Somebody else',
      status: 'active',
      role: 'administrator',
      quota_bytes: 0,
      last_seen_at: null,
      created_at: world.clock.now(),
      updated_at: world.clock.now(),
    })
    .execute();
  const browser = world.browser();
  await browser.prove(email, PASSWORD);
  expect((await browser.call('getSession')).body).toMatchObject({
    person: { role: 'member', name: 'Ada Lovelace' },
  });
  await world.db.deleteFrom('user').where('issuer', '=', 'https://elsewhere.example').execute();
});
