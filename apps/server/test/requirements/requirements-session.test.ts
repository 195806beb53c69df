import { createHash } from 'node:crypto';
import { SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { authenticatorCode } from '@coffer/testing/totp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Config, parseConfig } from '../../src/config/config.ts';
import { createCookies } from '../../src/http/cookies.ts';
import { sweepSessions } from '../../src/features/session/index.ts';
import { dumpDatabase } from '../database-dump.ts';
import {
  addAccount,
  administer,
  type Browser,
  PASSWORD,
  type SignInWorld,
  signInWorld,
} from '../sign-in-world.ts';

let world: SignInWorld;
let count = 0;
let email = '';

beforeAll(async () => {
  world = await signInWorld({ rotation: true });
});
afterAll(async () => await world.end());
beforeEach(() => {
  email = `person-${(count += 1)}@example.org`;
  world.clock.advance(30 * MINUTE_MS);
});

async function signIn(browser: Browser = world.browser(), name = email): Promise<Browser> {
  expect((await browser.prove(name, PASSWORD)).body).toEqual({ step: 'signed_in' });
  return browser;
}

async function newcomer(): Promise<Browser> {
  await addAccount(world, email);
  return await signIn();
}

const secretOf = (browser: Browser): string => browser.cookies.get('coffer') ?? '';
const stateOf = async (browser: Browser): Promise<string> => (await browser.call('getSession')).body.state;

async function isLiving(secret: string): Promise<boolean> {
  const thief = world.browser();
  thief.cookies.set('coffer', secret);
  return (await stateOf(thief)) === 'signed_in';
}

async function withAuthenticator(browser: Browser): Promise<string> {
  const { secret } = (await browser.call('startAuthenticator')).body;
  const code = authenticatorCode(secret, world.clock.now());
  expect((await browser.call('verifyAuthenticator', { code })).status).toBe(200);
  return secret;
}

function handedOut(): readonly string[] {
  const pattern = /"(?:AccessToken|IdToken|RefreshToken|Session)":"([^"]+)"/g;
  return world.wire.calls.flatMap(({ answer }) =>
    [...answer.matchAll(pattern)].map((match) => match[1] ?? ''),
  );
}

test('requirement 1: no answer of a whole life of a session holds a token of any kind or the client secret', async () => {
  const browser = await newcomer();
  const secret = await withAuthenticator(browser);
  await browser.call('listSessions');
  world.clock.advance(HOUR_MS);
  await browser.call('getFactors');
  await browser.call('startSignIn', { username: email, srpA: 'no number' });
  const again = world.browser();
  expect((await again.prove(email, PASSWORD)).body).toMatchObject({ step: 'SOFTWARE_TOKEN_MFA' });
  await again.call('answerSignIn', {
    challenge: 'SOFTWARE_TOKEN_MFA',
    answerId: crypto.randomUUID(),
    code: authenticatorCode(secret, world.clock.now()),
  });
  world.wire.setMode('failing');
  await again.call('changePassword', {
    previousPassword: PASSWORD,
    newPassword: 'x',
    endsOtherSessions: true,
  });
  world.wire.setMode('up');
  await again.call('signOut');

  const received = [...browser.received, ...again.received].join('\n');
  const tokens = handedOut();
  expect(tokens.length).toBeGreaterThan(6);
  expect(received.length).toBeGreaterThan(2_000);
  expect(received).not.toMatch(/eyJ/);
  expect(received).not.toContain(world.poolOptions.clientSecret);
  expect(tokens.filter((token) => received.includes(token))).toEqual([]);
});

// A browser that only knows `__Host-` treats `__Host-Http-` as that prefix, so one name serves both.
test('requirement 2: the session’s cookie is strict, closed to scripts and bound to the host', async () => {
  const plain = await newcomer();
  const [cookie] = plain.received.join('\n').match(/coffer=[\w-]{43}; [^"]*/) ?? [];
  expect(cookie?.split('; ').slice(1)).toEqual([
    `Max-Age=${SERVER_LIMITS.sessionAbsoluteMs / SECOND_MS}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
  ]);

  const secure = createCookies(true);
  for (const name of ['session', 'attempt', 'redirect'] as const) {
    for (const header of [secure.set(name, 'abc', 60), secure.clear(name)]) {
      const [pair, ...attributes] = header.split('; ');
      expect(pair).toMatch(/^__Host-Http-coffer/);
      const maxAge: unknown = expect.stringMatching(/^Max-Age=\d+$/);
      expect(attributes).toEqual([maxAge, 'Path=/', 'HttpOnly', 'SameSite=Strict', 'Secure']);
      expect(header).not.toMatch(/domain/i);
    }
  }
  // A sibling domain can set a cookie with the plain name, so it is not read.
  for (const name of ['coffer', '__Host-coffer', '__http-coffer'])
    expect(secure.read(`${name}=planted`, 'session')).toBeUndefined();
});

test('requirement 3: an id has 256 random bits, and the database keeps nothing that could be used', async () => {
  const browsers = [await newcomer(), await signIn(), await signIn()];
  const secrets = browsers.map(secretOf);
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect(new Set(secrets).size).toBe(3);
  const rows = await dumpDatabase(world.connectionString);
  for (const secret of secrets) {
    expect(rows).toContain(createHash('sha256').update(secret).digest('hex'));
    for (const form of [secret, Buffer.from(secret, 'base64url').toString('hex')])
      expect(rows).not.toContain(form);
  }
  expect(handedOut().filter((token) => rows.includes(token))).toEqual([]);
  const [id] = await world.db.selectFrom('session').select('id').limit(1).execute();
  expect(await isLiving(id?.id ?? '')).toBe(false);
});

test('requirement 4: each sign-in and each step-up makes a new id; the old one gains nothing, and ends after running calls', async () => {
  const browser = world.browser();
  const planted = 'A'.repeat(43);
  browser.cookies.set('coffer', planted);
  await addAccount(world, email);
  await signIn(browser);
  const first = secretOf(browser);
  expect(first).not.toBe(planted);

  const authenticator = await withAuthenticator(browser);
  world.clock.advance(11 * MINUTE_MS);
  expect((await browser.call('removeAuthenticator')).code).toBe('confirmation_needed');
  expect((await browser.prove(email, PASSWORD)).body).toMatchObject({ step: 'SOFTWARE_TOKEN_MFA' });
  expect(await isLiving(browser.cookies.get('coffer-attempt') ?? '')).toBe(false);
  const code = authenticatorCode(authenticator, world.clock.now());
  await browser.call('answerSignIn', {
    challenge: 'SOFTWARE_TOKEN_MFA',
    answerId: crypto.randomUUID(),
    code,
  });
  const second = secretOf(browser);
  expect(new Set([planted, first, second]).size).toBe(3);
  expect(await Promise.all([planted, first, second].map(isLiving))).toEqual([false, true, true]);
  const late = world.browser();
  late.cookies.set('coffer', first);
  expect((await late.call('removeAuthenticator')).code).toBe('confirmation_needed');
  world.clock.advance(10 * SECOND_MS);
  expect(await Promise.all([planted, first, second].map(isLiving))).toEqual([false, false, true]);
  expect((await browser.call('removeAuthenticator')).status).toBe(200);
});

test('requirement 5: the server ends a session a week after its last use, and thirty days after its sign-in', async () => {
  const idle = await newcomer();
  const daily = await signIn();
  world.clock.advance(SERVER_LIMITS.sessionIdleMs - SECOND_MS);
  expect(await stateOf(daily)).toBe('signed_in');
  world.clock.advance(SECOND_MS);
  expect([await stateOf(idle), await stateOf(daily)]).toEqual(['signed_out', 'signed_in']);
  for (let day = 7; day < 29; day += 1) {
    world.clock.advance(DAY_MS);
    expect(await stateOf(daily)).toBe('signed_in');
  }
  world.clock.advance(DAY_MS);
  expect(await stateOf(daily)).toBe('signed_out');
  await sweepSessions(world.services);
  const left = await world.db.selectFrom('session').select('id').where('revoked_at', 'is', null).execute();
  expect(left.map(({ id }) => id)).not.toContain(createHash('sha256').update(secretOf(daily)).digest('hex'));
});

test('requirement 6: the disabled lose all sessions; people see and end theirs; what locks out is confirmed', async () => {
  const [one, two] = [await newcomer(), await signIn()];
  expect((await one.call('listSessions')).body.items.map(({ isCurrent }) => isCurrent)).toEqual([
    true,
    false,
  ]);
  const three = await signIn();
  const [, other] = (await one.call('listSessions')).body.items;
  const ended = other?.id ?? '';
  const stranger = world.browser();
  await addAccount(world, `stranger-${email}`);
  await signIn(stranger, `stranger-${email}`);
  const refused = await stranger.call('endSession', undefined, { params: { sessionId: ended } });
  expect(refused.code).toBe('session_not_found');
  expect(await Promise.all([two, three].map(stateOf))).toEqual(['signed_in', 'signed_in']);
  expect((await one.call('endSession', undefined, { params: { sessionId: ended } })).status).toBe(204);
  expect((await Promise.all([two, three].map(stateOf))).toSorted()).toEqual(['signed_in', 'signed_out']);
  const change = { previousPassword: PASSWORD, newPassword: 'seven swans a-swimming' };
  expect((await one.call('changePassword', { ...change, endsOtherSessions: true })).body).toEqual({
    ended: 1,
  });
  expect(await Promise.all([one, two, three].map(stateOf))).toEqual([
    'signed_in',
    'signed_out',
    'signed_out',
  ]);

  world.clock.advance(11 * MINUTE_MS);
  const guarded = [
    [
      'changePassword',
      { ...change, previousPassword: 'a stolen session', endsOtherSessions: false },
      'sign_in_failed',
    ],
    ['changeEmail', { email: 'thief@example.org' }, 'confirmation_needed'],
    ['setMessageFactor', { factor: 'SMS_MFA', isEnabled: true }, 'confirmation_needed'],
    ['preferFactor', { factor: null }, 'confirmation_needed'],
    ['startAuthenticator', undefined, 'confirmation_needed'],
    ['verifyAuthenticator', { code: '123456' }, 'confirmation_needed'],
    ['removeAuthenticator', undefined, 'confirmation_needed'],
    ['makeRecoveryCodes', undefined, 'confirmation_needed'],
    ['startPasskey', undefined, 'confirmation_needed'],
    ['deleteAccount', { confirmation: email }, 'confirmation_needed'],
  ] as const;
  for (const [name, body, code] of guarded)
    expect([name, (await one.call(name, body)).code]).toEqual([name, code]);
  const passkey = { params: { passkeyId: 'abc' } };
  expect((await one.call('removePasskey', undefined, passkey)).code).toBe('confirmation_needed');

  const four = world.browser();
  expect((await four.prove(email, change.newPassword)).body).toEqual({ step: 'signed_in' });
  await world.db.updateTable('user').set({ status: 'disabled' }).where('email', '=', email).execute();
  expect([await stateOf(one), await stateOf(four)]).toEqual(['signed_out', 'signed_out']);
});

test('requirement 6: disabling or deleting a user or ending sessions at the pool takes effect within a minute', async () => {
  const disabled = await newcomer();
  await administer(world, 'AdminDisableUser', { Username: email });
  email = `second-${email}`;
  const ended = await newcomer();
  await administer(world, 'AdminUserGlobalSignOut', { Username: email });
  email = `third-${email}`;
  const deleted = await newcomer();
  await administer(world, 'AdminDeleteUser', { Username: email });
  email = `fourth-${email}`;
  const untouched = await newcomer();
  world.clock.advance(MINUTE_MS);
  const states = await Promise.all([disabled, ended, deleted, untouched].map(stateOf));
  expect(states).toEqual(['signed_out', 'signed_out', 'signed_out', 'signed_in']);
});

// The pool's tests and e2e verify passkeys.
test('requirement 22: a passkey is added and removed only by who has just proved who they are', async () => {
  const browser = await newcomer();
  world.clock.advance(11 * MINUTE_MS);
  expect((await browser.call('startPasskey')).code).toBe('confirmation_needed');
  const passkey = { params: { passkeyId: 'abc' } };
  expect((await browser.call('removePasskey', undefined, passkey)).code).toBe('confirmation_needed');
  expect(world.wire.count('StartWebAuthnRegistration') + world.wire.count('DeleteWebAuthnCredential')).toBe(
    0,
  );
});

const configured = (url: string): ReturnType<typeof parseConfig> =>
  parseConfig({ COFFER_URL: url, COFFER_DATA: '/nowhere', COFFER_STORE_URL: 'https://bytes.example.net' });
const configOf = (url: string): Config | undefined => {
  const config = parseConfig({ COFFER_URL: url, COFFER_DATA: '/nowhere' });
  return config.ok ? config.value : undefined;
};

test('requirement 8: without TLS it runs on loopback only, and there with cookies that browsers take', async () => {
  for (const url of [
    'http://files.example.org',
    'http://192.168.1.5:8420',
    'http://localhost.evil.example',
  ]) {
    const config = configured(url);
    expect(config.ok ? [] : config.error.map(({ name }) => name)).toContain('COFFER_URL');
  }
  const tls = configured('https://files.example.org');
  expect(tls.ok && tls.value.secureCookies).toBe(true);
  for (const url of ['http://localhost:8420', 'http://127.0.0.1:8420', 'http://[::1]:8420'])
    expect([url, configOf(url)?.secureCookies]).toEqual([url, false]);
  expect(createCookies(false).set('session', 'abc', 60)).not.toMatch(/Secure|__Host/);
});
