import { SECOND_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import type { Visit } from '../testing/hosted-browser.ts';
import {
  begin,
  clock,
  createPerson,
  enter,
  fixture,
  hasCode,
  NEW_PASSWORD,
  open,
  preparePages,
} from '../testing/scenes/pages-scene.ts';
import { CLIENT_ID, PASSWORD, POOL_ID } from '../testing/pool-fixture.ts';

preparePages();

test('a user signs up, confirms, and signs in with the name filled in', async () => {
  const browser = open();
  const page = await browser.visit(begin({}).replace('/oauth2/authorize', '/signup'));
  const fields = {
    username: 'new@example.org',
    'attribute.given_name': 'Nina',
    password: PASSWORD,
    repeat: PASSWORD,
  };
  expect((await browser.submit(page, '/signup', { ...fields, username: 'nothing' })).html).toContain(
    'Enter an email address.',
  );
  const confirm = await browser.submit(page, '/signup', fields);
  expect(confirm.html).toContain('n***@e***');
  clock.advance(SECOND_MS);
  const resent = await browser.submit(confirm, '/resendcode', {});
  expect(resent.html).toContain('We sent a new code.');
  const code = await fixture.lastCode('new@example.org');
  const login = await browser.submit(resent, '/confirmUser', { code });
  expect(login.html).toContain('Account confirmed.');
  expect(login.html).toContain('value="new@example.org"');
  hasCode(await browser.submit(login, '/login', { password: PASSWORD }));
});

test('a sign-in of an unconfirmed user shows the page for the code', async () => {
  await fixture.call('SignUp', {
    ClientId: CLIENT_ID,
    Username: 'late@example.org',
    Password: PASSWORD,
    UserAttributes: [{ Name: 'given_name', Value: 'Lea' }],
  });
  const browser = open();
  const confirm = await enter(browser, 'late@example.org');
  expect(new URL(confirm.url).pathname).toBe('/confirmUser');
  const login = await browser.submit(confirm, '/confirmUser', {
    code: await fixture.lastCode('late@example.org'),
  });
  hasCode(await browser.submit(login, '/login', { password: PASSWORD }));
});

const signUpPage = async (username: string) => {
  const browser = open();
  const page = await browser.visit(begin({}).replace('/oauth2/authorize', '/signup'));
  const fields = { username, 'attribute.given_name': 'X', password: PASSWORD, repeat: PASSWORD };
  const next = await browser.submit(page, '/signup', fields);
  return next.html
    .replaceAll(/value="[\w-]{36,43}"|request=[\w-]{36}|value="[^"]*@[^"]*"/g, '')
    .replaceAll(username, 'NAME');
};

test('a taken address gets the same response as a free one', async () => {
  await createPerson('taken@example.org', POOL_ID, { email_verified: 'true', given_name: 'Ta' });
  expect(await signUpPage('taken@example.org')).toBe(await signUpPage('toast@example.org'));
});

const startForgot = async (username: string) => {
  const browser = open();
  const page = await browser.visit(begin({}).replace('/oauth2/authorize', '/forgotPassword'));
  return { browser, page: await browser.submit(page, '/forgotPassword', { username }) };
};

const plainText = (visit: Visit) =>
  visit.html.replaceAll(/value="[\w-]{36,43}"|request=[\w-]{36}/g, '').replaceAll(/\w+@example.org/g, 'NAME');

test('a forgotten password is reset, and unknown names get the same responses', async () => {
  await createPerson('forgot@example.org', POOL_ID, { email_verified: 'true', given_name: 'Fo' });
  const { browser, page } = await startForgot('forgot@example.org');
  const stranger = await startForgot('nobody@example.org');
  expect(plainText(page)).toBe(plainText(stranger.page));
  const fields = { password: NEW_PASSWORD, repeat: NEW_PASSWORD };
  expect(
    (await stranger.browser.submit(stranger.page, '/confirmForgotPassword', { ...fields, code: '123456' }))
      .html,
  ).toContain('role="alert"');
  const code = await fixture.lastCode('forgot@example.org');
  const short = await browser.submit(page, '/confirmForgotPassword', { code, password: 'x', repeat: 'x' });
  expect(short.html).toContain('The password doesn’t follow the rules below.');
  const login = await browser.submit(page, '/confirmForgotPassword', { ...fields, code });
  expect(login.html).toContain('Password changed.');
  hasCode(await browser.submit(login, '/login', { password: NEW_PASSWORD }));
});

test('a password reset by an administrator shows the form for a new one', async () => {
  await createPerson('reset@example.org', POOL_ID, { email_verified: 'true', given_name: 'Re' });
  await fixture.admin('AdminResetUserPassword', { UserPoolId: POOL_ID, Username: 'reset@example.org' });
  const page = await enter(open(), 'reset@example.org');
  expect(new URL(page.url).pathname).toBe('/confirmForgotPassword');
});
