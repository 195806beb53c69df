import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { attacker, clock, email, fixture, prepareAttacks } from './testing/scenes/attack-scene.ts';
import { TEMPORARY } from './testing/attacker.ts';
import { OTHER_CLIENT_ID, PASSWORD, POOL_ID, type Reply } from './testing/pool-fixture.ts';
import { refused, NOT_AUTHORIZED, EXCEEDED } from './testing/sign-in-driver.ts';

prepareAttacks();
const respondWith = (Session: unknown, code: string) =>
  attacker.respond('SOFTWARE_TOKEN_MFA', Session, { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code });

test('a wrong temporary password never leads to NEW_PASSWORD_REQUIRED', async () => {
  expect((await attacker.createTemporary(email)).body).toMatchObject({
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
  });
  expect(await fixture.signIn(email, 'not the password')).toMatchObject(NOT_AUTHORIZED);
});

test('a temporary password expires', async () => {
  await attacker.createTemporary(email);
  clock.advance(7 * 24 * 60 * MINUTE_MS - 1);
  expect((await fixture.signIn(email, TEMPORARY)).body).toMatchObject({
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
  });
  clock.advance(1);
  expect(await fixture.signIn(email, TEMPORARY)).toMatchObject(
    refused(
      'NotAuthorizedException',
      'Temporary password has expired and must be reset by an administrator.',
    ),
  );
});

test.each([
  ['made up', () => 'x'.repeat(64)],
  ['of the right form and made up', () => Buffer.alloc(48, 3).toString('base64url')],
])('a Session that is %s cannot reset a password', async (_name, session) => {
  await attacker.createTemporary(email);
  const reply = await attacker.respond('NEW_PASSWORD_REQUIRED', session(), {
    USERNAME: email,
    NEW_PASSWORD: PASSWORD,
  });
  expect(reply).toMatchObject(refused('NotAuthorizedException', 'Invalid session for the user.'));
  expect((await fixture.signIn(email, PASSWORD)).status).toBe(400);
});

test('a Session is bound to client, user and step, and works once', async () => {
  const { Session } = (await attacker.createTemporary(email)).body;
  const mine = { USERNAME: email, NEW_PASSWORD: PASSWORD };
  const invalid = refused('NotAuthorizedException', 'Invalid session for the user.');
  const foreign = { ChallengeName: 'NEW_PASSWORD_REQUIRED', Session, ChallengeResponses: mine };
  expect(await attacker.respondAs(OTHER_CLIENT_ID, foreign)).toMatchObject(invalid);
  await fixture.createUser(`other-${email}`);
  const theirs = { ...mine, USERNAME: `other-${email}` };
  expect(await attacker.respond('NEW_PASSWORD_REQUIRED', Session, theirs)).toMatchObject(invalid);
  const code = { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: '123456' };
  expect(await attacker.respond('SOFTWARE_TOKEN_MFA', Session, code)).toMatchObject(invalid);
  expect(await attacker.respond('MFA_SETUP', Session, { USERNAME: email })).toMatchObject(invalid);
  expect(await fixture.call('AssociateSoftwareToken', { Session })).toMatchObject(invalid);

  expect((await attacker.respond('NEW_PASSWORD_REQUIRED', Session, mine)).status).toBe(200);
  expect(await attacker.respond('NEW_PASSWORD_REQUIRED', Session, mine)).toMatchObject(
    refused('NotAuthorizedException', 'Invalid session for the user, session can only be used once.'),
  );
});

test('a Session expires after three minutes', async () => {
  const { Session } = (await attacker.createTemporary(email)).body;
  clock.advance(3 * MINUTE_MS);
  expect(
    await attacker.respond('NEW_PASSWORD_REQUIRED', Session, { USERNAME: email, NEW_PASSWORD: PASSWORD }),
  ).toMatchObject(refused('NotAuthorizedException', 'Invalid session for the user, session is expired.'));
});

test('a rejected new password keeps the Session valid', async () => {
  const { Session } = (await attacker.createTemporary(email)).body;
  const short = { USERNAME: email, NEW_PASSWORD: 'short' };
  expect(await attacker.respond('NEW_PASSWORD_REQUIRED', Session, short)).toMatchObject(
    refused('InvalidPasswordException', 'Password did not conform with policy: Password not long enough'),
  );
  const good = { USERNAME: email, NEW_PASSWORD: PASSWORD };
  expect((await attacker.respond('NEW_PASSWORD_REQUIRED', Session, good)).status).toBe(200);
});

test('a new password does not skip the second factor of the user', async () => {
  const secret = await attacker.createTotpUser(email);
  clock.advance(30 * SECOND_MS);
  await fixture.admin('AdminSetUserPassword', {
    UserPoolId: POOL_ID,
    Username: email,
    Password: TEMPORARY,
    Permanent: false,
  });
  const { Session } = (await fixture.signIn(email, TEMPORARY)).body;
  const next = await attacker.respond('NEW_PASSWORD_REQUIRED', Session, {
    USERNAME: email,
    NEW_PASSWORD: PASSWORD,
  });
  expect(next.body).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
  expect(next.body).not.toHaveProperty('AuthenticationResult');
  expect((await respondWith(next.body['Session'], attacker.codeOf(secret))).body).toHaveProperty(
    'AuthenticationResult',
  );
});

test('a password set by an administrator ends sign-ins started with the old one', async () => {
  const { Session } = (await attacker.createTemporary(email)).body;
  const target = { UserPoolId: POOL_ID, Username: email };
  await fixture.admin('AdminSetUserPassword', { ...target, Password: PASSWORD, Permanent: true });
  const late = { USERNAME: email, NEW_PASSWORD: 'stolen-Session-reset-1' };
  expect((await attacker.respond('NEW_PASSWORD_REQUIRED', Session, late)).status).toBe(400);
  expect((await fixture.signIn(email, PASSWORD)).status).toBe(200);
});

test('the address cannot be changed while a new password is set', async () => {
  const { Session } = (await attacker.createTemporary(email)).body;
  const change = { USERNAME: email, NEW_PASSWORD: PASSWORD };
  expect(
    await attacker.respond('NEW_PASSWORD_REQUIRED', Session, {
      ...change,
      'userAttributes.email': 'mallory@example.org',
    }),
  ).toMatchObject(refused('NotAuthorizedException', 'Cannot modify an already provided email'));
  expect(
    await attacker.respond('NEW_PASSWORD_REQUIRED', Session, {
      ...change,
      'userAttributes.email_verified': 'true',
    }),
  ).toMatchObject({ body: { __type: 'NotAuthorizedException' } });
});

test('a TOTP code works once, also if it was used for the setup', async () => {
  const used = refused('ExpiredCodeException', 'Your software token has already been used once.');
  const secret = await attacker.createTotpUser(email);
  const first = await fixture.signIn(email, PASSWORD);
  expect(first.body).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
  expect(await respondWith(first.body['Session'], attacker.codeOf(secret))).toMatchObject(used);
  clock.advance(30 * SECOND_MS);
  const fresh = attacker.codeOf(secret);
  expect((await respondWith(first.body['Session'], fresh)).status).toBe(200);
  const second = await fixture.signIn(email, PASSWORD);
  expect(await respondWith(second.body['Session'], fresh)).toMatchObject(used);
  expect(await respondWith(second.body['Session'], attacker.codeOf(secret, -1))).toMatchObject(used);
});

test('a Session survives four wrong codes and ends with the fifth', async () => {
  const secret = await attacker.createTotpUser(email);
  clock.advance(30 * SECOND_MS);
  const { Session } = (await fixture.signIn(email, PASSWORD)).body;
  const send = (code: string) =>
    attacker.respond('SOFTWARE_TOKEN_MFA', Session, { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code });
  for (let attempt = 0; attempt < 5; attempt++)
    expect(await send(attacker.codeOf(secret, 100 + attempt))).toMatchObject(
      refused('CodeMismatchException', 'Invalid code received for user'),
    );
  clock.advance(5 * SECOND_MS);
  expect(await send(attacker.codeOf(secret))).toMatchObject(
    refused('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
  );
});

test('a correct password gives no extra attempts for codes', async () => {
  const secret = await attacker.createTotpUser(email);
  clock.advance(30 * SECOND_MS);
  const replies: Reply[] = [];
  for (let attempt = 0; attempt < 6; attempt++) {
    const { Session } = (await fixture.signIn(email, PASSWORD)).body;
    const responses = { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: attacker.codeOf(secret, 100 + attempt) };
    replies.push(await attacker.respond('SOFTWARE_TOKEN_MFA', Session, responses));
  }
  expect(replies.at(-1)).toMatchObject(EXCEEDED);
});

test('of twenty concurrent correct answers to a TOTP challenge one succeeds', async () => {
  const secret = await attacker.createTotpUser(email);
  clock.advance(30 * SECOND_MS);
  const { Session } = (await fixture.signIn(email, PASSWORD)).body;
  const responses = { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: attacker.codeOf(secret) };
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => attacker.respond('SOFTWARE_TOKEN_MFA', Session, responses)),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});
