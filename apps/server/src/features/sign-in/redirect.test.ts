import { HOUR_MS, MINUTE_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestIssuer, type TestIssuer } from '../../../test/oidc-issuer.ts';
import { issuerConfig, leaveFor } from '../../../test/redirect-steps.ts';
import { type Browser, ORIGIN, type SignInWorld, signInWorld } from '../../../test/sign-in-world.ts';
import { createIssuers } from '../../run/issuers.ts';
import { refreshSession } from '../session/refresh-session.ts';
import { retryRevocations } from '../session/retry-revocations.ts';

let issuer: TestIssuer;
let world: SignInWorld;
const ADA = { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada' } as const;

beforeAll(async () => {
  issuer = await startTestIssuer(`${ORIGIN}/auth/callback`, `${ORIGIN}/signed-out`);
  const corp = issuerConfig(issuer);
  const issuers = [
    corp,
    { ...corp, id: 'strict', allowedDomains: ['example.org'] },
    { ...corp, id: 'linking', linksVerifiedEmail: true, admitsNewPeople: false },
    { ...corp, id: 'quiet', logout: 'none' as const },
    { ...corp, id: 'gone', issuer: 'http://127.0.0.1:9' },
  ];
  world = await signInWorld({
    issuers: (_, services) => createIssuers({ url: ORIGIN, issuers }, services),
  });
});

afterAll(async () => {
  await world.end();
  await issuer.close();
});

beforeEach(() => {
  issuer.failure = undefined;
  issuer.person = ADA;
});

async function leave(browser: Browser, id = 'corp', returnTo = '/'): Promise<string> {
  return (await leaveFor(issuer, browser, { id, returnTo })).query;
}

async function signIn(browser: Browser, id = 'corp') {
  return await browser.call('finishRedirect', { query: await leave(browser, id) });
}

async function groupsOf(email: string): Promise<readonly string[]> {
  const rows = await world.db
    .selectFrom('group_member')
    .innerJoin('group', 'group.id', 'group_member.group_id')
    .innerJoin('user', 'user.id', 'group_member.user_id')
    .select('group.name')
    .where('user.email', '=', email)
    .orderBy('group.name')
    .execute();
  return rows.map(({ name }) => name);
}

async function peopleOf(subject: string): Promise<number> {
  const rows = await world.db.selectFrom('user').select('id').where('subject', '=', subject).execute();
  return rows.length;
}

test('the sign-in options name the issuers', async () => {
  const session = await world.browser().call('getSession');
  expect(session.body.signIn.issuers[0]).toEqual({ id: 'corp', name: 'Corp' });
});

test('a person signs in at the issuer, returns to the requested page, and is the same person next time', async () => {
  const browser = world.browser();
  const query = await leave(browser, 'corp', '/s/1?sort=name');
  const finished = await browser.call('finishRedirect', { query });
  expect([finished.status, finished.body]).toEqual([200, { returnTo: '/s/1?sort=name' }]);
  const session = await browser.call('getSession');
  expect(session.body).toMatchObject({ state: 'signed_in', person: { email: ADA.email, name: 'Ada' } });
  expect((await signIn(world.browser())).status).toBe(200);
  expect(await peopleOf('ada')).toBe(1);
  expect(browser.received.join('\n')).not.toContain('eyJ');
});

test('a return path to another site is refused', async () => {
  const browser = world.browser();
  const started = await browser.call('startRedirect', { issuer: 'corp', returnTo: '//evil.example' });
  expect([started.status, started.code]).toEqual([400, 'invalid_request']);
  const unknown = await browser.call('startRedirect', { issuer: 'nobody' });
  expect([unknown.status, unknown.code]).toEqual([400, 'invalid_request']);
});

test('calls about an account of the pool are refused in a session of an issuer, without a call', async () => {
  const browser = world.browser();
  await signIn(browser);
  const before = world.wire.calls.length;
  const refused = [await browser.call('listPasskeys'), await browser.call('verifyEmail', { code: '123456' })];
  expect(refused.map(({ status, code }) => [status, code])).toEqual([
    [409, 'kept_elsewhere'],
    [409, 'kept_elsewhere'],
  ]);
  expect(world.wire.calls).toHaveLength(before);
});

describe('the callback', () => {
  test('works once', async () => {
    const browser = world.browser();
    const query = await leave(browser);
    const cookie = new Map(browser.cookies);
    expect((await browser.call('finishRedirect', { query })).status).toBe(200);
    for (const [name, value] of cookie) browser.cookies.set(name, value);
    expect((await browser.call('finishRedirect', { query })).code).toBe('challenge_expired');
  });

  test('one of eight concurrent callbacks succeeds', async () => {
    const browser = world.browser();
    const query = await leave(browser);
    const all = await Promise.all(
      Array.from({ length: 8 }, async () => browser.call('finishRedirect', { query })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('works only in the browser that started', async () => {
    const query = await leave(world.browser());
    expect((await world.browser().call('finishRedirect', { query })).code).toBe('challenge_expired');
    const other = world.browser();
    await leave(other);
    expect((await other.call('finishRedirect', { query })).code).toBe('redirect_refused');
  });

  test('of another tab leaves the attempt of the last one', async () => {
    const browser = world.browser();
    const [first, last] = [await leave(browser), await leave(browser)];
    expect((await browser.call('finishRedirect', { query: first })).code).toBe('redirect_refused');
    expect((await browser.call('finishRedirect', { query: last })).status).toBe(200);
    expect(browser.cookies.has('coffer-redirect')).toBe(false);
  });

  test('expires after ten minutes', async () => {
    const browser = world.browser();
    const query = await leave(browser);
    world.clock.advance(10 * MINUTE_MS);
    expect((await browser.call('finishRedirect', { query })).code).toBe('challenge_expired');
  });

  test.each([
    ['no code', () => '?'],
    ['no state', (given: URLSearchParams) => `?code=${given.get('code')}`],
    ['a wrong state', (given: URLSearchParams) => `?code=${given.get('code')}&state=x`],
    [
      'an invalid code',
      (given: URLSearchParams) => `?code=x&state=${given.get('state')}&iss=${given.get('iss')}`,
    ],
    [
      'another issuer in iss',
      (given: URLSearchParams) =>
        `?code=${given.get('code')}&state=${given.get('state')}&iss=https%3A%2F%2Fevil.example`,
    ],
    [
      'a refusal',
      (given: URLSearchParams) => `?error=access_denied&state=${given.get('state')}&iss=${given.get('iss')}`,
    ],
  ])('with %s fails', async (_, forge) => {
    const browser = world.browser();
    const query = forge(new URLSearchParams(await leave(browser)));
    const finished = await browser.call('finishRedirect', { query });
    expect([finished.status, finished.code]).toEqual([401, 'redirect_refused']);
    expect((await browser.call('getSession')).body.state).toBe('signed_out');
  });

  test('with the nonce or the verifier of another attempt is refused', async () => {
    for (const member of ['nonce', 'verifier'] as const) {
      const browser = world.browser();
      const query = await leave(browser);
      const row = await world.db
        .selectFrom('redirect_attempt')
        .selectAll()
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      for (const { id, exchange_sealed } of row) {
        const purpose = `redirect_attempt.exchange:${id}`;
        const exchange = {
          ...JSON.parse(world.cipher.open(exchange_sealed, purpose)),
          [member]: 'x'.repeat(43),
        };
        await world.db
          .updateTable('redirect_attempt')
          .set({ exchange_sealed: world.cipher.seal(JSON.stringify(exchange), purpose) })
          .where('id', '=', id)
          .execute();
      }
      expect((await browser.call('finishRedirect', { query })).code).toBe('redirect_refused');
    }
  });
});

describe('access', () => {
  test('is given only to a verified address of an allowed domain', async () => {
    issuer.person = { ...ADA, sub: 'eve', email: 'eve@evil.example' };
    expect((await signIn(world.browser(), 'strict')).code).toBe('account_not_admitted');
    issuer.person = { ...ADA, sub: 'eve', email: 'eve@example.org', email_verified: false };
    expect((await signIn(world.browser(), 'strict')).code).toBe('account_not_admitted');
    issuer.person = { ...ADA, sub: 'eve', email: 'eve@evil.example@example.org.evil' };
    expect((await signIn(world.browser(), 'strict')).code).toBe('account_not_admitted');
    issuer.person = { ...ADA, sub: 'ok', email: 'ok@EXAMPLE.org' };
    expect((await signIn(world.browser(), 'strict')).status).toBe(200);
    expect(await peopleOf('eve')).toBe(0);
  });

  test('with closed sign-up, people of a listed domain still join, with a verified address only', async () => {
    const put = async (joinDomains: readonly string[]): Promise<void> => {
      const row = { value: JSON.stringify(joinDomains), changed_at: world.clock.now() };
      await world.db
        .insertInto('admin_setting')
        .values({ key: 'joinDomains', ...row })
        .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
        .execute();
      world.services.settings.forget();
    };
    issuer.person = { sub: 'fay', email: 'fay@Works.example', email_verified: true, name: 'Fay' };
    await put(['example', 'other.example']);
    expect((await signIn(world.browser(), 'linking')).code).toBe('account_not_admitted');
    await put(['works.example']);
    issuer.person = { ...issuer.person, email_verified: false };
    expect((await signIn(world.browser(), 'linking')).code).toBe('account_not_admitted');
    issuer.person = { ...issuer.person, email_verified: true };
    expect((await signIn(world.browser(), 'linking')).status).toBe(200);
    const joined = await world.db
      .selectFrom('audit')
      .select(['subject_name', 'facts'])
      .where('action', '=', 'person_joined')
      .execute();
    expect(joined).toEqual([{ subject_name: 'Fay', facts: { domain: 'works.example' } }]);
    await put([]);
    expect((await signIn(world.browser(), 'linking')).status, 'an account that had joined was rejected').toBe(
      200,
    );
  });

  test('an address links accounts only when it is verified and the configuration allows it', async () => {
    issuer.person = { sub: 'bob', email: 'bob@example.org', email_verified: true, name: 'Bob' };
    expect((await signIn(world.browser(), 'linking')).code).toBe('account_not_admitted');
    await world.db
      .insertInto('user')
      .values({
        id: world.newId(),
        issuer: 'urn:other',
        subject: 'b1',
        username: 'bob',
        email: 'Bob@example.org',
        email_verified: true,
        name: 'Bob at home',
        status: 'active',
        role: 'member',
        quota_bytes: 1,
        last_seen_at: null,
        created_at: world.clock.now(),
        updated_at: world.clock.now(),
      })
      .execute();
    issuer.person = { ...issuer.person, email_verified: false };
    expect((await signIn(world.browser(), 'linking')).code).toBe('account_not_admitted');
    issuer.person = { ...issuer.person, email_verified: true };
    const browser = world.browser();
    expect((await signIn(browser, 'linking')).status).toBe(200);
    expect((await browser.call('getSession')).body).toMatchObject({ person: { name: 'Bob at home' } });
    issuer.person = { sub: 'bob', email: 'new@example.org', email_verified: false };
    expect((await signIn(world.browser(), 'linking')).status).toBe(200);
    expect(await peopleOf('bob')).toBe(0);
  });

  test('is refused to a disabled person, and the tokens are revoked', async () => {
    issuer.person = { ...ADA, sub: 'dora', email: 'dora@example.org' };
    expect((await signIn(world.browser())).status).toBe(200);
    await world.db.updateTable('user').set({ status: 'disabled' }).where('subject', '=', 'dora').execute();
    expect((await signIn(world.browser())).code).toBe('account_disabled');
    const waiting = await world.db.selectFrom('token_revocation').select('issuer_id').execute();
    expect(waiting).toContainEqual({ issuer_id: 'corp' });
    await retryRevocations(world.services);
    expect(await world.db.selectFrom('token_revocation').select('id').execute()).toEqual([]);
  });

  test('groups follow the claim, and a token without the claim changes none', async () => {
    const gina = { ...ADA, sub: 'gina', email: 'gina@example.org' };
    issuer.person = { ...gina, groups: ['Sales', 'Design'] };
    await signIn(world.browser());
    expect(await groupsOf(gina.email)).toEqual(['corp/Design', 'corp/Sales']);
    issuer.person = { ...gina, groups: ['Design', 'Law'] };
    await signIn(world.browser());
    expect(await groupsOf(gina.email)).toEqual(['corp/Design', 'corp/Law']);
    issuer.person = { ...gina, groups: [] };
    await signIn(world.browser());
    expect(await groupsOf(gina.email)).toEqual([]);
  });
});

describe('an issuer that fails', () => {
  test('is reported as unavailable at the start and at the callback', async () => {
    expect((await world.browser().call('startRedirect', { issuer: 'gone' })).code).toBe('issuer_unavailable');
    const browser = world.browser();
    const query = await leave(browser);
    issuer.failure = 500;
    expect((await browser.call('finishRedirect', { query })).code).toBe('issuer_unavailable');
  });

  test('ends no session, but a refusal does', async () => {
    const browser = world.browser();
    expect((await signIn(browser)).status).toBe(200);
    const [session] = await world.db
      .selectFrom('session')
      .select('id')
      .where('revoked_at', 'is', null)
      .orderBy('id')
      .where('issuer_id', '=', 'corp')
      .orderBy('created_at', 'desc')
      .limit(1)
      .execute();
    expect(session).toBeDefined();
    const id = session?.id ?? '';
    world.clock.advance(2 * HOUR_MS);
    for (const failure of [500, 'silent'] as const) {
      issuer.failure = failure;
      expect((await refreshSession(world.services, id, { mayWait: true })).kind).toBe('unavailable');
      expect([failure, (await browser.call('getSession')).body.state]).toEqual([failure, 'signed_in']);
      world.clock.advance(MINUTE_MS);
    }
    issuer.failure = undefined;
    world.clock.advance(MINUTE_MS);
    const all = await Promise.all(
      Array.from({ length: 10 }, async () => refreshSession(world.services, id, { mayWait: true })),
    );
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['fresh']));
    expect(issuer.grants.filter((grant) => grant === 'refresh_token')).toHaveLength(1);
    issuer.failure = 'refusing';
    world.clock.advance(2 * HOUR_MS);
    expect((await browser.call('getSession')).body.state).toBe('signed_out');
  });
});

test('a sign-out ends the session here first, and returns the sign-out page of an issuer that cannot revoke it', async () => {
  issuer.givesRefreshTokens = false;
  const browser = world.browser();
  await signIn(browser);
  issuer.givesRefreshTokens = true;
  const left = await browser.call('signOut');
  expect(left.status).toBe(200);
  const next = new URL(left.body.next ?? '');
  expect(next.origin).toBe(issuer.url);
  expect(next.searchParams.get('post_logout_redirect_uri')).toBe(`${ORIGIN}/signed-out`);
  expect(next.searchParams.get('client_id')).toBe(issuer.clientId);
  expect(left.text).not.toContain('eyJ');
  expect((await browser.call('getSession')).body.state).toBe('signed_out');

  const quiet = world.browser();
  await signIn(quiet, 'quiet');
  expect((await quiet.call('signOut')).body).toEqual({ next: null });
});

test('a sign-out skips the issuer’s confirmation when the issuer accepted the revocation', async () => {
  const browser = world.browser();
  await signIn(browser);
  const left = await browser.call('signOut');
  expect([left.status, left.body]).toEqual([200, { next: null }]);
  expect((await browser.call('getSession')).body.state).toBe('signed_out');
  expect(await world.db.selectFrom('token_revocation').select('id').execute()).toEqual([]);

  const failing = world.browser();
  await signIn(failing);
  issuer.failure = 500;
  expect((await failing.call('signOut')).body.next).toContain(issuer.url);
  issuer.failure = undefined;
  world.clock.advance(MINUTE_MS);
  await retryRevocations(world.services);
});

test('an address that the issuer has not verified is reported as unverified', async () => {
  const sub = 'unproved';
  issuer.person = { sub, email: 'ada@example.org', email_verified: false, name: 'Mallory' };
  const browser = world.browser();
  await signIn(browser);
  expect((await browser.call('getSession')).body).toMatchObject({ person: { email: 'ada@example.org' } });
  expect((await browser.call('getFactors')).body).toMatchObject({
    isManagedHere: false,
    isEmailVerified: false,
  });
  issuer.person = { ...ADA, sub };
  const proved = world.browser();
  await signIn(proved);
  expect((await proved.call('getFactors')).body.isEmailVerified).toBe(true);
});
