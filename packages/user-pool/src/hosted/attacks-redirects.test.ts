import { describe, expect, test } from 'vitest';
import { ada, fixture, open, preparePages } from '../testing/scenes/hosted-attack-scene.ts';
import {
  authorizePath,
  CALLBACK,
  createPkce,
  OTHER_CALLBACK,
  parametersOf,
  SIGNED_OUT,
  signInByPage,
} from '../testing/hosted-fixture.ts';
import { CLIENT_ID, OTHER_CLIENT_ID, POOL_ID } from '../testing/pool-fixture.ts';

preparePages();

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
  ])('an address that is not registered exactly gets no redirect: %j', async (uri) => {
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
  ])('a registered but dangerous address is rejected too: %s', async (uri) => {
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
  ])('%s ends on an error page without a redirect', async (_what, changes) => {
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
  ])('sign-out by %s to %s neither redirects nor signs out', async (name, uri) => {
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

describe('errors that the client gets', () => {
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

  test('an overlong or unprintable state is not returned', async () => {
    for (const state of ['x'.repeat(2049), 'a\r\nSet-Cookie: x=1', 'é']) {
      const back = parametersOf(await open().visit(authorizePath(createPkce(), { state })));
      expect(back.get('error')).toBe('invalid_request');
      expect(back.has('state')).toBe(false);
    }
  });

  test('a repeated parameter is rejected', async () => {
    const back = parametersOf(await open().visit(`${authorizePath(createPkce())}&scope=openid`));
    expect(back.get('error')).toBe('invalid_request');
  });
});
