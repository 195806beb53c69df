import { SECOND_MS } from '@coffer/kit';
import { testDatabase } from '@coffer/testing';
import { expect, test } from 'vitest';
import { computeCode, stepAt } from '../crypto/totp.ts';
import { createAuthenticator } from '../testing/authenticator.ts';
import { decodeBase32 } from '../testing/base32.ts';
import { createHostedBrowser, unescapeHtml } from '../testing/hosted-browser.ts';
import {
  begin,
  clock,
  createPerson,
  easyPool,
  enter,
  fixture,
  hasCode,
  NEW_PASSWORD,
  open,
  preparePages,
  requestOf,
  STRICT_POOL_ID,
} from '../testing/scenes/pages-scene.ts';
import { CLIENT_ID, PASSWORD, POOL_ID, startPool, tokensSchema } from '../testing/pool-fixture.ts';

preparePages();

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
  expect(differing.html).toContain('The passwords don’t match.');
  expect(differing.html).toContain('value="Fay"');
  expect(differing.html).not.toContain(NEW_PASSWORD);
  const short = await browser.submit(page, '/challenge', { ...fields, password: 'short', repeat: 'short' });
  expect(short.html).toContain('The password doesn’t follow the rules below.');
  expect(
    (await browser.submit(page, '/challenge', { ...fields, 'attribute.given_name': '' })).html,
  ).toContain('This field is required.');
  hasCode(await browser.submit(page, '/challenge', fields));
  const user = await fixture.admin('AdminGetUser', { UserPoolId: POOL_ID, Username: 'first@example.org' });
  expect(user.body).toMatchObject({ UserStatus: 'CONFIRMED' });
  expect(user.body['UserAttributes']).toContainEqual({ Name: 'given_name', Value: 'Fay' });
});

test('an authenticator is set up by QR code and key, and requested next time', async () => {
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

  expect((await browser.submit(page, '/challenge', { code: '000000' })).html).toContain('Wrong code.');
  hasCode(await browser.submit(page, '/challenge', { code: computeCode(secret, stepAt(clock.now())) }));

  clock.advance(30 * SECOND_MS);
  const again = open();
  const asked = await enter(again, 'totp', client);
  expect(asked.html).toContain('autocomplete="one-time-code"');
  expect((await again.submit(asked, '/challenge', { code: '' })).html).toContain('This field is required.');
  const wrong = await again.submit(asked, '/challenge', { code: '123456' });
  expect(wrong.html).toContain('Wrong code.');
  expect(wrong.html).toContain('aria-invalid="true"');
  const code = computeCode(secret, stepAt(clock.now()));
  hasCode(await again.submit(asked, '/challenge', { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` }));
});

test('codes by e-mail are set up, and requested next time', async () => {
  await createPerson('mail', STRICT_POOL_ID);
  const client = { client_id: 'strict' };
  const browser = open();
  const choice = await enter(browser, 'mail', client);
  const form = await browser.submit(choice, '/challenge', { choice: 'EMAIL_OTP' });
  expect((await browser.submit(form, '/challenge', { email: 'not an address' })).html).toContain(
    'Enter an email address.',
  );
  const asked = await browser.submit(form, '/challenge', { email: 'mail@example.org' });
  expect(asked.html).toContain('m***@e***');
  hasCode(await browser.submit(asked, '/challenge', { code: await fixture.lastCode('mail@example.org') }));

  const again = open();
  const next = await enter(again, 'mail', client);
  expect(next.html).toContain('m***@e***');
  hasCode(await again.submit(next, '/challenge', { code: await fixture.lastCode('mail@example.org') }));
});

test('one of two second factors is chosen, and a code is sent by text message', async () => {
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
    'isn’t available to you',
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

test('a code by e-mail signs in existing users; others get the same pages', async () => {
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
  expect(wrong.html).toContain('Wrong code.');
});

test('SELECT_CHALLENGE works with a password too', async () => {
  await createPerson('chooser@example.org', 'us-east-1_Easy00001', { email_verified: 'true' });
  const browser = open();
  const login = await browser.visit(begin({ client_id: 'easy' }));
  const choice = await browser.submit(login, '/login', { username: 'chooser@example.org', method: 'code' });
  const asked = await browser.submit(choice, '/challenge', { choice: 'PASSWORD' });
  expect(asked.html).toContain('autocomplete="current-password"');
  hasCode(await browser.submit(asked, '/challenge', { password: PASSWORD }));
});

test('a custom challenge of the pool is shown and answered', async () => {
  await createPerson('asked@example.org', 'us-east-1_Easy00001', { email_verified: 'true' });
  const browser = open();
  const login = await browser.visit(begin({ client_id: 'easy' }));
  const page = await browser.submit(login, '/login', { username: 'asked@example.org', method: 'question' });
  expect(page.html).toContain('name="answer"');
  hasCode(await browser.submit(page, '/challenge', { answer: await fixture.lastCode('asked@example.org') }));
});

test('a passkey signs in on the only page with a script', async () => {
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
  expect(refused.html).toContain('Wrong name or password.');
  expect(refused.html).toContain('value="key@example.org"');

  const next = await browser.submit(refused, '/login', { username: 'key@example.org', method: 'passkey' });
  const fresh: unknown = JSON.parse(unescapeHtml(/data-options="([^"]*)"/.exec(next.html)?.[1] ?? ''));
  hasCode(await browser.submit(next, '/challenge', { credential: JSON.stringify(authenticator.get(fresh)) }));
});

test('pages on another host than the relying party offer no passkey', async () => {
  const database = await testDatabase();
  const elsewhere = await startPool(database.connectionString, { pools: [easyPool] });
  const browser = createHostedBrowser(elsewhere.endpoint, elsewhere.pool.fetch);
  const login = await browser.visit(begin({ client_id: 'easy' }));
  await elsewhere.close();
  await database.drop();
  expect(login.html).toContain('autocomplete="username"');
  expect(login.html).not.toContain('Sign in with a passkey');
});
