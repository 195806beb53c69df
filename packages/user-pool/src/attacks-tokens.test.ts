import { generateKeyPairSync } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { expect, test } from 'vitest';
import { computeSecretHash } from './accounts/clients.ts';
import { attacker, clock, email, fixture, prepareAttacks } from './testing/scenes/attack-scene.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  OTHER_CLIENT_ID,
  PASSWORD,
  POOL_ID,
  ROTATING_CLIENT_ID,
  SECRET_CLIENT_ID,
  STRICT_CLIENT_ID,
  tokensSchema,
} from './testing/pool-fixture.ts';
import { refused, NOT_AUTHORIZED } from './testing/sign-in-driver.ts';

prepareAttacks();
const renew = (RefreshToken: unknown) =>
  fixture.call('GetTokensFromRefreshToken', { ClientId: ROTATING_CLIENT_ID, RefreshToken });

test('only the correct password reveals that a user is disabled, and disabling revokes every token', async () => {
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

test('a client with a secret is rejected without it', async () => {
  await fixture.createUser(email);
  const unable = refused(
    'NotAuthorizedException',
    `Unable to verify secret hash for client ${SECRET_CLIENT_ID}`,
  );
  const missing = refused(
    'NotAuthorizedException',
    `Client ${SECRET_CLIENT_ID} is configured with secret but SECRET_HASH was not received`,
  );
  const { srp, reply } = await attacker.begin(email, SECRET_CLIENT_ID);
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

test('a refresh token is invalid for another client', async () => {
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

test('a refresh token expires, and rotation does not extend it', async () => {
  await fixture.createUser(email);
  const first = await fixture.tokens(email, ROTATING_CLIENT_ID);
  clock.advance(29 * 24 * 60 * MINUTE_MS);
  const renewed = tokensSchema.parse((await renew(first.RefreshToken)).body['AuthenticationResult']);
  clock.advance(24 * 60 * MINUTE_MS);
  expect(await renew(renewed.RefreshToken)).toMatchObject(
    refused('NotAuthorizedException', 'Refresh Token has expired'),
  );
});

test('fifty concurrent refreshes get the same successor', async () => {
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

test('of fifty concurrent refreshes without a grace period one succeeds, and the family is revoked', async () => {
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

test('reuse of a rotated token after the grace period revokes the family', async () => {
  await fixture.createUser(email);
  const first = await fixture.tokens(email, ROTATING_CLIENT_ID);
  const next = tokensSchema.parse((await renew(first.RefreshToken)).body['AuthenticationResult']);
  clock.advance(29 * SECOND_MS);
  expect((await renew(first.RefreshToken)).body['AuthenticationResult']).toMatchObject({
    RefreshToken: next.RefreshToken,
  });
  clock.advance(SECOND_MS);
  expect((await renew(first.RefreshToken)).body).toMatchObject({ __type: 'RefreshTokenReuseException' });
  expect((await renew(next.RefreshToken)).body).toMatchObject({
    message: 'Refresh Token has been revoked',
  });
  expect((await fixture.call('GetUser', { AccessToken: next.AccessToken })).body).toMatchObject({
    message: 'Access Token has been revoked',
  });
});

test('REFRESH_TOKEN_AUTH is rejected where tokens rotate', async () => {
  await fixture.createUser(email);
  const { RefreshToken } = await fixture.tokens(email, ROTATING_CLIENT_ID);
  const reply = await fixture.call('InitiateAuth', {
    AuthFlow: 'REFRESH_TOKEN_AUTH',
    ClientId: ROTATING_CLIENT_ID,
    AuthParameters: { REFRESH_TOKEN: RefreshToken },
  });
  expect(reply.body).toMatchObject({ __type: 'UnsupportedOperationException' });
});

test('guesses at the previous password with a stolen access token are counted', async () => {
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
