// Every challenge and every form of the pages, by a browser that runs no script.
import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { computeCode, stepAt } from '../crypto/totp.ts';
import type { DeclaredPoolInput } from '../settings.ts';
import { createAuthenticator } from '../testing/authenticator.ts';
import { decodeBase32 } from '../testing/base32.ts';
import {
  createHostedBrowser,
  type HostedBrowser,
  unescapeHtml,
  type Visit,
} from '../testing/hosted-browser.ts';
import {
  authorizePath,
  CALLBACK,
  createPkce,
  hostedPools,
  parametersOf,
  signInByPage,
} from '../testing/hosted-fixture.ts';
import {
  CLIENT_ID,
  PASSWORD,
  POOL_ID,
  type PoolFixture,
  startPool,
  tokensSchema,
} from '../testing/pool-fixture.ts';

const NEW_PASSWORD = 'bright-Lantern-river-42';
const STRICT_POOL_ID = 'us-east-1_Strict001';
const clock = manualClock(new Date());
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;

const oauth = {
  isOAuthAllowed: true,
  oauthFlows: ['code' as const],
  oauthScopes: ['openid', 'email'],
  callbackUrls: [CALLBACK],
};
const strictPool: DeclaredPoolInput = {
  id: STRICT_POOL_ID,
  name: 'strict',
  mfaConfiguration: 'ON',
  emailMfa: { isEnabled: true },
  aliasAttributes: ['email'],
  clients: [{ id: 'strict', name: 'strict', ...oauth }],
};
const easyPool: DeclaredPoolInput = {
  id: 'us-east-1_Easy00001',
  name: 'easy',
  usernameAttributes: ['email'],
  firstFactors: ['PASSWORD', 'EMAIL_OTP', 'WEB_AUTHN'],
  webAuthn: { relyingPartyId: 'localhost', origins: ['http://localhost'] },
  customAuth: { kind: 'email_code' },
  clients: [
    {
      id: 'easy',
      name: 'easy',
      ...oauth,
      explicitAuthFlows: [
        'ALLOW_USER_SRP_AUTH',
        'ALLOW_USER_AUTH',
        'ALLOW_CUSTOM_AUTH',
        'ALLOW_USER_PASSWORD_AUTH',
      ],
    },
  ],
};

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, {
    clock,
    pools: [
      ...hostedPools({
        emailMfa: { isEnabled: true },
        smsMfa: { isEnabled: true },
        schemaAttributes: [
          { name: 'team', isCustom: true },
          { name: 'given_name', isCustom: false, isRequired: true },
        ],
      }),
      strictPool,
      easyPool,
    ],
  });
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

const open = (): HostedBrowser => createHostedBrowser(fixture.endpoint, fixture.pool.fetch);
const begin = (changes: Readonly<Record<string, string | undefined>> = {}) =>
  authorizePath(createPkce(), changes);
const enter = async (browser: HostedBrowser, name: string, changes = {}): Promise<Visit> =>
  await signInByPage(browser, begin(changes), { name, password: PASSWORD });
const hasCode = (visit: Visit) => expect(parametersOf(visit).get('code')).toBeTruthy();
const requestOf = (visit: Visit) => new URL(visit.url).searchParams.get('request') ?? '';

async function createPerson(
  name: string,
  poolId: string,
  attributes: Readonly<Record<string, string>> = {},
): Promise<void> {
  const target = { UserPoolId: poolId, Username: name };
  const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
  const made = await fixture.admin('AdminCreateUser', {
    ...target,
    MessageAction: 'SUPPRESS',
    UserAttributes,
  });
  expect(made).toMatchObject({ status: 200 });
  await fixture.admin('AdminSetUserPassword', { ...target, Password: PASSWORD, Permanent: true });
}

test('a temporary password is replaced, with the attributes that the pool requires', async () => {
  await fixture.admin('AdminCreateUser', {
    UserPoolId: POOL_ID,
    Username: 'first@example.org',
    TemporaryPassword: PASSWORD,
    MessageAction: 'SUPPRESS',
  });
  const browser = open();
  const page = await enter(browser, 'first@example.org');
  expect(page.html).toContain('name="attribute.given_name"');
  expect(page.html).toContain('autocomplete="given-name"');
  const fields = { 'attribute.given_name': 'Fay', password: NEW_PASSWORD, repeat: NEW_PASSWORD };

  const differing = await browser.submit(page, '/challenge', { ...fields, repeat: 'something-else-1' });
  expect(differing.html).toContain('The two passwords are not the same.');
  expect(differing.html).toContain('value="Fay"');
  expect(differing.html).not.toContain(NEW_PASSWORD);
  const short = await browser.submit(page, '/challenge', { ...fields, password: 'short', repeat: 'short' });
  expect(short.html).toContain('The password does not keep the rules below.');
  expect(
    (await browser.submit(page, '/challenge', { ...fields, 'attribute.given_name': '' })).html,
  ).toContain('Fill in this field.');
  hasCode(await browser.submit(page, '/challenge', fields));
  const user = await fixture.admin('AdminGetUser', { UserPoolId: POOL_ID, Username: 'first@example.org' });
  expect(user.body).toMatchObject({ UserStatus: 'CONFIRMED' });
  expect(user.body['UserAttributes']).toContainEqual({ Name: 'given_name', Value: 'Fay' });
});

test('an authenticator is set up by picture and key, and asked for the next time', async () => {
  await createPerson('totp', STRICT_POOL_ID, { email: 'totp@example.org', email_verified: 'true' });
  const client = { client_id: 'strict' };
  const browser = open();
  const choice = await enter(browser, 'totp', client);
  expect(choice.html).toContain('value="SOFTWARE_TOKEN_MFA"');
  const page = await browser.submit(choice, '/challenge', { choice: 'SOFTWARE_TOKEN_MFA' });
  expect(page.html).toContain('<svg aria-hidden="true" focusable="false"');
  const address = new URL(unescapeHtml(/href="(otpauth:[^"]*)"/.exec(page.html)?.[1] ?? ''));
  const secret = decodeBase32(address.searchParams.get('secret') ?? '');
  expect(`${address.host}${address.pathname}`).toBe('totp/strict%3Atotp');
  expect((await browser.visit(`/challenge?request=${requestOf(page)}`)).html).toContain(
    page.html.match(/<code[^>]*>[^<]*/)?.[0] ?? 'none',
  );

  expect((await browser.submit(page, '/challenge', { code: '000000' })).html).toContain('The code is wrong.');
  hasCode(await browser.submit(page, '/challenge', { code: computeCode(secret, stepAt(clock.now())) }));

  clock.advance(30 * SECOND_MS);
  const again = open();
  const asked = await enter(again, 'totp', client);
  expect(asked.html).toContain('autocomplete="one-time-code"');
  expect((await again.submit(asked, '/challenge', { code: '' })).html).toContain('Fill in this field.');
  const wrong = await again.submit(asked, '/challenge', { code: '123456' });
  expect(wrong.html).toContain('The code is wrong.');
  expect(wrong.html).toContain('aria-invalid="true"');
  const code = computeCode(secret, stepAt(clock.now()));
  hasCode(await again.submit(asked, '/challenge', { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` }));
});

test('codes by e-mail are set up, and asked for the next time', async () => {
  await createPerson('mail', STRICT_POOL_ID);
  const client = { client_id: 'strict' };
  const browser = open();
  const choice = await enter(browser, 'mail', client);
  const form = await browser.submit(choice, '/challenge', { choice: 'EMAIL_OTP' });
  expect((await browser.submit(form, '/challenge', { email: 'not an address' })).html).toContain(
    'This is not an e-mail address.',
  );
  const asked = await browser.submit(form, '/challenge', { email: 'mail@example.org' });
  expect(asked.html).toContain('m***@e***');
  hasCode(await browser.submit(asked, '/challenge', { code: await fixture.lastCode('mail@example.org') }));

  const again = open();
  const next = await enter(again, 'mail', client);
  expect(next.html).toContain('m***@e***');
  hasCode(await again.submit(next, '/challenge', { code: await fixture.lastCode('mail@example.org') }));
});

test('of two second factors one is chosen, and a code comes by text message', async () => {
  await createPerson('both@example.org', POOL_ID, {
    email_verified: 'true',
    phone_number: '+447700900123',
    phone_number_verified: 'true',
    given_name: 'Bo',
  });
  const signedIn = await fixture.signIn('both@example.org', PASSWORD, { clientId: CLIENT_ID });
  const { AccessToken } = tokensSchema.parse(signedIn.body['AuthenticationResult']);
  const set = await fixture.call('SetUserMFAPreference', {
    AccessToken,
    SMSMfaSettings: { Enabled: true },
    EmailMfaSettings: { Enabled: true },
  });
  expect(set).toMatchObject({ status: 200 });
  const browser = open();
  const choice = await enter(browser, 'both@example.org');
  expect((await browser.submit(choice, '/challenge', { choice: 'SOFTWARE_TOKEN_MFA' })).html).toContain(
    'not open to you',
  );
  const asked = await browser.submit(choice, '/challenge', { choice: 'SMS_MFA' });
  expect(asked.html).toContain('0123');
  hasCode(await browser.submit(asked, '/challenge', { code: await fixture.lastCode('+447700900123') }));
});

const startByCode = async (username: string) => {
  const browser = open();
  const login = await browser.visit(begin({ client_id: 'easy' }));
  const choice = await browser.submit(login, '/login', { username, method: 'code' });
  expect(choice.html).toContain('value="EMAIL_OTP"');
  return { browser, choice, asked: await browser.submit(choice, '/challenge', { choice: 'EMAIL_OTP' }) };
};

test('a code by e-mail is a way in, for who exists; nobody else is told apart', async () => {
  await createPerson('easy@example.org', 'us-east-1_Easy00001', { email_verified: 'true' });
  const known = await startByCode('easy@example.org');
  expect(known.asked.html).toContain('e***@e***');
  hasCode(
    await known.browser.submit(known.asked, '/challenge', {
      code: await fixture.lastCode('easy@example.org'),
    }),
  );

  const unknown = await startByCode('nobody@example.org');
  expect(unknown.asked.html).toContain('n***@e***');
  const wrong = await unknown.browser.submit(unknown.asked, '/challenge', { code: '12345678' });
  expect(wrong.html).toContain('The code is wrong.');
});

test('SELECT_CHALLENGE leads to a password too', async () => {
  await createPerson('chooser@example.org', 'us-east-1_Easy00001', { email_verified: 'true' });
  const browser = open();
  const login = await browser.visit(begin({ client_id: 'easy' }));
  const choice = await browser.submit(login, '/login', { username: 'chooser@example.org', method: 'code' });
  const asked = await browser.submit(choice, '/challenge', { choice: 'PASSWORD' });
  expect(asked.html).toContain('autocomplete="current-password"');
  hasCode(await browser.submit(asked, '/challenge', { password: PASSWORD }));
});

test('a question of the pool is asked and answered', async () => {
  await createPerson('asked@example.org', 'us-east-1_Easy00001', { email_verified: 'true' });
  const browser = open();
  const login = await browser.visit(begin({ client_id: 'easy' }));
  const page = await browser.submit(login, '/login', { username: 'asked@example.org', method: 'question' });
  expect(page.html).toContain('name="answer"');
  hasCode(await browser.submit(page, '/challenge', { answer: await fixture.lastCode('asked@example.org') }));
});

test('a passkey signs in by the one page that has a script', async () => {
  await createPerson('key@example.org', 'us-east-1_Easy00001', { email_verified: 'true' });
  const signedIn = await fixture.signIn('key@example.org', PASSWORD, {
    clientId: 'easy',
    poolId: 'us-east-1_Easy00001',
  });
  const { AccessToken } = tokensSchema.parse(signedIn.body['AuthenticationResult']);
  const authenticator = createAuthenticator({ origin: 'http://localhost' });
  const started = await fixture.call('StartWebAuthnRegistration', { AccessToken });
  const Credential = authenticator.create(started.body['CredentialCreationOptions']);
  expect((await fixture.call('CompleteWebAuthnRegistration', { AccessToken, Credential })).status).toBe(200);

  const browser = open();
  const login = await browser.visit(begin({ client_id: 'easy' }));
  expect(login.html).toContain('autocomplete="username webauthn"');
  const page = await browser.submit(login, '/login', { username: 'key@example.org', method: 'passkey' });
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  const options: unknown = JSON.parse(unescapeHtml(/data-options="([^"]*)"/.exec(page.html)?.[1] ?? ''));
  const forged = authenticator.get(options, { origin: 'https://evil.example' });
  const refused = await browser.submit(page, '/challenge', { credential: JSON.stringify(forged) });
  expect(refused.html).toContain('The name or the password is wrong.');
  expect(refused.html).toContain('value="key@example.org"');

  const next = await browser.submit(refused, '/login', { username: 'key@example.org', method: 'passkey' });
  const fresh: unknown = JSON.parse(unescapeHtml(/data-options="([^"]*)"/.exec(next.html)?.[1] ?? ''));
  hasCode(await browser.submit(next, '/challenge', { credential: JSON.stringify(authenticator.get(fresh)) }));
});

test('somebody signs up, confirms, and signs in with the name kept', async () => {
  const browser = open();
  const page = await browser.visit(begin({}).replace('/oauth2/authorize', '/signup'));
  const fields = {
    username: 'new@example.org',
    'attribute.given_name': 'Nina',
    password: PASSWORD,
    repeat: PASSWORD,
  };
  expect((await browser.submit(page, '/signup', { ...fields, username: 'nothing' })).html).toContain(
    'This is not an e-mail address.',
  );
  const confirm = await browser.submit(page, '/signup', fields);
  expect(confirm.html).toContain('n***@e***');
  clock.advance(SECOND_MS);
  const resent = await browser.submit(confirm, '/resendcode', {});
  expect(resent.html).toContain('A new code is on its way.');
  const code = await fixture.lastCode('new@example.org');
  const login = await browser.submit(resent, '/confirmUser', { code });
  expect(login.html).toContain('Your account is confirmed.');
  expect(login.html).toContain('value="new@example.org"');
  hasCode(await browser.submit(login, '/login', { password: PASSWORD }));
});

test('who signs in before confirming is led to the code', async () => {
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

test('a taken address is answered as a free one', async () => {
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

test('a forgotten password is set anew, and unknown names are answered the same', async () => {
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
  expect(short.html).toContain('The password does not keep the rules below.');
  const login = await browser.submit(page, '/confirmForgotPassword', { ...fields, code });
  expect(login.html).toContain('Your password is changed.');
  hasCode(await browser.submit(login, '/login', { password: NEW_PASSWORD }));
});

test('a password that an administrator has reset leads to the form for a new one', async () => {
  await createPerson('reset@example.org', POOL_ID, { email_verified: 'true', given_name: 'Re' });
  await fixture.admin('AdminResetUserPassword', { UserPoolId: POOL_ID, Username: 'reset@example.org' });
  const page = await enter(open(), 'reset@example.org');
  expect(new URL(page.url).pathname).toBe('/confirmForgotPassword');
});

test('a challenge that has expired begins again by one click, with the name kept', async () => {
  const browser = open();
  const asked = await enter(browser, 'totp', { client_id: 'strict' });
  clock.advance(4 * MINUTE_MS);
  const late = await browser.submit(asked, '/challenge', { code: '123456' });
  expect(late.html).toContain('This page has expired');
  const again = unescapeHtml(/class="button primary" href="([^"]*)"/.exec(late.html)?.[1] ?? '');
  const login = await browser.visit(again);
  expect(login.html).toContain('value="totp"');
  expect(login.html).toMatch(/name="password"[^>]*autofocus/);
});

test('back, reload and two tabs work: each goes on from where it is', async () => {
  await createPerson('tabs@example.org', POOL_ID, { email_verified: 'true', given_name: 'Tab' });
  const browser = open();
  const one = await browser.visit(begin({ state: 'one' }));
  const two = await browser.visit(begin({ state: 'two' }));
  const strict = await enter(browser, 'totp', { client_id: 'strict', state: 'three' });
  const reloaded = await browser.visit(`/challenge?request=${requestOf(strict)}`);
  expect(reloaded.html).toContain('one-time-code');
  const back = await browser.visit(`/login?request=${requestOf(strict)}`);
  expect(back.html).toContain('value="totp"');
  for (const [page, state] of [
    [one, 'one'],
    [two, 'two'],
  ] as const) {
    // The first proof has given the browser a new cookie; the pages of before are read again.
    const fresh = await browser.visit(`/login?request=${requestOf(page)}`);
    const end = await browser.submit(fresh, '/login', { username: 'tabs@example.org', password: PASSWORD });
    expect(parametersOf(end).get('state')).toBe(state);
  }
});

test('a form of an earlier step changes nothing and leads to the present one', async () => {
  await createPerson('steps', STRICT_POOL_ID);
  const browser = open();
  const choice = await enter(browser, 'steps', { client_id: 'strict' });
  const form = await browser.submit(choice, '/challenge', { choice: 'EMAIL_OTP' });
  const stale = await browser.submit(choice, '/challenge', { choice: 'SOFTWARE_TOKEN_MFA' });
  expect(stale.html).toContain('name="email"');
  expect(stale.url).toBe(form.url);
});

test('a form that is sent twice with the cookie of before begins again', async () => {
  const browser = open();
  const login = await browser.visit(begin({ client_id: 'strict' }));
  const before = [...browser.cookies];
  await browser.submit(login, '/login', { username: 'totp', password: PASSWORD });
  for (const [name, value] of before) browser.cookies.set(name, value);
  const twice = await browser.submit(login, '/login', { username: 'totp', password: PASSWORD });
  expect(twice.html).toContain('one-time-code');
});

test('the pages speak Arabic, from right to left, for who asks and for whose browser does', async () => {
  const browser = open();
  for (const page of [
    await browser.visit(begin({ lang: 'ar' })),
    await browser.visit(begin(), { 'accept-language': 'ar-EG,en;q=0.5' }),
  ])
    expect(page.html).toContain('<html lang="ar" dir="rtl">');
  const login = await browser.visit(begin({ lang: 'ar' }));
  const english = await browser.visit(`/login?request=${requestOf(login)}&lang=en`);
  expect(english.html).toContain('<html lang="en" dir="ltr">');
  expect((await browser.visit(`/signup?request=${requestOf(login)}`)).html).toContain('lang="en"');
});

test('stylesheet, icon and script are served under their hash and kept for ever', async () => {
  const page = await open().visit(begin());
  const [, css = ''] = /rel="stylesheet" href="([^"]*)"/.exec(page.html) ?? [];
  const sheet = await open().visit(css);
  expect(sheet).toMatchObject({ status: 200 });
  expect(sheet.headers.get('cache-control')).toContain('immutable');
  expect(sheet.headers.get('content-type')).toContain('text/css');
  expect((await open().visit('/hosted/pages-000000000000.css')).status).toBe(404);
});
