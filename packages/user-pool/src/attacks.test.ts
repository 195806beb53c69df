// What other emulators were seen to allow, tried on this pool: every row is an attack that must fail.
import { generateKeyPairSync } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { manualClock, testDatabase } from '@coffer/testing';
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { computeSecretHash } from './accounts/clients.ts';
import { computeCode, stepAt } from './crypto/totp.ts';
import { PRIME } from './srp/group.ts';
import { formatTimestamp } from './srp/timestamp.ts';
import { decodeBase32 } from './testing/base32.ts';
import {
  ADMIN,
  CLIENT_ID,
  CLIENT_SECRET,
  OTHER_CLIENT_ID,
  PASSWORD,
  PLAIN_POOL_ID,
  type PoolFixture,
  POOL_ID,
  type Reply,
  ROTATING_CLIENT_ID,
  SECRET_CLIENT_ID,
  sign,
  STRICT_CLIENT_ID,
  startPool,
  tokensSchema,
} from './testing/pool-fixture.ts';
import { createSrpClient, type ProofParameters, type SrpChallengeParameters } from './testing/srp-client.ts';

const POOL_NAME = 'AbCdEf123';
const TEMPORARY = 'first-Kettle-Parade-7';
const clock = manualClock('2030-05-04T08:09:10.000Z');
let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let email: string;
let count = 0;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, { clock });
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

beforeEach(() => {
  email = `user${++count}@example.org`;
});

const refused = (type: string, message: string) => ({ status: 400, body: { __type: type, message } });
const NOT_AUTHORIZED = refused('NotAuthorizedException', 'Incorrect username or password.');
const EXCEEDED = refused('NotAuthorizedException', 'Password attempts exceeded');
const codeOf = (secret: string, stepsAhead = 0) =>
  computeCode(decodeBase32(secret), stepAt(clock.now()) + stepsAhead);

async function begin(name: string, clientId = CLIENT_ID, srpA?: string) {
  const srp = createSrpClient(POOL_NAME);
  const reply = await fixture.call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId: clientId,
    AuthParameters: { USERNAME: name, SRP_A: srpA ?? srp.publicHex },
  });
  return { srp, reply, challenge: reply.body['ChallengeParameters'] as SrpChallengeParameters };
}

const answer = (proof: ProofParameters | Record<string, string>, clientId = CLIENT_ID): Promise<Reply> =>
  fixture.call('RespondToAuthChallenge', {
    ChallengeName: 'PASSWORD_VERIFIER',
    ClientId: clientId,
    ChallengeResponses: proof,
  });

const respond = (ChallengeName: string, Session: unknown, responses: object): Promise<Reply> =>
  respondAs(CLIENT_ID, { ChallengeName, Session, ChallengeResponses: responses });

const respondAs = (ClientId: string, input: object): Promise<Reply> =>
  fixture.call('RespondToAuthChallenge', { ClientId, ...input });

async function createTemporary(): Promise<Reply> {
  const target = { UserPoolId: POOL_ID, Username: email };
  await fixture.admin('AdminCreateUser', {
    ...target,
    TemporaryPassword: TEMPORARY,
    MessageAction: 'SUPPRESS',
  });
  return await fixture.signIn(email, TEMPORARY);
}

async function createTotpUser(): Promise<string> {
  await fixture.createUser(email);
  const { AccessToken } = await fixture.tokens(email);
  const associated = await fixture.call('AssociateSoftwareToken', { AccessToken });
  const secret = String(associated.body['SecretCode']);
  const verified = await fixture.call('VerifySoftwareToken', { AccessToken, UserCode: codeOf(secret) });
  expect(verified.body).toEqual({ Status: 'SUCCESS' });
  await fixture.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings: { Enabled: true } });
  return secret;
}

test.each([
  ['zero', '0'],
  ['N', PRIME.toString(16)],
  ['2N, which is too long', (PRIME * 2n).toString(16)],
  ['no number', 'zz'],
  ['10,000 digits', 'a'.repeat(10_000)],
])('SRP_A of %s is refused', async (_name, srpA) => {
  await fixture.createUser(email);
  const { reply } = await begin(email, CLIENT_ID, srpA);
  expect(reply).toMatchObject(refused('InvalidParameterException', 'SRP_A is not a valid public value.'));
});

test('a SECRET_BLOCK works once, also after a wrong proof', async () => {
  await fixture.createUser(email);
  const { srp, challenge } = await begin(email);
  const right = srp.answer(challenge, PASSWORD, clock.now());
  expect((await answer(right)).status).toBe(200);
  expect(await answer(right)).toMatchObject(NOT_AUTHORIZED);

  const second = await begin(email);
  const wrong = second.srp.answer(second.challenge, 'not the password', clock.now());
  expect(await answer(wrong)).toMatchObject(NOT_AUTHORIZED);
  expect(await answer(second.srp.answer(second.challenge, PASSWORD, clock.now()))).toMatchObject(
    NOT_AUTHORIZED,
  );
});

test('one of fifty answers with the same SECRET_BLOCK gets through', async () => {
  await fixture.createUser(email);
  const { srp, challenge } = await begin(email);
  const right = srp.answer(challenge, PASSWORD, clock.now());
  const replies = await Promise.all(Array.from({ length: 50 }, () => answer(right)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a proof dies after two minutes', async () => {
  await fixture.createUser(email);
  const early = await begin(email);
  clock.advance(119 * SECOND_MS);
  expect((await answer(early.srp.answer(early.challenge, PASSWORD, clock.now()))).status).toBe(200);
  const late = await begin(email);
  clock.advance(121 * SECOND_MS);
  expect(await answer(late.srp.answer(late.challenge, PASSWORD, clock.now()))).toMatchObject(NOT_AUTHORIZED);
});

test('a proof is bound to its client and to its user', async () => {
  await fixture.createUser(email);
  const { srp, challenge } = await begin(email);
  const right = srp.answer(challenge, PASSWORD, clock.now());
  expect(await answer(right, OTHER_CLIENT_ID)).toMatchObject(NOT_AUTHORIZED);
  expect(await answer({ ...right, USERNAME: 'somebody@example.org' })).toMatchObject(NOT_AUTHORIZED);
});

const MINUTES_5 = 5 * MINUTE_MS;
const stampAt = (offsetMs: number) => formatTimestamp(new Date(clock.now().getTime() + offsetMs));

test.each([-MINUTES_5, 0, MINUTES_5])('a TIMESTAMP %d ms away from now is taken', async (offsetMs) => {
  await fixture.createUser(email);
  const { srp, challenge } = await begin(email);
  expect((await answer(srp.answer(challenge, PASSWORD, stampAt(offsetMs)))).status).toBe(200);
});

test.each([
  ['more than five minutes early', () => stampAt(-MINUTES_5 - SECOND_MS)],
  ['more than five minutes late', () => stampAt(MINUTES_5 + SECOND_MS)],
  ['a padded day', () => stampAt(0).replace(/ (\d) /, ' 0$1 ')],
  ['a wrong weekday', () => stampAt(0).replace(/^\w+/, (day) => (day === 'Mon' ? 'Tue' : 'Mon'))],
])('a TIMESTAMP with %s is refused as a wrong password is', async (_name, timestamp) => {
  clock.set(new Date('2030-05-04T08:30:00.000Z'));
  await fixture.createUser(email);
  const { srp, challenge } = await begin(email);
  expect(await answer(srp.answer(challenge, PASSWORD, timestamp()))).toMatchObject(NOT_AUTHORIZED);
});

test('an unreadable TIMESTAMP is named as such', async () => {
  await fixture.createUser(email);
  const { srp, challenge } = await begin(email);
  expect(await answer(srp.answer(challenge, PASSWORD, '2030-05-04'))).toMatchObject(
    refused('InvalidParameterException', 'TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.'),
  );
});

test('an unknown name looks like a user: the same salt and id each time, and the same refusal', async () => {
  const first = await begin('stranger@example.org');
  const second = await begin('Stranger@Example.org');
  expect(second.challenge.SALT).toBe(first.challenge.SALT);
  expect(second.challenge.USER_ID_FOR_SRP).toBe(first.challenge.USER_ID_FOR_SRP);
  expect(second.challenge.SRP_B).not.toBe(first.challenge.SRP_B);
  await fixture.createUser(email);
  const real = await begin(email);
  expect(Object.keys(first.challenge)).toEqual(Object.keys(real.challenge));
  const uuidV4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  for (const { challenge } of [first, real]) expect(challenge.USER_ID_FOR_SRP).toMatch(uuidV4);
  expect(await answer(first.srp.answer(first.challenge, PASSWORD, clock.now()))).toMatchObject(
    NOT_AUTHORIZED,
  );
  const plain = await fixture.signIn('nobody', PASSWORD, { poolId: PLAIN_POOL_ID, clientId: 'plainclient' });
  expect(plain).toMatchObject(NOT_AUTHORIZED);
});

test('unknown names are locked as users are', async () => {
  const outcomes: unknown[] = [];
  await fixture.createUser(email);
  for (const name of [email, `missing-${email}`]) {
    const messages: unknown[] = [];
    for (let attempt = 0; attempt < 7; attempt++)
      messages.push((await fixture.signIn(name, 'not the password')).body['message']);
    outcomes.push(messages);
  }
  expect(outcomes[0]).toEqual(outcomes[1]);
  expect(outcomes[0]).toEqual([
    ...Array.from({ length: 5 }, () => 'Incorrect username or password.'),
    'Password attempts exceeded',
    'Password attempts exceeded',
  ]);
});

test('a lock doubles with each failure, holds against the right password, and is forgotten after a success', async () => {
  await fixture.createUser(email);
  const fail = () => fixture.signIn(email, 'not the password');
  for (let attempt = 0; attempt < 5; attempt++) expect(await fail()).toMatchObject(NOT_AUTHORIZED);
  for (const lockSeconds of [1, 2, 4, 8]) {
    expect(await fixture.signIn(email, PASSWORD)).toMatchObject(EXCEEDED);
    clock.advance(lockSeconds * SECOND_MS - 1);
    expect(await fixture.signIn(email, PASSWORD)).toMatchObject(EXCEEDED);
    clock.advance(1);
    expect(await fail()).toMatchObject(NOT_AUTHORIZED);
  }
  clock.advance(16 * SECOND_MS);
  expect((await fixture.signIn(email, PASSWORD)).status).toBe(200);
  for (let attempt = 0; attempt < 4; attempt++) expect(await fail()).toMatchObject(NOT_AUTHORIZED);
  expect((await fixture.signIn(email, PASSWORD)).status).toBe(200);
});

test('twenty guesses side by side are five guesses', async () => {
  await fixture.createUser(email);
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => fixture.signIn(email, 'not the password')),
  );
  const told = replies.filter(({ body }) => body['message'] === 'Incorrect username or password.');
  expect(told).toHaveLength(5);
});

test('an address that guesses at many names is locked, and nobody else with it', async () => {
  await fixture.createUser(email);
  const guess = (name: string) => fixture.signIn(name, 'not the password', { address: '203.0.113.9' });
  for (let attempt = 0; attempt < 50; attempt++) await guess(`victim${attempt}@example.org`);
  expect(await guess('victim50@example.org')).toMatchObject(EXCEEDED);
  expect(await fixture.signIn(email, PASSWORD, { address: '203.0.113.9' })).toMatchObject(EXCEEDED);
  expect((await fixture.signIn(email, PASSWORD, { address: '203.0.113.10' })).status).toBe(200);
});

test('a locked user keeps the sessions that are open', async () => {
  await fixture.createUser(email);
  const { AccessToken, RefreshToken } = await fixture.tokens(email);
  for (let attempt = 0; attempt < 6; attempt++) await fixture.signIn(email, 'not the password');
  expect((await fixture.call('GetUser', { AccessToken })).status).toBe(200);
  expect(
    (await fixture.call('GetTokensFromRefreshToken', { ClientId: CLIENT_ID, RefreshToken })).status,
  ).toBe(200);
});

test('a wrong temporary password never leads to NEW_PASSWORD_REQUIRED', async () => {
  expect((await createTemporary()).body).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED' });
  expect(await fixture.signIn(email, 'not the password')).toMatchObject(NOT_AUTHORIZED);
});

test('a temporary password expires', async () => {
  await createTemporary();
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
])('a Session that is %s resets nobody’s password', async (_name, session) => {
  await createTemporary();
  const reply = await respond('NEW_PASSWORD_REQUIRED', session(), {
    USERNAME: email,
    NEW_PASSWORD: PASSWORD,
  });
  expect(reply).toMatchObject(refused('NotAuthorizedException', 'Invalid session for the user.'));
  expect((await fixture.signIn(email, PASSWORD)).status).toBe(400);
});

test('a Session is bound to client, user and step, and works once', async () => {
  const { Session } = (await createTemporary()).body;
  const mine = { USERNAME: email, NEW_PASSWORD: PASSWORD };
  const invalid = refused('NotAuthorizedException', 'Invalid session for the user.');
  const foreign = { ChallengeName: 'NEW_PASSWORD_REQUIRED', Session, ChallengeResponses: mine };
  expect(await respondAs(OTHER_CLIENT_ID, foreign)).toMatchObject(invalid);
  await fixture.createUser(`other-${email}`);
  const theirs = { ...mine, USERNAME: `other-${email}` };
  expect(await respond('NEW_PASSWORD_REQUIRED', Session, theirs)).toMatchObject(invalid);
  const code = { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: '123456' };
  expect(await respond('SOFTWARE_TOKEN_MFA', Session, code)).toMatchObject(invalid);
  expect(await respond('MFA_SETUP', Session, { USERNAME: email })).toMatchObject(invalid);
  expect(await fixture.call('AssociateSoftwareToken', { Session })).toMatchObject(invalid);

  expect((await respond('NEW_PASSWORD_REQUIRED', Session, mine)).status).toBe(200);
  expect(await respond('NEW_PASSWORD_REQUIRED', Session, mine)).toMatchObject(
    refused('NotAuthorizedException', 'Invalid session for the user, session can only be used once.'),
  );
});

test('a Session expires after three minutes', async () => {
  const { Session } = (await createTemporary()).body;
  clock.advance(3 * MINUTE_MS);
  expect(
    await respond('NEW_PASSWORD_REQUIRED', Session, { USERNAME: email, NEW_PASSWORD: PASSWORD }),
  ).toMatchObject(refused('NotAuthorizedException', 'Invalid session for the user, session is expired.'));
});

test('a refused new password leaves the Session standing', async () => {
  const { Session } = (await createTemporary()).body;
  const short = { USERNAME: email, NEW_PASSWORD: 'short' };
  expect(await respond('NEW_PASSWORD_REQUIRED', Session, short)).toMatchObject(
    refused('InvalidPasswordException', 'Password did not conform with policy: Password not long enough'),
  );
  const good = { USERNAME: email, NEW_PASSWORD: PASSWORD };
  expect((await respond('NEW_PASSWORD_REQUIRED', Session, good)).status).toBe(200);
});

test('a password that an administrator sets ends what was begun with the old one', async () => {
  const { Session } = (await createTemporary()).body;
  const target = { UserPoolId: POOL_ID, Username: email };
  await fixture.admin('AdminSetUserPassword', { ...target, Password: PASSWORD, Permanent: true });
  const late = { USERNAME: email, NEW_PASSWORD: 'stolen-Session-reset-1' };
  expect((await respond('NEW_PASSWORD_REQUIRED', Session, late)).status).toBe(400);
  expect((await fixture.signIn(email, PASSWORD)).status).toBe(200);
});

test('the address cannot be changed while a password is set', async () => {
  const { Session } = (await createTemporary()).body;
  const change = { USERNAME: email, NEW_PASSWORD: PASSWORD };
  expect(
    await respond('NEW_PASSWORD_REQUIRED', Session, {
      ...change,
      'userAttributes.email': 'mallory@example.org',
    }),
  ).toMatchObject(refused('NotAuthorizedException', 'Cannot modify an already provided email'));
  expect(
    await respond('NEW_PASSWORD_REQUIRED', Session, { ...change, 'userAttributes.email_verified': 'true' }),
  ).toMatchObject({ body: { __type: 'NotAuthorizedException' } });
});

test('a TOTP code works once, also when it was spent on the set-up', async () => {
  const used = refused('ExpiredCodeException', 'Your software token has already been used once.');
  const secret = await createTotpUser();
  const first = await fixture.signIn(email, PASSWORD);
  expect(first.body).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' });
  const respondWith = (Session: unknown, code: string) =>
    respond('SOFTWARE_TOKEN_MFA', Session, { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code });
  expect(await respondWith(first.body['Session'], codeOf(secret))).toMatchObject(used);
  clock.advance(30 * SECOND_MS);
  const fresh = codeOf(secret);
  expect((await respondWith(first.body['Session'], fresh)).status).toBe(200);
  const second = await fixture.signIn(email, PASSWORD);
  expect(await respondWith(second.body['Session'], fresh)).toMatchObject(used);
  expect(await respondWith(second.body['Session'], codeOf(secret, -1))).toMatchObject(used);
});

test('wrong codes leave the Session standing four times, and then it dies', async () => {
  const secret = await createTotpUser();
  clock.advance(30 * SECOND_MS);
  const { Session } = (await fixture.signIn(email, PASSWORD)).body;
  const send = (code: string) =>
    respond('SOFTWARE_TOKEN_MFA', Session, { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code });
  for (let attempt = 0; attempt < 5; attempt++)
    expect(await send(codeOf(secret, 100 + attempt))).toMatchObject(
      refused('CodeMismatchException', 'Invalid code received for user'),
    );
  clock.advance(5 * SECOND_MS);
  expect(await send(codeOf(secret))).toMatchObject(
    refused('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
  );
});

test('a right password does not buy more codes', async () => {
  const secret = await createTotpUser();
  clock.advance(30 * SECOND_MS);
  const replies: Reply[] = [];
  for (let attempt = 0; attempt < 6; attempt++) {
    const { Session } = (await fixture.signIn(email, PASSWORD)).body;
    const responses = { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: codeOf(secret, 100 + attempt) };
    replies.push(await respond('SOFTWARE_TOKEN_MFA', Session, responses));
  }
  expect(replies.at(-1)).toMatchObject(EXCEEDED);
});

test('one of twenty right answers to a TOTP challenge gets through', async () => {
  const secret = await createTotpUser();
  clock.advance(30 * SECOND_MS);
  const { Session } = (await fixture.signIn(email, PASSWORD)).body;
  const responses = { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: codeOf(secret) };
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => respond('SOFTWARE_TOKEN_MFA', Session, responses)),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a disabled user is told so only with the right password, and loses every token at once', async () => {
  await fixture.createUser(email);
  const { AccessToken, RefreshToken } = await fixture.tokens(email);
  const target = { UserPoolId: POOL_ID, Username: email };
  await fixture.admin('AdminDisableUser', target);
  expect(await fixture.signIn(email, 'not the password')).toMatchObject(NOT_AUTHORIZED);
  const disabled = refused('NotAuthorizedException', 'User is disabled.');
  expect(await fixture.signIn(email, PASSWORD)).toMatchObject(disabled);
  const refresh = { ClientId: CLIENT_ID, RefreshToken };
  const revoked = await fixture.call('GetTokensFromRefreshToken', refresh);
  expect(revoked).toMatchObject(disabled);
  expect((await fixture.call('GetUser', { AccessToken })).status).toBe(400);
  await fixture.admin('AdminEnableUser', target);
  expect((await fixture.call('GetUser', { AccessToken })).body).toMatchObject({
    message: 'Access Token has been revoked',
  });
  expect((await fixture.call('GetTokensFromRefreshToken', refresh)).body).toMatchObject({
    message: 'Refresh Token has been revoked',
  });
  expect((await fixture.signIn(email, PASSWORD)).status).toBe(200);
});

test('forged access tokens are refused', async () => {
  await fixture.createUser(email);
  const { AccessToken, IdToken } = await fixture.tokens(email);
  const claims = decodeJwt(AccessToken);
  const header = { ...decodeProtectedHeader(AccessToken), alg: 'RS256' };
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const [head = '', body = '', signature = ''] = AccessToken.split('.');
  const changed = Buffer.from(
    JSON.stringify({ ...claims, sub: '00000000-0000-4000-8000-000000000000' }),
  ).toString('base64url');
  const jwks = await (await fetch(`${fixture.endpoint}/${POOL_ID}/.well-known/jwks.json`)).text();
  const forgeries = [
    new UnsecuredJWT(claims).encode(),
    await new SignJWT(claims).setProtectedHeader(header).sign(stranger),
    await new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(Buffer.from(jwks)),
    `${head}.${changed}.${signature}`,
    `${head}.${body}.`,
    `${head}.${body}.${Buffer.alloc(256).toString('base64url')}`,
    IdToken,
    'e30.e30.e30',
    'garbage',
  ];
  for (const forged of forgeries)
    expect(await fixture.call('GetUser', { AccessToken: forged })).toMatchObject(
      refused('NotAuthorizedException', 'Invalid Access Token'),
    );
  clock.advance(61 * MINUTE_MS);
  expect(await fixture.call('GetUser', { AccessToken })).toMatchObject(
    refused('NotAuthorizedException', 'Access Token has expired'),
  );
});

test('a client with a secret is nothing without it', async () => {
  await fixture.createUser(email);
  const unable = refused(
    'NotAuthorizedException',
    `Unable to verify secret hash for client ${SECRET_CLIENT_ID}`,
  );
  const missing = refused(
    'NotAuthorizedException',
    `Client ${SECRET_CLIENT_ID} is configured with secret but SECRET_HASH was not received`,
  );
  const { srp, reply } = await begin(email, SECRET_CLIENT_ID);
  expect(reply).toMatchObject(missing);
  const withHash = (hash: string, clientId = SECRET_CLIENT_ID) =>
    fixture.call('InitiateAuth', {
      AuthFlow: 'USER_SRP_AUTH',
      ClientId: clientId,
      AuthParameters: { USERNAME: email, SRP_A: srp.publicHex, SECRET_HASH: hash },
    });
  expect(await withHash('AAAA')).toMatchObject(unable);
  expect(await withHash(computeSecretHash(CLIENT_SECRET, email, CLIENT_ID))).toMatchObject(unable);
  expect((await withHash('AAAA', CLIENT_ID)).status).toBe(400);
  expect((await withHash(computeSecretHash(CLIENT_SECRET, email, SECRET_CLIENT_ID))).status).toBe(200);

  const second = await fixture.signIn(email, PASSWORD, {
    clientId: SECRET_CLIENT_ID,
    answer: { SECRET_HASH: 'AAAA' },
  });
  expect(second).toMatchObject(unable);
  const tokens = await fixture.tokens(email, SECRET_CLIENT_ID);
  const refresh = { ClientId: SECRET_CLIENT_ID, RefreshToken: tokens.RefreshToken };
  expect((await fixture.call('GetTokensFromRefreshToken', refresh)).status).toBe(400);
  const wrong = { ...refresh, ClientSecret: 'wrongwrongwrongwrongwrong00' };
  expect((await fixture.call('GetTokensFromRefreshToken', wrong)).status).toBe(400);
  const right = { ...refresh, ClientSecret: CLIENT_SECRET };
  expect((await fixture.call('GetTokensFromRefreshToken', right)).status).toBe(200);
  const classic = (hash: object) =>
    fixture.call('InitiateAuth', {
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      ClientId: SECRET_CLIENT_ID,
      AuthParameters: { REFRESH_TOKEN: tokens.RefreshToken, ...hash },
    });
  expect(await classic({})).toMatchObject(missing);
  expect(
    await classic({ SECRET_HASH: computeSecretHash(CLIENT_SECRET, email, SECRET_CLIENT_ID) }),
  ).toMatchObject(unable);
  const sub = String(decodeJwt(tokens.AccessToken).sub);
  expect(
    (await classic({ SECRET_HASH: computeSecretHash(CLIENT_SECRET, sub, SECRET_CLIENT_ID) })).status,
  ).toBe(200);
});

test('a refresh token is worth nothing at another client', async () => {
  await fixture.createUser(email);
  const { RefreshToken, AccessToken } = await fixture.tokens(email);
  const foreign = { ClientId: OTHER_CLIENT_ID, RefreshToken };
  expect(await fixture.call('GetTokensFromRefreshToken', foreign)).toMatchObject(
    refused('NotAuthorizedException', 'Invalid Refresh Token'),
  );
  expect(await fixture.call('RevokeToken', { ClientId: OTHER_CLIENT_ID, Token: RefreshToken })).toMatchObject(
    {
      body: { __type: 'UnauthorizedException' },
    },
  );
  expect((await fixture.call('GetUser', { AccessToken })).status).toBe(200);
});

test('a refresh token expires, and rotation does not lengthen it', async () => {
  await fixture.createUser(email);
  const first = await fixture.tokens(email, ROTATING_CLIENT_ID);
  const refresh = (RefreshToken: unknown) =>
    fixture.call('GetTokensFromRefreshToken', { ClientId: ROTATING_CLIENT_ID, RefreshToken });
  clock.advance(29 * 24 * 60 * MINUTE_MS);
  const renewed = tokensSchema.parse((await refresh(first.RefreshToken)).body['AuthenticationResult']);
  clock.advance(24 * 60 * MINUTE_MS);
  expect(await refresh(renewed.RefreshToken)).toMatchObject(
    refused('NotAuthorizedException', 'Refresh Token has expired'),
  );
});

test('fifty refreshes at once get one and the same successor', async () => {
  await fixture.createUser(email);
  const { RefreshToken } = await fixture.tokens(email, ROTATING_CLIENT_ID);
  const replies = await Promise.all(
    Array.from({ length: 50 }, () =>
      fixture.call('GetTokensFromRefreshToken', { ClientId: ROTATING_CLIENT_ID, RefreshToken }),
    ),
  );
  const results = replies.map(({ body }) => tokensSchema.parse(body['AuthenticationResult']));
  expect(new Set(results.map((result) => result.RefreshToken)).size).toBe(1);
  expect(new Set(results.map((result) => result.AccessToken)).size).toBe(50);
});

test('fifty refreshes at once without a grace period: one is answered, and the family is dead', async () => {
  await fixture.createUser(email);
  const { RefreshToken } = await fixture.tokens(email, STRICT_CLIENT_ID);
  const replies = await Promise.all(
    Array.from({ length: 50 }, () =>
      fixture.call('GetTokensFromRefreshToken', { ClientId: STRICT_CLIENT_ID, RefreshToken }),
    ),
  );
  const winners = replies.filter(({ status }) => status === 200);
  expect(winners).toHaveLength(1);
  const { RefreshToken: successor } = tokensSchema.parse(winners[0]?.body['AuthenticationResult']);
  expect(
    await fixture.call('GetTokensFromRefreshToken', { ClientId: STRICT_CLIENT_ID, RefreshToken: successor }),
  ).toMatchObject(refused('NotAuthorizedException', 'Refresh Token has been revoked'));
});

test('a rotated token that comes back after the grace period ends the family', async () => {
  await fixture.createUser(email);
  const first = await fixture.tokens(email, ROTATING_CLIENT_ID);
  const refresh = (RefreshToken: unknown) =>
    fixture.call('GetTokensFromRefreshToken', { ClientId: ROTATING_CLIENT_ID, RefreshToken });
  const next = tokensSchema.parse((await refresh(first.RefreshToken)).body['AuthenticationResult']);
  clock.advance(29 * SECOND_MS);
  expect((await refresh(first.RefreshToken)).body['AuthenticationResult']).toMatchObject({
    RefreshToken: next.RefreshToken,
  });
  clock.advance(SECOND_MS);
  expect((await refresh(first.RefreshToken)).body).toMatchObject({ __type: 'RefreshTokenReuseException' });
  expect((await refresh(next.RefreshToken)).body).toMatchObject({
    message: 'Refresh Token has been revoked',
  });
  expect((await fixture.call('GetUser', { AccessToken: next.AccessToken })).body).toMatchObject({
    message: 'Access Token has been revoked',
  });
});

test('REFRESH_TOKEN_AUTH is refused where tokens rotate', async () => {
  await fixture.createUser(email);
  const { RefreshToken } = await fixture.tokens(email, ROTATING_CLIENT_ID);
  const reply = await fixture.call('InitiateAuth', {
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    ClientId: ROTATING_CLIENT_ID,
    AuthParameters: { REFRESH_TOKEN: RefreshToken },
  });
  expect(reply.body).toMatchObject({ __type: 'UnsupportedOperationException' });
});

test('guessing the previous password with a stolen access token is counted', async () => {
  await fixture.createUser(email);
  const { AccessToken } = await fixture.tokens(email);
  const guess = (PreviousPassword: string) =>
    fixture.call('ChangePassword', {
      AccessToken,
      PreviousPassword,
      ProposedPassword: 'brand-New-lantern-5',
    });
  for (let attempt = 0; attempt < 5; attempt++)
    expect(await guess('not the password')).toMatchObject(NOT_AUTHORIZED);
  expect(await guess(PASSWORD)).toMatchObject(
    refused('LimitExceededException', 'Attempt limit exceeded, please try after some time.'),
  );
});

test.each([
  ['without a signature', {}, 'MissingAuthenticationTokenException'],
  ['with another scheme', { authorization: 'Bearer abc' }, 'IncompleteSignatureException'],
  [
    'with half a signature',
    { authorization: 'AWS4-HMAC-SHA256 Credential=a/b/c' },
    'IncompleteSignatureException',
  ],
])('an administrator’s operation %s is refused', async (_name, headers, type) => {
  const response = await fixture.pool.fetch(
    new Request(`${fixture.endpoint}/`, {
      method: 'POST',
      headers: { 'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers', ...headers },
      body: JSON.stringify({ UserPoolId: POOL_ID }),
    }),
  );
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ __type: type });
});

test('an administrator’s signature must be of a known key, of the right secret, and fresh', async () => {
  const list = { UserPoolId: POOL_ID };
  const unknown = await fixture.call('ListUsers', list, { signer: { ...ADMIN, accessKeyId: 'AKIDOTHER' } });
  expect(unknown.body).toMatchObject({ __type: 'UnrecognizedClientException' });
  const wrong = await fixture.call('ListUsers', list, {
    signer: { ...ADMIN, secretAccessKey: 'another-secret' },
  });
  expect(wrong.body).toMatchObject({ __type: 'InvalidSignatureException' });
});

test('a captured signature fits no other body, no other operation and no later time', async () => {
  const body = JSON.stringify({ UserPoolId: POOL_ID });
  const headers = new Headers({
    'content-type': 'application/x-amz-json-1.1',
    host: new URL(fixture.endpoint).host,
    'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers',
  });
  sign(headers, { body, signer: ADMIN, now: clock.now() });
  const send = async (changes: Record<string, string>, sent = body) => {
    const request = new Request(`${fixture.endpoint}/`, {
      method: 'POST',
      headers: { ...Object.fromEntries(headers), ...changes },
      body: sent,
    });
    const answered: unknown = await (await fixture.pool.fetch(request)).json();
    return answered;
  };
  expect(await send({})).toHaveProperty('Users');
  const invalid = { __type: 'InvalidSignatureException' };
  expect(await send({}, JSON.stringify({ UserPoolId: PLAIN_POOL_ID }))).toMatchObject(invalid);
  expect(await send({ 'x-amz-target': 'AWSCognitoIdentityProviderService.AdminGetUser' })).toMatchObject(
    invalid,
  );
  expect(await send({ 'x-amz-security-token': 'x' })).toMatchObject({
    __type: 'UnrecognizedClientException',
  });
  clock.advance(5 * MINUTE_MS + 1000);
  expect(await send({})).toMatchObject(invalid);
});

test.each(['host', 'x-amz-date', 'x-amz-target'])(
  'a signature that leaves out %s is refused',
  async (left) => {
    const body = JSON.stringify({ UserPoolId: POOL_ID });
    const headers = new Headers({
      'content-type': 'application/x-amz-json-1.1',
      host: new URL(fixture.endpoint).host,
      'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers',
    });
    const names = ['host', 'x-amz-date', 'x-amz-target'].filter((name) => name !== left);
    sign(headers, { body, signer: ADMIN, now: clock.now(), names });
    const request = new Request(`${fixture.endpoint}/`, { method: 'POST', headers, body });
    expect(await (await fixture.pool.fetch(request)).json()).toEqual({
      __type: 'InvalidSignatureException',
      message: `'${left}' must be a signed header.`,
    });
  },
);

async function guessThroughRelay(ClientId: string, IpAddress: string): Promise<Reply> {
  const name = 'relayed@example.org';
  const hash =
    ClientId === SECRET_CLIENT_ID ? { SECRET_HASH: computeSecretHash(CLIENT_SECRET, name, ClientId) } : {};
  const srp = createSrpClient(POOL_NAME);
  const begun = await fixture.call('InitiateAuth', {
    AuthFlow: 'USER_SRP_AUTH',
    ClientId,
    AuthParameters: { USERNAME: name, SRP_A: srp.publicHex, ...hash },
  });
  const challenge = begun.body['ChallengeParameters'] as SrpChallengeParameters;
  const reply = await fixture.call('RespondToAuthChallenge', {
    ChallengeName: 'PASSWORD_VERIFIER',
    ClientId,
    UserContextData: { IpAddress },
    ChallengeResponses: {
      ...srp.answer(challenge, 'not the password', clock.now()),
      ...hash,
      USERNAME: name,
    },
  });
  clock.advance(16 * MINUTE_MS);
  return reply;
}

test('a relay names whom it asks for, but only with the secret of its client', async () => {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  const addresses = async () => {
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from user_pool.lockout where subject like 'address:%'",
    );
    return rows[0]?.count;
  };
  const before = (await addresses()) ?? 0;
  expect(await guessThroughRelay(CLIENT_ID, '198.51.100.1')).toMatchObject(NOT_AUTHORIZED);
  expect(await addresses()).toBe(before);
  expect(await guessThroughRelay(SECRET_CLIENT_ID, 'no address')).toMatchObject(NOT_AUTHORIZED);
  expect(await addresses()).toBe(before);
  expect(await guessThroughRelay(SECRET_CLIENT_ID, '198.51.100.1')).toMatchObject(NOT_AUTHORIZED);
  expect(await addresses()).toBe(before + 1);
  await client.end();
});

test('what is stored and logged holds no password, no code, no token, no handle and no name', async () => {
  await createTemporary();
  await fixture.admin('AdminCreateUser', { UserPoolId: POOL_ID, Username: `mail-${email}` });
  const pending = await fixture.signIn(email, TEMPORARY);
  await fixture.createUser(`open-${email}`);
  const tokens = await fixture.tokens(`open-${email}`);
  const associated = await fixture.call('AssociateSoftwareToken', { AccessToken: tokens.AccessToken });
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  const tables = await client.query<{ table_name: string }>(
    "select table_name from information_schema.tables where table_schema = 'user_pool'",
  );
  let dump = '';
  for (const { table_name: table } of tables.rows) {
    const { rows } = await client.query(`select * from user_pool."${table}"`);
    dump += JSON.stringify(rows, (_key, value: unknown) =>
      typeof value === 'object' &&
      value !== null &&
      'type' in value &&
      value.type === 'Buffer' &&
      'data' in value
        ? Buffer.from(value.data as number[]).toString('latin1')
        : value,
    );
  }
  await client.end();
  const secrets = [
    TEMPORARY,
    PASSWORD,
    CLIENT_SECRET,
    ADMIN.secretAccessKey,
    tokens.AccessToken,
    tokens.IdToken,
    String(tokens.RefreshToken),
    String(pending.body['Session']),
    String(associated.body['SecretCode']),
    decodeBase32(String(associated.body['SecretCode'])).toString('latin1'),
  ];
  expect(dump).toContain(email);
  for (const secret of secrets) expect(dump.includes(secret)).toBe(false);
  const log = fixture.logged.join('');
  expect(log).toContain('"operation":"AdminCreateUser"');
  for (const secret of [...secrets, email, 'eyJ']) expect(log.includes(secret)).toBe(false);
});
