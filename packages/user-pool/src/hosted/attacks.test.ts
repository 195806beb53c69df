// What an attacker tries at the authorization endpoint, the pages and the token endpoint.
import { HOUR_MS, SECOND_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHostedBrowser, type HostedBrowser, readForm } from '../testing/hosted-browser.ts';
import {
  authorizePath,
  CALLBACK,
  createPkce,
  hostedPools,
  obtainCode,
  OTHER_CALLBACK,
  type Pkce,
  parametersOf,
  redeem,
  SIGNED_OUT,
  signInByPage,
} from '../testing/hosted-fixture.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  OTHER_CLIENT_ID,
  PASSWORD,
  POOL_ID,
  type PoolFixture,
  SECRET_CLIENT_ID,
  startPool,
} from '../testing/pool-fixture.ts';

const SCRIPT = `"><script>alert(1)</script><img src=x onerror='alert(2)'>&{{7*7}}`;
const clock = manualClock(new Date());
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, {
    clock,
    pools: hostedPools({
      name: SCRIPT,
      schemaAttributes: [{ name: '<b>x</b>', isCustom: true, isRequired: false }],
      clients: [
        {
          id: 'unsafe',
          name: 'unsafe',
          isOAuthAllowed: true,
          oauthFlows: ['code'],
          oauthScopes: ['openid'],
          callbackUrls: [
            'javascript:alert(1)',
            'data:text/html,x',
            'https://u:p@app.example/',
            'https://app.example/#x',
          ],
        },
      ],
    }),
  });
  await fixture.createUser('ada@example.org');
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

const ada = { name: 'ada@example.org', password: PASSWORD };
const open = (): HostedBrowser => createHostedBrowser(fixture.endpoint, fixture.pool.fetch);

describe('redirects', () => {
  test.each([
    '//evil.example',
    'https://evil.example/callback',
    'https://app.example/callback/',
    'https://app.example/callback?x=1',
    'https://app.example/callback#x',
    'https://app.example/Callback',
    'https://APP.example/callback',
    'HTTPS://app.example/callback',
    'https://app.example./callback',
    'https://app.example:443/callback',
    'https://app.example/./callback',
    'https://app.example/x/../callback',
    'https://app.example%2ecallback.evil.example/',
    'https://app.example/%63allback',
    'https://app.example@evil.example/callback',
    'https://app.example\\@evil.example/callback',
    'https://app.example/callback\n',
    ' https://app.example/callback',
    'https://app.example/callback\u0000',
    'http://app.example/callback',
    'javascript:alert(1)',
    '',
  ])('an address that is not registered to the letter is never gone to: %j', async (uri) => {
    const page = await open().visit(authorizePath(createPkce(), { redirect_uri: uri }));
    expect(page).toMatchObject({ status: 400, left: undefined });
    expect(page.html).toContain('redirect_mismatch');
    expect(page.headers.get('location')).toBeNull();
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'https://u:p@app.example/',
    'https://app.example/#x',
  ])('one that is registered and dangerous is refused as well: %s', async (uri) => {
    const changes = { client_id: 'unsafe', scope: 'openid', redirect_uri: uri };
    expect(await open().visit(authorizePath(createPkce(), changes))).toMatchObject({
      status: 400,
      left: undefined,
    });
  });

  test.each([
    ['another client’s address', { redirect_uri: OTHER_CALLBACK }],
    ['an unknown client', { client_id: 'nobody' }],
    ['a client id that is not one', { client_id: "' or 1=1" }],
    ['no client', { client_id: undefined }],
    ['no address', { redirect_uri: undefined }],
  ])('%s ends on a page and goes nowhere', async (_what, changes) => {
    expect(await open().visit(authorizePath(createPkce(), changes))).toMatchObject({
      status: 400,
      left: undefined,
    });
  });

  test('a second redirect_uri or client_id ends on a page', async () => {
    for (const extra of [
      `&redirect_uri=${encodeURIComponent(OTHER_CALLBACK)}`,
      `&client_id=${OTHER_CLIENT_ID}`,
    ])
      expect(await open().visit(`${authorizePath(createPkce())}${extra}`)).toMatchObject({
        status: 400,
        left: undefined,
      });
  });

  test.each([
    ['logout_uri', 'https://evil.example/'],
    ['logout_uri', `${SIGNED_OUT}/`],
    ['logout_uri', CALLBACK],
    ['post_logout_redirect_uri', 'https://evil.example/'],
    ['redirect_uri', 'https://evil.example/'],
  ])('sign-out by %s to %s goes nowhere and ends nothing', async (name, uri) => {
    const browser = open();
    await signInByPage(browser, authorizePath(createPkce()), ada);
    const before = [...browser.cookies];
    const query = new URLSearchParams({ client_id: CLIENT_ID, [name]: uri, response_type: 'code' });
    expect(await browser.visit(`/logout?${query.toString()}`)).toMatchObject({
      status: 400,
      left: undefined,
    });
    expect([...browser.cookies]).toEqual(before);
  });
});

describe('what the client is told', () => {
  test.each([
    ['unsupported_response_type', { response_type: 'id_token' }],
    ['unauthorized_client', { response_type: 'token' }],
    ['invalid_request', { response_type: undefined }],
    ['invalid_scope', { scope: 'openid root' }],
    ['invalid_scope', { scope: 'email' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_request', { code_challenge_method: undefined }],
    ['invalid_request', { code_challenge: undefined, code_challenge_method: undefined }],
    ['invalid_request', { code_challenge: 'short' }],
    ['invalid_request', { prompt: 'consent' }],
    ['invalid_request', { request_uri: 'https://evil.example/' }],
    ['invalid_request', { response_mode: 'fragment' }],
    ['invalid_request', { identity_provider: 'Nobody' }],
    ['login_required', { prompt: 'none' }],
    ['unauthorized_client', { client_id: 'nooauth' }],
  ])('%s for %j, with state and iss', async (error, changes) => {
    const back = parametersOf(await open().visit(authorizePath(createPkce(), changes)));
    expect(Object.fromEntries(back)).toMatchObject({
      error,
      state: 'the-state',
      iss: `${fixture.endpoint}/${POOL_ID}`,
    });
    expect(back.has('code')).toBe(false);
  });

  test('a state that is too long or not printable does not come back', async () => {
    for (const state of ['x'.repeat(2049), 'a\r\nSet-Cookie: x=1', 'é']) {
      const back = parametersOf(await open().visit(authorizePath(createPkce(), { state })));
      expect(back.get('error')).toBe('invalid_request');
      expect(back.has('state')).toBe(false);
    }
  });

  test('a parameter that comes twice is refused', async () => {
    const back = parametersOf(await open().visit(`${authorizePath(createPkce())}&scope=openid`));
    expect(back.get('error')).toBe('invalid_request');
  });
});

const exchange = (pkce: { verifier: string }, code: string, changes: Record<string, string> = {}) =>
  redeem(fixture.endpoint, {
    grant_type: 'authorization_code',
    client_id: CLIENT_ID,
    redirect_uri: CALLBACK,
    code,
    code_verifier: pkce.verifier,
    ...changes,
  });

const postRaw = async (body: string, type = 'application/x-www-form-urlencoded') =>
  (
    await fetch(`${fixture.endpoint}/oauth2/token`, {
      method: 'POST',
      body,
      headers: { 'content-type': type },
    })
  ).json();

describe('codes', () => {
  test('a code is good once; the second use ends what the first began', async () => {
    const { code, pkce } = await obtainCode(fixture.endpoint, ada);
    const first = await exchange(pkce, code);
    expect(first.status).toBe(200);
    const second = await exchange(pkce, code);
    expect(second).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const refreshed = await redeem(fixture.endpoint, {
      grant_type: 'refresh_token',
      client_id: CLIENT_ID,
      refresh_token: String(first.body['refresh_token']),
    });
    expect(refreshed).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    const info = await fetch(`${fixture.endpoint}/oauth2/userInfo`, {
      headers: { authorization: `Bearer ${String(first.body['access_token'])}` },
    });
    expect(info.status).toBe(401);
    expect(info.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  test('of twenty at once one is given tokens, and they are ended', async () => {
    const { code, pkce } = await obtainCode(fixture.endpoint, ada);
    const replies = await Promise.all(Array.from({ length: 20 }, () => exchange(pkce, code)));
    const given = replies.filter(({ status }) => status === 200);
    expect(given).toHaveLength(1);
    const info = await fetch(`${fixture.endpoint}/oauth2/userInfo`, {
      headers: { authorization: `Bearer ${String(given[0]?.body['access_token'])}` },
    });
    expect(info.status).toBe(401);
  });

  test.each([
    ['another verifier', () => ({ code_verifier: createPkce().verifier })],
    ['the challenge as verifier', (pkce: Pkce) => ({ code_verifier: pkce.challenge })],
    ['another address', () => ({ redirect_uri: 'app.example:/callback?kept=1' })],
  ])('%s is refused, and the code is gone with it', async (_what, changes) => {
    const { code, pkce } = await obtainCode(fixture.endpoint, ada);
    expect(await exchange(pkce, code, changes(pkce))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
    expect(await exchange(pkce, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('another client cannot use a code, nor use it up', async () => {
    const { code, pkce } = await obtainCode(fixture.endpoint, ada);
    expect(await exchange(pkce, code, { client_id: OTHER_CLIENT_ID })).toMatchObject({
      body: { error: 'invalid_grant' },
    });
    const secret = { client_id: SECRET_CLIENT_ID, client_secret: CLIENT_SECRET };
    expect(await exchange(pkce, code, secret)).toMatchObject({ body: { error: 'invalid_grant' } });
    expect((await exchange(pkce, code)).status).toBe(200);
  });

  test('a code is too old after a minute', async () => {
    const { code, pkce } = await obtainCode(fixture.endpoint, ada);
    clock.advance(60 * SECOND_MS);
    expect(await exchange(pkce, code)).toMatchObject({ body: { error: 'invalid_grant' } });
  });

  test('a verifier for a code without challenge is refused: somebody took the challenge away', async () => {
    const changes = {
      client_id: SECRET_CLIENT_ID,
      code_challenge: undefined,
      code_challenge_method: undefined,
    };
    const { code, pkce } = await obtainCode(fixture.endpoint, ada, changes);
    const secret = { client_id: SECRET_CLIENT_ID, client_secret: CLIENT_SECRET };
    expect(await exchange(pkce, code, secret)).toMatchObject({ body: { error: 'invalid_grant' } });
  });

  test('a code of somebody who was disabled meanwhile gives nothing', async () => {
    await fixture.createUser('gone@example.org');
    const { code, pkce } = await obtainCode(fixture.endpoint, {
      name: 'gone@example.org',
      password: PASSWORD,
    });
    await fixture.admin('AdminDisableUser', { UserPoolId: POOL_ID, Username: 'gone@example.org' });
    expect(await exchange(pkce, code)).toMatchObject({ body: { error: 'invalid_grant' } });
  });

  test.each([
    { what: 'no secret', fields: { client_id: SECRET_CLIENT_ID }, error: 'invalid_client' },
    {
      what: 'a wrong secret',
      fields: { client_id: SECRET_CLIENT_ID, client_secret: `${CLIENT_SECRET}x` },
      error: 'invalid_client',
    },
    {
      what: 'a secret for a client without one',
      fields: { client_id: CLIENT_ID, client_secret: 'x' },
      error: 'invalid_client',
    },
    {
      what: 'two ways at once',
      fields: { client_secret: CLIENT_SECRET },
      headers: { authorization: basic(SECRET_CLIENT_ID, CLIENT_SECRET) },
      error: 'invalid_request',
    },
    {
      what: 'another name in the form',
      fields: { client_id: CLIENT_ID },
      headers: { authorization: basic(SECRET_CLIENT_ID, CLIENT_SECRET) },
      error: 'invalid_request',
    },
    {
      what: 'a bearer token',
      fields: { client_id: CLIENT_ID },
      headers: { authorization: 'Bearer x' },
      error: 'invalid_client',
    },
    { what: 'no client', fields: {}, error: 'invalid_request' },
  ])('$what is no client authentication', async ({ fields, headers = {}, error }) => {
    const form = { grant_type: 'refresh_token', refresh_token: 'x', ...fields };
    expect(await redeem(fixture.endpoint, form, headers)).toMatchObject({ status: 400, body: { error } });
  });

  test.each([
    ['client_credentials', 'unauthorized_client'],
    ['password', 'unsupported_grant_type'],
    ['urn:ietf:params:oauth:grant-type:device_code', 'unsupported_grant_type'],
  ])('grant_type %s is %s', async (grant_type, error) => {
    expect(await redeem(fixture.endpoint, { client_id: CLIENT_ID, grant_type })).toMatchObject({
      body: { error },
    });
  });

  test('a field that comes twice, JSON and a form of a megabyte are refused', async () => {
    const twice = `grant_type=refresh_token&client_id=${CLIENT_ID}&client_id=${OTHER_CLIENT_ID}&refresh_token=x`;
    expect(await postRaw(twice)).toEqual({ error: 'invalid_request' });
    expect(await postRaw('{}', 'application/json')).toEqual({ error: 'invalid_request' });
    expect(await postRaw(`x=${'y'.repeat(1024 * 1024)}`)).toEqual({ error: 'invalid_request' });
  });
});

function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

async function filled(browser: HostedBrowser): Promise<Record<string, string>> {
  const page = await browser.visit(authorizePath(createPkce()));
  return { ...readForm(page.html, '/login'), username: ada.name, password: PASSWORD };
}

describe('forms', () => {
  const FORMS = [
    '/login',
    '/challenge',
    '/signup',
    '/confirmUser',
    '/resendcode',
    '/forgotPassword',
    '/confirmForgotPassword',
  ];

  test.each(FORMS)(
    '%s takes no form without its token, or with that of another request or browser',
    async (path) => {
      const browser = open();
      const own = await filled(browser);
      const second = await filled(browser);
      const stranger = await filled(open());
      for (const token of ['', 'x', second['token'] ?? '', stranger['token'] ?? '']) {
        const page = await browser.post(path, new URLSearchParams({ ...own, token }));
        expect(page).toMatchObject({ status: 403, left: undefined });
      }
    },
  );

  test.each(FORMS)('%s takes no form from another site', async (path) => {
    const browser = open();
    const own = new URLSearchParams(await filled(browser));
    for (const site of ['cross-site', 'same-site', 'none'])
      expect(await browser.post(path, own, { 'sec-fetch-site': site })).toMatchObject({
        status: 403,
        left: undefined,
      });
  });

  test('where a browser sends no Sec-Fetch-Site, Origin decides', async () => {
    const post = async (origin: string | undefined) => {
      const browser = open();
      const own = await filled(browser);
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        cookie,
        ...(origin === undefined ? {} : { origin }),
      };
      const body = new URLSearchParams(own).toString();
      return (
        await fixture.pool.fetch(new Request(`${fixture.endpoint}/login`, { method: 'POST', headers, body }))
      ).status;
    };
    expect(await post(fixture.endpoint)).toBe(303);
    expect(await post('https://evil.example')).toBe(403);
    expect(await post(undefined)).toBe(403);
  });

  test.each(FORMS)('%s belongs to the browser that began: another one cannot go on with it', async (path) => {
    const own = await filled(open());
    const stranger = open();
    await stranger.visit(authorizePath(createPkce()));
    const page = await stranger.post(path, new URLSearchParams(own));
    expect(page).toMatchObject({ status: 400, left: undefined });
    expect(await open().post(path, new URLSearchParams(own))).toMatchObject({ status: 400, left: undefined });
  });

  test('a form that is too large, repeats a field or is no form is refused', async () => {
    const browser = open();
    const own = new URLSearchParams(await filled(browser));
    const large = new URLSearchParams(own);
    large.set('password', 'x'.repeat(70_000));
    expect(await browser.post('/login', large)).toMatchObject({ status: 413 });
    const twice = new URLSearchParams(own);
    twice.append('username', 'eve@example.org');
    expect(await browser.post('/login', twice)).toMatchObject({ status: 400, left: undefined });
    expect(await browser.post('/login', own, { 'content-type': 'application/json' })).toMatchObject({
      status: 415,
    });
    expect(await browser.post('/login', own, { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
    });
  });
});

describe('sessions', () => {
  test('a browser that is signed in needs no password for the next client; prompt=login asks again', async () => {
    const browser = open();
    await signInByPage(browser, authorizePath(createPkce()), ada);
    const other = { client_id: OTHER_CLIENT_ID, redirect_uri: OTHER_CALLBACK };
    expect(parametersOf(await browser.visit(authorizePath(createPkce(), other))).get('code')).not.toBeNull();
    expect(
      parametersOf(await browser.visit(authorizePath(createPkce(), { prompt: 'none' }))).has('code'),
    ).toBe(true);
    expect((await browser.visit(authorizePath(createPkce(), { prompt: 'login' }))).html).toContain(
      'action="/login"',
    );
    expect((await browser.visit(authorizePath(createPkce(), { max_age: '0' }))).html).toContain(
      'action="/login"',
    );
    clock.advance(HOUR_MS);
    expect((await browser.visit(authorizePath(createPkce()))).html).toContain('action="/login"');
  });

  test('a session that was planted is never taken over', async () => {
    const browser = open();
    const planted = 'A'.repeat(43);
    browser.cookies.set(`pool-session-${POOL_ID}`, planted);
    browser.cookies.set('pool-browser', planted);
    await signInByPage(browser, authorizePath(createPkce()), ada);
    expect(browser.cookies.get(`pool-session-${POOL_ID}`)).not.toBe(planted);
    const attacker = open();
    attacker.cookies.set(`pool-session-${POOL_ID}`, planted);
    expect((await attacker.visit(authorizePath(createPkce()))).html).toContain('action="/login"');
  });

  test('who has planted the cookie of a browser cannot go on where its owner proved the password', async () => {
    await fixture.admin('AdminCreateUser', {
      UserPoolId: POOL_ID,
      Username: 'new@example.org',
      TemporaryPassword: PASSWORD,
      MessageAction: 'SUPPRESS',
    });
    const attacker = open();
    const begun = await attacker.visit(authorizePath(createPkce()));
    const victim = open();
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value);
    const page = await victim.submit(begun, '/login', { username: 'new@example.org', password: PASSWORD });
    expect(page.html).toContain('autocomplete="new-password"');
    const id = new URL(page.url).searchParams.get('request') ?? '';
    const peek = await attacker.visit(`/challenge?request=${id}`);
    expect(peek).toMatchObject({ status: 400 });
    expect(peek.html).not.toContain('new@example.org');
  });

  test('who has planted the cookie cannot go on by proving a password of his own either', async () => {
    for (const Username of ['mallory@example.org', 'newer@example.org'])
      await fixture.admin('AdminCreateUser', {
        UserPoolId: POOL_ID,
        Username,
        TemporaryPassword: PASSWORD,
        MessageAction: 'SUPPRESS',
      });
    const attacker = open();
    const begun = await attacker.visit(authorizePath(createPkce()));
    const own = await attacker.visit(authorizePath(createPkce(), { state: 'attack' }));
    const victim = open();
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value);
    const page = await victim.submit(begun, '/login', { username: 'newer@example.org', password: PASSWORD });
    const id = new URL(page.url).searchParams.get('request') ?? '';
    const mallory = { username: 'mallory@example.org', password: PASSWORD };
    expect((await attacker.submit(own, '/login', mallory)).html).toContain('autocomplete="new-password"');
    expect(await attacker.visit(`/challenge?request=${id}`)).toMatchObject({ status: 400 });
    expect((await victim.visit(`/challenge?request=${id}`)).html).toContain('autocomplete="new-password"');
  });

  test('a sign-out everywhere ends the sessions of the pages, and codes that nobody has used yet', async () => {
    await fixture.createUser('out@example.org');
    const person = { name: 'out@example.org', password: PASSWORD };
    const { browser, code, pkce } = await obtainCode(fixture.endpoint, person);
    await fixture.admin('AdminUserGlobalSignOut', { UserPoolId: POOL_ID, Username: person.name });
    expect((await browser.visit(authorizePath(createPkce()))).html).toContain('action="/login"');
    expect(await exchange(pkce, code)).toMatchObject({ body: { error: 'invalid_grant' } });
  });

  test('a password that changes ends the sessions, a disabled user has none', async () => {
    await fixture.createUser('eve@example.org');
    const eve = { name: 'eve@example.org', password: PASSWORD };
    const browser = open();
    await signInByPage(browser, authorizePath(createPkce()), eve);
    await fixture.admin('AdminSetUserPassword', {
      UserPoolId: POOL_ID,
      Username: eve.name,
      Password: 'another-Kettle-orbit-92',
      Permanent: true,
    });
    expect((await browser.visit(authorizePath(createPkce()))).html).toContain('action="/login"');
  });

  test('loading /logout as a picture signs nobody out', async () => {
    const browser = open();
    await signInByPage(browser, authorizePath(createPkce()), ada);
    const query = new URLSearchParams({ client_id: CLIENT_ID, logout_uri: SIGNED_OUT });
    await browser.visit(`/logout?${query.toString()}`, { 'sec-fetch-mode': 'no-cors' });
    expect(parametersOf(await browser.visit(authorizePath(createPkce()))).has('code')).toBe(true);
  });

  test('a request gives one code: its page is used up', async () => {
    const browser = open();
    const page = await browser.visit(authorizePath(createPkce()));
    const fields = { username: ada.name, password: PASSWORD };
    expect((await browser.submit(page, '/login', fields)).left).toContain('code=');
    const again = await browser.submit(page, '/login', fields);
    expect(again).toMatchObject({ status: 400, left: undefined });
    expect(again.html).toContain('Start again');
  });
});

const toldAtLogin = async (name: string) => {
  const browser = open();
  const login = await browser.visit(authorizePath(createPkce()));
  const page = await browser.submit(login, '/login', {
    username: name,
    password: 'wrong-Kettle-orbit-1',
  });
  return page.html.replaceAll(name, 'NAME').replaceAll(/value="[\w-]{36,43}"|request=[\w-]{36}/g, '');
};

describe('pages', () => {
  test('no page lets scripts, frames, caches or referrers at it', async () => {
    const page = await open().visit(authorizePath(createPkce()));
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self' https://app.example; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'",
    });
    expect(page.headers.get('access-control-allow-origin')).toBeNull();
    expect(page.html).not.toMatch(/<script|<[^>]*\s(on\w+|style)=/i);
  });

  test('a form may end at the scheme of an application, and at no other', async () => {
    const page = await open().visit(
      authorizePath(createPkce(), { redirect_uri: 'app.example:/callback?kept=1' }),
    );
    expect(page.headers.get('content-security-policy')).toContain("form-action 'self' app.example:;");
    const back = await open().visit(
      authorizePath(createPkce(), { redirect_uri: 'app.example:/callback?kept=1', prompt: 'none' }),
    );
    expect(back.left).toMatch(/^app\.example:\/callback\?kept=1&error=login_required&/);
  });

  test('a page of another method, and one that is broken, are pages', async () => {
    expect(await open().post('/logout', new URLSearchParams())).toMatchObject({ status: 405 });
    const answer = await fixture.pool.fetch(new Request(`${fixture.endpoint}/login`, { method: 'OPTIONS' }));
    expect(answer.status).toBe(405);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('what is reflected or stored is text on every page', async () => {
    const hints = { login_hint: SCRIPT.slice(0, 128), lang: SCRIPT.slice(0, 35), state: SCRIPT };
    const browser = open();
    const login = await browser.visit(authorizePath(createPkce(), hints));
    const id = readForm(login.html, '/login')['request'] ?? '';
    const pages = [
      login,
      await browser.submit(login, '/login', { username: SCRIPT, password: 'x' }),
      await browser.visit(`/signup?request=${id}`),
      await browser.visit(`/confirmUser?request=${id}`),
      await browser.visit(`/forgotPassword?request=${id}`),
      await browser.visit(`/confirmForgotPassword?request=${id}`),
      await browser.visit(`/login?request=${encodeURIComponent(SCRIPT)}`),
      await browser.visit(`/login?request=${id}&lang=${encodeURIComponent(SCRIPT)}`),
      await browser.visit(`/logout?client_id=${CLIENT_ID}`),
      await browser.visit(`/logout?client_id=${encodeURIComponent(SCRIPT)}`),
      await browser.visit(`/login/provider?request=${id}&name=${encodeURIComponent(SCRIPT)}`),
      await browser.visit(authorizePath(createPkce(), { redirect_uri: SCRIPT })),
    ];
    for (const page of pages) {
      expect(page.html).toContain('<main class="card">');
      expect(page.html).not.toContain('<script');
      expect(page.html).not.toContain('<img');
      expect(page.html).not.toContain("onerror='");
    }
    expect(login.html).toContain('&lt;script&gt;');
  });

  test('passwords and codes are in no log line and no page', async () => {
    const secret = 'plain-Secret-horse-77';
    const browser = open();
    const login = await browser.visit(authorizePath(createPkce()));
    const page = await browser.submit(login, '/login', { username: ada.name, password: secret });
    expect(page.html).not.toContain(secret);
    expect(fixture.logged.join('')).not.toContain(secret);
    expect(fixture.logged.join('')).not.toMatch(/code=|[?&]request=/);
  });

  test('unknown, wrong and disabled are told in the same words', async () => {
    expect(await toldAtLogin('nobody@example.org')).toBe(await toldAtLogin('ada@example.org'));
  });
});
