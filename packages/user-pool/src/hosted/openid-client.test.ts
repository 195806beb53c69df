import { testDatabase } from '@coffer/testing';
import { decodeJwt } from 'jose';
import * as oidc from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHostedBrowser } from '../testing/hosted-browser.ts';
import { CALLBACK, hostedPools, SIGNED_OUT, signInByPage } from '../testing/hosted-fixture.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  PASSWORD,
  POOL_ID,
  type PoolFixture,
  ROTATING_CLIENT_ID,
  SECRET_CLIENT_ID,
  startPool,
} from '../testing/pool-fixture.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, { pools: hostedPools() });
  await fixture.createUser('ada@example.org');
});

afterAll(async () => {
  await fixture.close();
  await database.drop();
});

const ada = { name: 'ada@example.org', password: PASSWORD };

async function discover(clientId: string, authentication?: oidc.ClientAuth): Promise<oidc.Configuration> {
  const issuer = new URL(`${fixture.endpoint}/${POOL_ID}`);
  const config = await oidc.discovery(issuer, clientId, undefined, authentication, {
    execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
  });
  return config;
}

async function signIn(
  config: oidc.Configuration,
  scope: string,
  browser = createHostedBrowser(fixture.endpoint, fixture.pool.fetch),
) {
  const verifier = oidc.randomPKCECodeVerifier();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  const address = oidc.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope,
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  const back = await signInByPage(browser, address.href, ada);
  const tokens = await oidc.authorizationCodeGrant(config, new URL(back.left ?? ''), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  return { tokens, browser };
}

test.each([
  ['a public client', CLIENT_ID, oidc.None()],
  ['a client with a secret in the form', SECRET_CLIENT_ID, oidc.ClientSecretPost(CLIENT_SECRET)],
  ['a client with a secret in the header', SECRET_CLIENT_ID, oidc.ClientSecretBasic(CLIENT_SECRET)],
])(
  '%s signs a user in, reads userInfo, refreshes, revokes and signs out',
  async (_kind, clientId, authentication) => {
    const config = await discover(clientId, authentication);
    expect(config.serverMetadata().supportsPKCE()).toBe(true);
    const { tokens, browser } = await signIn(config, 'openid email aws.cognito.signin.user.admin');
    const claims = tokens.claims();
    expect(claims).toMatchObject({
      email: 'ada@example.org',
      email_verified: true,
      token_use: 'id',
      aud: clientId,
    });
    expect(claims).toHaveProperty('at_hash');
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      version: 2,
      client_id: clientId,
      scope: 'openid email aws.cognito.signin.user.admin',
    });
    expect(await oidc.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '')).toEqual({
      sub: claims?.sub,
      username: claims?.['cognito:username'],
      email: 'ada@example.org',
      email_verified: 'true',
    });

    const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
    expect(renewed.claims()).toMatchObject({ sub: claims?.sub, auth_time: claims?.['auth_time'] });
    expect(renewed.refresh_token).toBeUndefined();
    expect(decodeJwt(renewed.access_token)).toMatchObject({ version: 2, origin_jti: claims?.['origin_jti'] });

    await oidc.tokenRevocation(config, tokens.refresh_token ?? '');
    await expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
    await expect(oidc.fetchUserInfo(config, renewed.access_token, claims?.sub ?? '')).rejects.toMatchObject({
      status: 401,
    });

    const out = await browser.visit(oidc.buildEndSessionUrl(config, { logout_uri: SIGNED_OUT }).href);
    expect(out.left).toBe(SIGNED_OUT);
    expect([...browser.cookies.keys()].some((name) => name.includes('session'))).toBe(false);
  },
);

test('a rotated refresh token works once, and its second use revokes the family', async () => {
  const config = await discover(ROTATING_CLIENT_ID, oidc.None());
  const { tokens } = await signIn(config, 'openid email');
  const renewed = await oidc.refreshTokenGrant(config, tokens.refresh_token ?? '');
  expect(renewed.refresh_token).not.toBe(tokens.refresh_token);
  await expect(oidc.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
  await expect(oidc.refreshTokenGrant(config, renewed.refresh_token ?? '')).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

test('post_logout_redirect_uri of OpenID Connect works like logout_uri', async () => {
  const config = await discover(CLIENT_ID, oidc.None());
  const { browser } = await signIn(config, 'openid email');
  const address = oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: SIGNED_OUT, state: 'kept' });
  expect((await browser.visit(address.href)).left).toBe(`${SIGNED_OUT}?state=kept`);
});
