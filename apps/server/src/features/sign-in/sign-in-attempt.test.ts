import { SERVER_LIMITS } from '@coffer/contracts';
import { ok } from '@coffer/kit';
import { cognitoTimestamp } from '@coffer/srp';
import { srpClient } from '@coffer/testing';
import { expect, test } from 'vitest';
import { mfaAnswer, withAuthenticator } from '../../../test/sign-in-answers.ts';
import { email, prepareSignIns, world } from '../../../test/sign-in-scene.ts';
import { addAccount, PASSWORD } from '../../../test/sign-in-world.ts';
import { createSignInRateLimits } from './limits/sign-in-rate-limits.ts';
import { startSignIn } from './start-sign-in.ts';

prepareSignIns();

test('ten equal concurrent answers reach the pool once, and all get the same session', async () => {
  const { code } = await withAuthenticator(world, email);
  const browser = world.browser();
  await browser.prove(email, PASSWORD);
  const before = world.wire.count('RespondToAuthChallenge');
  const answer = mfaAnswer(code());
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => await browser.call('answerSignIn', answer)),
  );
  expect(answers.map((one) => one.body)).toEqual(answers.map(() => ({ step: 'signed_in' })));
  expect(world.wire.count('RespondToAuthChallenge') - before).toBe(1);
  const cookies = answers.flatMap((one) =>
    one.headers.getSetCookie().filter((header) => header.startsWith('coffer=')),
  );
  expect(new Set(cookies).size).toBe(1);
  expect(cookies).toHaveLength(10);
  expect((await browser.call('getSession')).body).toMatchObject({ state: 'signed_in' });
});

test('a repeated wrong answer fails the same way and counts as one try', async () => {
  const { code } = await withAuthenticator(world, email);
  const browser = world.browser();
  await browser.prove(email, PASSWORD);
  const answer = mfaAnswer(code() === '000000' ? '000001' : '000000');
  const [one, two] = [await browser.call('answerSignIn', answer), await browser.call('answerSignIn', answer)];
  expect({ ...two.problem, requestId: '' }).toEqual({ ...one.problem, requestId: '' });
  expect(one.problem['tries_left']).toBe(4);
});

test('a finished sign-in returns its cookie again for a minute, only to the same browser', async () => {
  await addAccount(world, email);
  const browser = world.browser();
  await browser.prove(email, PASSWORD);
  const cookie = browser.cookies.get('coffer');
  const attempt = browser.cookies.get('coffer-attempt') ?? '';

  const lost = world.browser();
  lost.cookies.set('coffer-attempt', attempt);
  world.clock.advance(59_000);
  expect((await lost.call('getSignIn')).body).toEqual({ step: 'signed_in' });
  expect(lost.cookies.get('coffer')).toBe(cookie);
  expect((await lost.call('getSession')).body).toMatchObject({ state: 'signed_in' });

  const stranger = world.browser();
  stranger.cookies.set('coffer-attempt', attempt.replace(/.$/, attempt.endsWith('A') ? 'E' : 'A'));
  expect((await stranger.call('getSignIn')).body).toEqual({ step: 'none' });

  const late = world.browser();
  late.cookies.set('coffer-attempt', attempt);
  world.clock.advance(2_000);
  expect((await late.call('getSignIn')).body).toEqual({ step: 'none' });
  expect(late.cookies.has('coffer')).toBe(false);
});

test('an ended session is not returned again by its attempt', async () => {
  await addAccount(world, email);
  const browser = world.browser();
  await browser.prove(email, PASSWORD);
  const again = world.browser();
  again.cookies.set('coffer-attempt', browser.cookies.get('coffer-attempt') ?? '');
  const thief = world.browser();
  thief.cookies.set('coffer', browser.cookies.get('coffer') ?? '');
  await thief.call('signOut');
  expect((await again.call('getSignIn')).body).toEqual({ step: 'none' });
});

test('an attempt ends after a quarter of an hour', async () => {
  const { code } = await withAuthenticator(world, email);
  const browser = world.browser();
  await browser.prove(email, PASSWORD);
  world.clock.advance(SERVER_LIMITS.signInAttemptMs);
  expect((await browser.call('answerSignIn', mfaAnswer(code()))).code).toBe('challenge_expired');
  expect((await browser.call('getSignIn')).body).toEqual({ step: 'none' });
});

test('a cancelled attempt accepts no answer', async () => {
  const { code } = await withAuthenticator(world, email);
  const browser = world.browser();
  await browser.prove(email, PASSWORD);
  const attempt = browser.cookies.get('coffer-attempt') ?? '';
  expect((await browser.call('cancelSignIn')).status).toBe(204);
  expect(browser.cookies.has('coffer-attempt')).toBe(false);
  browser.cookies.set('coffer-attempt', attempt);
  expect((await browser.call('answerSignIn', mfaAnswer(code()))).code).toBe('challenge_expired');
});

test('the proof of the password cannot be resumed after a reload', async () => {
  await addAccount(world, email);
  const browser = world.browser();
  await browser.call('startSignIn', { username: email, srpA: srpClient().srpA });
  expect((await browser.call('getSignIn')).body).toEqual({ step: 'none' });
});

test('an answer to another challenge returns the open one and changes nothing', async () => {
  const { code } = await withAuthenticator(world, email);
  const browser = world.browser();
  await browser.prove(email, PASSWORD);
  const before = world.wire.count('RespondToAuthChallenge');
  const stale = await browser.call('answerSignIn', {
    challenge: 'PASSWORD_VERIFIER',
    answerId: crypto.randomUUID(),
    signature: `${'A'.repeat(43)}=`,
    timestamp: cognitoTimestamp(world.clock.now()),
  });
  expect(stale.body).toMatchObject({ step: 'SOFTWARE_TOKEN_MFA' });
  expect(world.wire.count('RespondToAuthChallenge')).toBe(before);
  expect((await browser.call('answerSignIn', mfaAnswer(code()))).body).toEqual({ step: 'signed_in' });
});

test('a failing or silent pool is reported as unavailable, and the same answer can be sent again', async () => {
  const { code } = await withAuthenticator(world, email);
  const browser = world.browser();
  await browser.prove(email, PASSWORD);
  const answer = mfaAnswer(code());
  for (const mode of ['failing', 'silent'] as const) {
    world.wire.setMode(mode);
    const failed = await browser.call('answerSignIn', answer);
    expect([failed.status, failed.code]).toEqual([503, 'pool_unavailable']);
  }
  world.wire.setMode('up');
  expect((await browser.call('answerSignIn', answer)).body).toEqual({ step: 'signed_in' });
});

test('a proof whose answer was lost is not called a wrong password', async () => {
  await addAccount(world, email);
  const browser = world.browser();
  const client = srpClient();
  const started = await browser.call('startSignIn', { username: email, srpA: client.srpA });
  if (started.body.step !== 'PASSWORD_VERIFIER') throw new Error('the pool asked for no password proof');
  const timestamp = cognitoTimestamp(world.clock.now());
  const answer = {
    challenge: 'PASSWORD_VERIFIER',
    answerId: crypto.randomUUID(),
    signature: client.sign(PASSWORD, started.body, timestamp),
    timestamp,
  };
  world.wire.setMode('answer_lost');
  expect((await browser.call('answerSignIn', answer)).code).toBe('pool_unavailable');
  world.wire.setMode('up');
  expect((await browser.call('answerSignIn', answer)).code).toBe('challenge_expired');
});

test.each(['not base64!', 'AAA', ''])(
  'an unreadable secret block means a broken pool, and no attempt is opened: %j',
  async (secretBlock) => {
    const parameters = { SALT: 'ab', SRP_B: 'ab', SECRET_BLOCK: secretBlock, USER_ID_FOR_SRP: email };
    const challenge = {
      kind: 'challenge',
      challenge: 'PASSWORD_VERIFIER',
      session: 's',
      parameters,
    } as const;
    const started = await startSignIn(
      {
        ...world.services,
        pool: { ...world.pool, start: async () => await Promise.resolve(ok({ ...challenge, choices: [] })) },
        limits: createSignInRateLimits(world.clock),
      },
      {
        username: email,
        srpA: 'ab',
        address: '192.0.2.1',
        previousSecret: undefined,
        deviceCookie: undefined,
      },
    );
    expect(started).toEqual({ ok: false, error: { code: 'pool_unavailable' } });
  },
);
