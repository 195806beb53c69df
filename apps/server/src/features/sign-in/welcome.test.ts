import { MINUTE_MS } from '@coffer/kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  addAccount,
  type Answer,
  PASSWORD,
  type SignInWorld,
  signInWorld,
} from '../../../test/sign-in-world.ts';
import { issueWelcomeCode } from './index.ts';

let world: SignInWorld;
let code = '';

beforeEach(async () => {
  world = await signInWorld();
  code = (await issueWelcomeCode(world.services)) ?? '';
});
afterEach(async () => await world.end());

const request = (change: Record<string, unknown> = {}) => ({
  code,
  name: 'Grace Hopper',
  email: 'grace@example.org',
  password: PASSWORD,
  ...change,
});

const welcome = async (change: Record<string, unknown> = {}): Promise<Answer<undefined>> =>
  await world.browser().call('welcome', request(change));

async function administrators(): Promise<readonly string[]> {
  const rows = await world.db
    .selectFrom('user')
    .select('email')
    .where('role', '=', 'administrator')
    .orderBy('email')
    .execute();
  return rows.map((row) => row.email);
}

test('the code makes an administrator, who signs in with the password, and works once', async () => {
  expect((await world.browser().call('getSession')).body).toMatchObject({
    state: 'signed_out',
    welcome: true,
  });
  expect((await welcome()).status).toBe(204);
  const browser = world.browser();
  expect((await browser.call('getSession')).body).toMatchObject({ welcome: false });
  expect((await browser.prove('grace@example.org', PASSWORD)).body).toEqual({ step: 'signed_in' });
  expect((await browser.call('getSession')).body).toMatchObject({
    state: 'signed_in',
    welcome: false,
    person: { role: 'administrator', name: 'Grace Hopper', email: 'grace@example.org' },
  });
  expect((await welcome({ email: 'second@example.org' })).code).toBe('welcome_closed');
  expect(await issueWelcomeCode(world.services)).toBeUndefined();
  expect(await administrators()).toEqual(['grace@example.org']);
});

test('a wrong code is rejected, and a guessing address is slowed down', async () => {
  const codes: (string | undefined)[] = [];
  for (let tries = 0; tries < 11; tries += 1) codes.push((await welcome({ code: 'x'.repeat(43) })).code);
  expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'welcome_code_wrong'));
  expect(codes[10]).toBe('too_many_tries');
  expect((await welcome()).code).toBe('too_many_tries');
  const elsewhere = await world.browser().call('welcome', request(), '203.0.113.9');
  expect(elsewhere.status).toBe(204);
  expect(world.wire.count('AdminCreateUser')).toBe(1);
});

test('each start replaces the previous code', async () => {
  const before = code;
  code = (await issueWelcomeCode(world.services)) ?? '';
  expect((await welcome({ code: before })).code).toBe('welcome_code_wrong');
  expect((await welcome()).status).toBe(204);
});

test('one of eight concurrent uses of the code succeeds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, async (_, number) => await welcome({ email: `racer-${number}@example.org` })),
  );
  expect(answers.filter((answer) => answer.status === 204)).toHaveLength(1);
  expect(answers.filter((answer) => answer.code === 'welcome_closed')).toHaveLength(7);
  expect(await administrators()).toHaveLength(1);
  expect(world.wire.count('AdminCreateUser')).toBe(1);
});

test('a password that the pool refuses is reported at its field, and another one works', async () => {
  const refused = await welcome({ password: 'passwordpassword' });
  expect(refused.code).toBe('invalid_request');
  expect(refused.problem['issues']).toEqual([
    { path: 'password', code: expect.stringMatching(/^password_/) },
  ]);
  expect(await administrators()).toEqual([]);
  expect((await welcome()).status).toBe(204);
});

test('an existing account is not taken over', async () => {
  await addAccount(world, 'grace@example.org', { password: 'an older passphrase' });
  for (let tries = 0; tries < 2; tries += 1) expect((await welcome()).code).toBe('name_taken');
  expect(await administrators()).toEqual([]);
  expect((await world.browser().prove('grace@example.org', 'an older passphrase')).body).toEqual({
    step: 'signed_in',
  });
  expect((await welcome({ email: 'other@example.org' })).status).toBe(204);
});

test('a creation whose answer was lost is finished by the next try, with the new password', async () => {
  world.wire.setMode('answer_lost');
  expect((await welcome({ password: 'the first passphrase' })).code).toBe('pool_unavailable');
  world.wire.setMode('up');
  expect((await welcome({ email: 'Grace@Example.org' })).status).toBe(204);
  const browser = world.browser();
  expect((await browser.prove('grace@example.org', PASSWORD)).body).toEqual({ step: 'signed_in' });
  expect((await browser.call('getSession')).body).toMatchObject({ person: { role: 'administrator' } });
});

test('a server that dies during the creation blocks it for at most a minute', async () => {
  await world.db
    .updateTable('setting')
    .set({
      value: JSON.stringify({
        ...(await world.db.selectFrom('setting').select('value').executeTakeFirstOrThrow()).value,
        claimedUntil: new Date(world.clock.now().getTime() + 45_000).toISOString(),
      }),
    })
    .where('key', '=', 'welcome')
    .execute();
  world.clock.advance(MINUTE_MS);
  expect((await welcome()).status).toBe(204);
});

test('without keys for the pool no account is created, and the log says why', async () => {
  const { createCognitoPool } = await import('../../platform/identity/cognito-pool.ts');
  const { welcome: operate } = await import('./welcome.ts');
  const { createSignInRateLimits } = await import('./limits/sign-in-rate-limits.ts');
  const pool = createCognitoPool({ ...world.poolOptions, admin: undefined });
  const services = { ...world.services, pool, limits: createSignInRateLimits(world.clock) };
  const result = await operate(services, { ...request(), address: '192.0.2.1' });
  expect(result).toEqual({ ok: false, error: { code: 'pool_unavailable' } });
  expect(world.lines.some((line) => line.includes('NoAdministratorKeys'))).toBe(true);
});
