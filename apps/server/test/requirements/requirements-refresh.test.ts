import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { authenticate, retryRevocations } from '../../src/features/session/index.ts';
import { withAccessToken } from '../../src/features/session/access-token.ts';
import { createIssuers } from '../../src/run/issuers.ts';
import { startTestIssuer, type TestIssuer } from '../oidc-issuer.ts';
import { issuerConfig, leaveFor } from '../redirect-steps.ts';
import { rotatePoolKeys } from '@coffer/user-pool/testing/key-rotation';
import {
  addAccount,
  administer,
  type Browser,
  ORIGIN,
  PASSWORD,
  type SignInWorld,
  signInWorld,
} from '../sign-in-world.ts';

let world: SignInWorld;
let issuer: TestIssuer;
let count = 0;
let email = '';

beforeAll(async () => {
  issuer = await startTestIssuer(`${ORIGIN}/auth/callback`, `${ORIGIN}/signed-out`);
  const corp = issuerConfig(issuer, { linksVerifiedEmail: true });
  world = await signInWorld({
    rotation: true,
    graceSeconds: 60,
    issuers: (_, services) => createIssuers({ url: ORIGIN, issuers: [corp] }, services),
  });
});
afterAll(async () => {
  await world.end();
  await issuer.close();
});
beforeEach(() => {
  email = `person-${(count += 1)}@example.org`;
  issuer.person = { sub: `subject-${count}`, email, email_verified: true, name: 'Ada' };
  world.wire.setMode('up');
  world.clock.advance(30 * MINUTE_MS);
});

async function newcomer(): Promise<Browser> {
  await addAccount(world, email);
  const browser = world.browser();
  expect((await browser.prove(email, PASSWORD)).body).toEqual({ step: 'signed_in' });
  return browser;
}

async function leave(browser: Browser): Promise<URLSearchParams> {
  const { out, query } = await leaveFor(issuer, browser);
  expect(Object.fromEntries(out)).toMatchObject({ response_type: 'code', code_challenge_method: 'S256' });
  for (const name of ['state', 'nonce', 'code_challenge']) expect(out.get(name)?.length).toBeGreaterThan(40);
  return new URLSearchParams(query);
}

const finish = async (browser: Browser, query: URLSearchParams) =>
  await browser.call('finishRedirect', { query: `?${query.toString()}` });
const stateOf = async (browser: Browser): Promise<string> => (await browser.call('getSession')).body.state;
const personOf = async (browser: Browser): Promise<unknown> =>
  Object((await browser.call('getSession')).body).person?.id;
const secretOf = (browser: Browser): string => browser.cookies.get('coffer') ?? '';

// SameSite Strict: docs/decisions/0025.
test('requirement 7: what proves the way back is in a cookie of its own, for ten minutes, once, and leads nowhere else', async () => {
  const browser = world.browser();
  const query = await leave(browser);
  const set = browser.received.join('\n').match(/coffer-redirect=[\w-]{43}; [^"]*/)?.[0] ?? '';
  expect(set.split('; ').slice(1)).toEqual(['Max-Age=600', 'Path=/', 'HttpOnly', 'SameSite=Strict']);
  const cookie = browser.cookies.get('coffer-redirect') ?? '';
  expect((await finish(browser, query)).status).toBe(200);
  expect(browser.cookies.has('coffer-redirect')).toBe(false);
  browser.cookies.set('coffer-redirect', cookie);
  expect((await finish(browser, query)).code).toBe('challenge_expired');

  const late = world.browser();
  const lateQuery = await leave(late);
  world.clock.advance(10 * MINUTE_MS);
  expect((await finish(late, lateQuery)).code).toBe('challenge_expired');

  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'evil',
    '',
    '/.//evil.example',
  ];
  for (const returnTo of [...elsewhere, '/\t/evil.example', 'javascript:alert(1)']) {
    const started = await world.browser().call('startRedirect', { issuer: 'corp', returnTo });
    expect([returnTo, started.status]).toEqual([returnTo, 400]);
  }
});

test('requirement 12: a forged, repeated, borrowed or foreign redirect does not sign in', async () => {
  const forge: Readonly<Record<string, (query: URLSearchParams) => void>> = {
    'wrong state': (query) => query.set('state', 'x'.repeat(43)),
    'no state': (query) => query.delete('state'),
    'another issuer': (query) => query.set('iss', 'https://evil.example'),
    'no issuer, though it is advertised': (query) => query.delete('iss'),
    'a code of nobody': (query) => query.set('code', 'x'.repeat(43)),
  };
  for (const [what, change] of Object.entries(forge)) {
    const browser = world.browser();
    const query = await leave(browser);
    change(query);
    expect([what, (await finish(browser, query)).code]).toEqual([what, 'redirect_refused']);
    expect(await stateOf(browser)).toBe('signed_out');
  }
  const [one, two] = [world.browser(), world.browser()];
  const query = await leave(one);
  expect((await finish(world.browser(), query)).code).toBe('challenge_expired');
  await leave(two);
  expect((await finish(two, query)).code).toBe('redirect_refused');
  expect((await finish(one, query)).status).toBe(200);
  const three = world.browser();
  const fresh = await leave(three);
  fresh.set('code', query.get('code') ?? '');
  expect((await finish(three, fresh)).code).toBe('redirect_refused');
  expect(await stateOf(three)).toBe('signed_out');
});

test('requirement 13: a person is issuer and subject; the same address is another person until proved', async () => {
  const people = async () =>
    (await world.db.selectFrom('user').select(['id', 'subject']).where('email', '=', email).execute()).length;
  const first = world.browser();
  expect((await finish(first, await leave(first))).status).toBe(200);
  issuer.person = { ...issuer.person, sub: `impostor-${count}`, email_verified: false };
  const impostor = world.browser();
  await finish(impostor, await leave(impostor));
  const ids = await Promise.all(
    [first, impostor].map(async (browser) => (await browser.call('getSession')).text),
  );
  expect(new Set(ids).size).toBe(2);
  expect(await people()).toBe(2);
  issuer.person = { ...issuer.person, email: `moved-${email}` };
  const moved = world.browser();
  await finish(moved, await leave(moved));
  expect(await personOf(moved)).toBe(await personOf(impostor));
});

test('requirement 23: twenty calls with an expired token ask the pool once', async () => {
  const browser = await newcomer();
  const actor = await authenticate(world.services, secretOf(browser));
  expect(actor).toBeDefined();
  if (actor === undefined) return;
  world.clock.advance(HOUR_MS);
  const before = world.wire.count('GetTokensFromRefreshToken');
  const calls = Array.from({ length: 20 }, async () =>
    withAccessToken(world.services, actor, async (token) => await world.pool.getAccount(token)),
  );
  expect((await Promise.all(calls)).every(({ ok }) => ok)).toBe(true);
  expect(world.wire.count('GetTokensFromRefreshToken') - before).toBe(1);
});

test('requirement 23: a reused token within the grace period gives its successor again; after it the family is revoked', async () => {
  const rotating = await signInWorld({ rotation: true, graceSeconds: 30 });
  try {
    await addAccount(rotating, email);
    const browser = rotating.browser();
    await browser.prove(email, PASSWORD);
    const first: string = JSON.parse(
      rotating.wire.calls.find(({ answer }) => answer.includes('RefreshToken'))?.answer ?? '{}',
    ).AuthenticationResult.RefreshToken;
    const use = async (refreshToken: string) => await rotating.pool.refresh({ refreshToken });
    const once = await use(first);
    expect(once.ok).toBe(true);
    rotating.clock.advance(30 * SECOND_MS - 1);
    const again = await use(first);
    const successor = once.ok ? once.value.refreshToken : '';
    expect(again.ok && again.value.refreshToken).toBe(successor);
    rotating.clock.advance(SECOND_MS);
    const ended = { ok: false, error: { code: 'session_ended' } };
    // The call is refused, but the replay is still recorded.
    expect(await use(first)).toEqual(ended);
    expect(await use(successor)).toEqual(ended);
    rotating.clock.advance(HOUR_MS);
    expect((await browser.call('getFactors')).code).toBe('not_signed_in');
  } finally {
    await rotating.end();
  }
});

test('requirement 24: a pool that fails for an hour signs no one out; one that rejects does', async () => {
  const browser = await newcomer();
  world.clock.advance(HOUR_MS);
  world.wire.setMode('failing');
  for (let minutes = 0; minutes < 60; minutes += 10) {
    expect(await stateOf(browser)).toBe('signed_in');
    const refused = await browser.call('getFactors');
    expect([refused.status, refused.code]).toEqual([503, 'pool_unavailable']);
    world.clock.advance(10 * MINUTE_MS);
  }
  for (const mode of ['silent', 'throttled', 'too_many', 'answer_lost'] as const) {
    world.wire.setMode(mode);
    const refused = await browser.call('getFactors');
    expect([mode, refused.status, refused.code]).toEqual([mode, 503, 'pool_unavailable']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([mode, await stateOf(browser)]).toEqual([mode, 'signed_in']);
    world.clock.advance(30 * SECOND_MS);
  }
  world.wire.setMode('up');
  expect((await browser.call('getFactors')).status).toBe(200);
  await administer(world, 'AdminUserGlobalSignOut', { Username: email });
  expect((await browser.call('getFactors')).code).toBe('not_signed_in');
  expect(await stateOf(browser)).toBe('signed_out');
});

test('requirement 24: a pool that replaces its keys, with or without overlap, signs no one out', async () => {
  const browser = await newcomer();
  for (const way of ['overlap', 'withdraw'] as const) {
    await rotatePoolKeys(world.poolVault, world.clock, way);
    // A pool process may use its cached keys for this long.
    world.clock.advance(MINUTE_MS);
    const refreshes = world.wire.count('GetTokensFromRefreshToken');
    expect([way, (await browser.call('getFactors')).status]).toEqual([way, 200]);
    expect(world.wire.count('GetTokensFromRefreshToken') - refreshes).toBe(way === 'withdraw' ? 1 : 0);
    for (let hours = 1; hours <= 4; hours += 1) {
      world.clock.advance(HOUR_MS);
      expect([way, hours, await stateOf(browser)]).toEqual([way, hours, 'signed_in']);
      expect([way, hours, (await browser.call('getFactors')).status]).toEqual([way, hours, 200]);
    }
    // The server fetches unknown keys at most once a second.
    await sleep(1_100);
    const fetched = world.wire.count('json');
    email = `${way}-${email}`;
    await newcomer();
    expect(world.wire.count('json')).toBe(fetched + 1);
  }
});

test('requirement 25: signing out ends the session first, and what the pool did not hear is said again', async () => {
  const browser = await newcomer();
  const old = secretOf(browser);
  world.wire.setMode('failing');
  const asked = world.wire.count('RevokeToken');
  const left = await browser.call('signOut');
  await expect.poll(() => world.wire.count('RevokeToken')).toBe(asked + 1);
  expect([left.status, [...browser.cookies.keys()]]).toEqual([200, ['coffer-device']]);
  browser.cookies.set('coffer', old);
  expect(await stateOf(browser)).toBe('signed_out');
  world.wire.setMode('up');
  world.clock.advance(5 * SECOND_MS);
  const before = world.wire.count('RevokeToken');
  await retryRevocations(world.services);
  expect(world.wire.count('RevokeToken') - before).toBe(1);

  const redirected = world.browser();
  await finish(redirected, await leave(redirected));
  issuer.failure = 500;
  expect((await redirected.call('signOut')).body.next).toContain(issuer.url);
  issuer.failure = undefined;
});

test('requirement 26: the neighbours’ cookies and the whole cache are left alone', async () => {
  const left = await (await newcomer()).call('signOut');
  expect(left.headers.get('clear-site-data')).toBe('"storage"');
  const named = left.headers.getSetCookie().map((cookie) => cookie.split('=')[0]);
  expect(new Set(named)).toEqual(new Set(['coffer', 'coffer-attempt']));
  expect(left.headers.get('cache-control')).toBe('no-store');
});
