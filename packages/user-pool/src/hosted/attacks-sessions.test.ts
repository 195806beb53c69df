import { HOUR_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { ada, clock, exchange, fixture, open, preparePages } from '../testing/scenes/hosted-attack-scene.ts';
import {
  authorizePath,
  createPkce,
  obtainCode,
  OTHER_CALLBACK,
  parametersOf,
  SIGNED_OUT,
  signInByPage,
} from '../testing/hosted-fixture.ts';
import { CLIENT_ID, OTHER_CLIENT_ID, PASSWORD, POOL_ID } from '../testing/pool-fixture.ts';

preparePages();

test('a signed-in browser needs no password for the next client; prompt=login asks again', async () => {
  const browser = open();
  await signInByPage(browser, authorizePath(createPkce()), ada);
  const other = { client_id: OTHER_CLIENT_ID, redirect_uri: OTHER_CALLBACK };
  expect(parametersOf(await browser.visit(authorizePath(createPkce(), other))).get('code')).not.toBeNull();
  expect(parametersOf(await browser.visit(authorizePath(createPkce(), { prompt: 'none' }))).has('code')).toBe(
    true,
  );
  expect((await browser.visit(authorizePath(createPkce(), { prompt: 'login' }))).html).toContain(
    'action="/login"',
  );
  expect((await browser.visit(authorizePath(createPkce(), { max_age: '0' }))).html).toContain(
    'action="/login"',
  );
  clock.advance(HOUR_MS);
  expect((await browser.visit(authorizePath(createPkce()))).html).toContain('action="/login"');
});

test('a planted session is never used', async () => {
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

test('after a password proof, the owner of a planted cookie cannot continue the sign-in', async () => {
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

test('an attacker with a planted cookie cannot continue by proving a password of their own', async () => {
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

test('a global sign-out ends the sessions of the hosted pages, and unused codes', async () => {
  await fixture.createUser('out@example.org');
  const person = { name: 'out@example.org', password: PASSWORD };
  const { browser, code, pkce } = await obtainCode(fixture.endpoint, person);
  await fixture.admin('AdminUserGlobalSignOut', { UserPoolId: POOL_ID, Username: person.name });
  expect((await browser.visit(authorizePath(createPkce()))).html).toContain('action="/login"');
  expect(await exchange(pkce, code)).toMatchObject({ body: { error: 'invalid_grant' } });
});

test('a password change ends the sessions, and a disabled user has none', async () => {
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

test('loading /logout as an image signs no one out', async () => {
  const browser = open();
  await signInByPage(browser, authorizePath(createPkce()), ada);
  const query = new URLSearchParams({ client_id: CLIENT_ID, logout_uri: SIGNED_OUT });
  await browser.visit(`/logout?${query.toString()}`, { 'sec-fetch-mode': 'no-cors' });
  expect(parametersOf(await browser.visit(authorizePath(createPkce()))).has('code')).toBe(true);
});

test('an authorization request gives one code, and its page works once', async () => {
  const browser = open();
  const page = await browser.visit(authorizePath(createPkce()));
  const fields = { username: ada.name, password: PASSWORD };
  expect((await browser.submit(page, '/login', fields)).left).toContain('code=');
  const again = await browser.submit(page, '/login', fields);
  expect(again).toMatchObject({ status: 400, left: undefined });
  expect(again.html).toContain('Start again');
});
