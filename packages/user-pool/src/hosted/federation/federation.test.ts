import { createServer } from 'node:http';
import * as sdk from '@aws-sdk/client-cognito-identity-provider';
import { decodeJwt } from 'jose';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { formatRecord } from '../../testing/conformance.ts';
import {
  admin,
  CLIENT_AT_ISSUER,
  createProvider,
  database,
  FEDERATED,
  fixture,
  guest,
  issuerUrl,
  listenAt,
  open,
  OUTSIDERS,
  prepareFederation,
  signInOutside,
  throughIssuer,
} from '../../testing/scenes/federation-scene.ts';
import { authorizePath, CALLBACK, createPkce, parametersOf, redeem } from '../../testing/hosted-fixture.ts';
import { PASSWORD, POOL_ID } from '../../testing/pool-fixture.ts';

prepareFederation();

test('a user of another issuer becomes a user of the pool, and the same one next time', async () => {
  const pkce = createPkce();
  const browser = open();
  const login = await browser.visit(authorizePath(pkce, { client_id: FEDERATED, scope: 'openid profile' }));
  const link = /href="(\/login\/provider\?[^"]*name=Outside)"/
    .exec(login.html)?.[1]
    ?.replaceAll('&amp;', '&');
  expect(login.html).toContain('Continue with Outside');
  guest.person = { sub: 'grace', email: 'grace@outside.example', email_verified: true, name: 'Grace' };
  const away = await browser.visit(link ?? '');
  expect(Object.fromEntries(parametersOf(away))).toMatchObject({
    client_id: CLIENT_AT_ISSUER.client_id,
    code_challenge_method: 'S256',
    scope: 'openid email profile',
  });
  const back = await browser.visit(await throughIssuer(away.left ?? ''));
  const tokens = await redeem(fixture.endpoint, {
    grant_type: 'authorization_code',
    client_id: FEDERATED,
    redirect_uri: CALLBACK,
    code: parametersOf(back).get('code') ?? '',
    code_verifier: pkce.verifier,
  });
  const claims = decodeJwt(String(tokens.body['id_token']));
  expect(claims).toMatchObject({
    'cognito:username': 'Outside_grace',
    email: 'grace@outside.example',
    email_verified: true,
    name: 'Grace',
    identities: [{ providerName: 'Outside', userId: 'grace', providerType: 'OIDC', primary: 'true' }],
  });
  const user = await admin.send(
    new sdk.AdminGetUserCommand({ UserPoolId: POOL_ID, Username: 'Outside_grace' }),
  );
  expect(user.UserStatus).toBe('EXTERNAL_PROVIDER');
  const GroupName = `${POOL_ID}_Outside`;
  expect(claims['cognito:groups']).toEqual([GroupName]);
  const group = { UserPoolId: POOL_ID, GroupName };
  const members = await admin.send(new sdk.ListUsersInGroupCommand(group));
  expect(members.Users?.map(({ Username }) => Username)).toEqual(['Outside_grace']);

  const next = { sub: 'grace', email: 'new@outside.example', email_verified: false, name: 'Grace H.' };
  parametersOf(await signInOutside(open(), 'outside.example', next));
  const again = await admin.send(
    new sdk.AdminGetUserCommand({ UserPoolId: POOL_ID, Username: 'Outside_grace' }),
  );
  expect(again.UserAttributes).toEqual(
    expect.arrayContaining([
      { Name: 'sub', Value: claims.sub },
      { Name: 'email', Value: 'new@outside.example' },
      { Name: 'email_verified', Value: 'false' },
      { Name: 'name', Value: 'Grace H.' },
    ]),
  );
  expect((await fixture.signIn('Outside_grace', PASSWORD)).status).toBe(400);
});

async function loginOf(client: string): Promise<string> {
  return (await open().visit(authorizePath(createPkce(), { client_id: client }))).html;
}

test('the button of a provider is shown while the provider exists', async () => {
  expect(await loginOf(FEDERATED)).not.toContain('Continue with Elsewhere');
  expect(await loginOf(OUTSIDERS)).toContain('Ask your administrator.');
  await createProvider('Elsewhere', issuerUrl);
  expect(await loginOf(FEDERATED)).toContain('Continue with Elsewhere');
  const outsiders = await loginOf(OUTSIDERS);
  expect(outsiders).toContain('Continue with Elsewhere');
  expect(outsiders).not.toMatch(/Nowhere|Ask your administrator/);
  await admin.send(new sdk.DeleteIdentityProviderCommand({ UserPoolId: POOL_ID, ProviderName: 'Elsewhere' }));
  expect(await loginOf(FEDERATED)).not.toContain('Continue with Elsewhere');
});

test('an e-mail address alone never links: not if unverified, nor if the provider does not allow it', async () => {
  await fixture.createUser('owner@example.org');
  const verified = { sub: 'a', email: 'owner@example.org', email_verified: true };
  parametersOf(await signInOutside(open(), 'Outside', verified));
  parametersOf(await signInOutside(open(), 'Linking', { ...verified, sub: 'b', email_verified: false }));
  const owner = await admin.send(
    new sdk.AdminGetUserCommand({ UserPoolId: POOL_ID, Username: 'owner@example.org' }),
  );
  expect(owner.UserStatus).toBe('CONFIRMED');
  expect(owner.UserAttributes?.some(({ Name }) => Name === 'identities')).toBe(false);
  for (const Username of ['Outside_a', 'Linking_b'])
    expect(await admin.send(new sdk.AdminGetUserCommand({ UserPoolId: POOL_ID, Username }))).toMatchObject({
      UserStatus: 'EXTERNAL_PROVIDER',
    });
});

test('an address that both sides verified links if the provider allows it', async () => {
  const username = await fixture.createUser('linked@example.org');
  const pkce = createPkce();
  guest.person = { sub: 'lin', email: 'Linked@example.org', email_verified: true, name: 'Not Mine' };
  const browser = open();
  const away = await browser.visit(
    authorizePath(pkce, { client_id: FEDERATED, identity_provider: 'Linking' }),
  );
  const back = await browser.visit(await throughIssuer(away.left ?? ''));
  const tokens = await redeem(fixture.endpoint, {
    grant_type: 'authorization_code',
    client_id: FEDERATED,
    redirect_uri: CALLBACK,
    code: parametersOf(back).get('code') ?? '',
    code_verifier: pkce.verifier,
  });
  const claims = decodeJwt(String(tokens.body['id_token']));
  expect(claims).toMatchObject({ 'cognito:username': username, email: 'linked@example.org' });
  expect(claims['name']).toBeUndefined();
});

test('an administrator links an external identity to a user, and removes the link', async () => {
  await fixture.createUser('boss@example.org');
  const source = {
    ProviderName: 'Outside',
    ProviderAttributeName: 'Cognito_Subject',
    ProviderAttributeValue: 'boss-out',
  };
  const link = new sdk.AdminLinkProviderForUserCommand({
    UserPoolId: POOL_ID,
    DestinationUser: { ProviderName: 'Cognito', ProviderAttributeValue: 'boss@example.org' },
    SourceUser: source,
  });
  await admin.send(link);
  await expect(admin.send(link)).rejects.toThrow('Merging is not currently supported');
  parametersOf(await signInOutside(open(), 'Outside', { sub: 'boss-out', email: 'x@outside.example' }));
  await expect(
    admin.send(new sdk.AdminGetUserCommand({ UserPoolId: POOL_ID, Username: 'Outside_boss-out' })),
  ).rejects.toThrow('User does not exist.');

  const disable = new sdk.AdminDisableProviderForUserCommand({ UserPoolId: POOL_ID, User: source });
  await admin.send(disable);
  await expect(admin.send(disable)).rejects.toThrow('User does not exist.');
  expect((await fixture.signIn('boss@example.org', PASSWORD)).status).toBe(200);
});

test('a disabled user, or one of a disabled provider, cannot sign in again', async () => {
  parametersOf(await signInOutside(open(), 'Outside', { sub: 'fired', email: 'fired@outside.example' }));
  await admin.send(
    new sdk.AdminDisableProviderForUserCommand({
      UserPoolId: POOL_ID,
      User: {
        ProviderName: 'Outside',
        ProviderAttributeName: 'Cognito_Subject',
        ProviderAttributeValue: 'fired',
      },
    }),
  );
  expect(
    await admin.send(new sdk.AdminGetUserCommand({ UserPoolId: POOL_ID, Username: 'Outside_fired' })),
  ).toMatchObject({
    Enabled: false,
  });
  const page = await signInOutside(open(), 'Outside', { sub: 'fired', email: 'fired@outside.example' });
  expect(page).toMatchObject({ status: 400, left: undefined });

  parametersOf(await signInOutside(open(), 'Outside', { sub: 'off', email: 'off@outside.example' }));
  await fixture.admin('AdminDisableUser', { UserPoolId: POOL_ID, Username: 'Outside_off' });
  const off = await signInOutside(open(), 'Outside', { sub: 'off', email: 'off@outside.example' });
  expect(off).toMatchObject({ status: 400, left: undefined });
  expect(off.html).toContain('Start again');
});

test.each([
  ['disabled', 'update user_pool.account set is_enabled = false where username = $1'],
  ['deleted', 'delete from user_pool.account where username = $1'],
])('a user who is %s while the issuer answers cannot sign in', async (what, statement) => {
  const as = { sub: `late-${what}`, email: `${what}@outside.example` };
  parametersOf(await signInOutside(open(), 'Outside', as));
  const other = new Client({ connectionString: database.connectionString });
  await other.connect();
  await other.query('begin');
  await other.query(statement, [`Outside_${as.sub}`]);
  const entering = signInOutside(open(), 'Outside', as);
  await vi.waitFor(async () => expect(await countWaiting(other)).toBe(1), { timeout: 60_000 });
  await other.query('commit');
  await other.end();
  const page = await entering;
  expect(page.status).toBeGreaterThanOrEqual(400);
  expect(page.left).toBeUndefined();
});

async function countWaiting(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

test('discovery cannot send the pool to unconfigured hosts', async () => {
  const seen: string[] = [];
  const trap = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.end('{}');
  });
  const trapUrl = await listenAt(trap);
  const server = createServer();
  const address = await listenAt(server);
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/redirecting') === true) {
      response.writeHead(302, { location: trapUrl }).end();
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        issuer: address,
        authorization_endpoint: `${address}/authorize`,
        token_endpoint: `${trapUrl}/token`,
        jwks_uri: `${trapUrl}/jwks`,
      }),
    );
  });
  await createProvider('Elsewhere', address);
  const browser = open();
  const away = await browser.visit(
    authorizePath(createPkce(), { client_id: FEDERATED, identity_provider: 'Elsewhere' }),
  );
  const state = parametersOf(away).get('state') ?? '';
  expect(await browser.visit(`/oauth2/idpresponse?code=c&state=${state}`)).toMatchObject({ status: 400 });
  await admin.send(
    new sdk.UpdateIdentityProviderCommand({
      UserPoolId: POOL_ID,
      ProviderName: 'Elsewhere',
      ProviderDetails: {
        client_id: 'x',
        authorize_scopes: 'openid',
        oidc_issuer: `${address}/redirecting`,
        attributes_request_method: 'GET',
      },
    }),
  );
  const redirected = await browser.visit(
    authorizePath(createPkce(), { client_id: FEDERATED, identity_provider: 'Elsewhere' }),
  );
  expect(redirected).toMatchObject({ status: 400, left: undefined });
  expect(seen).toEqual([]);
  trap.close();
  server.close();
});

test('providers are created, listed, described without their secret, changed and deleted', async () => {
  await createProvider('Short', issuerUrl);
  await expect(createProvider('Short', issuerUrl)).rejects.toThrow(sdk.DuplicateProviderException);
  const described = await admin.send(
    new sdk.DescribeIdentityProviderCommand({ UserPoolId: POOL_ID, ProviderName: 'Short' }),
  );
  expect(described.IdentityProvider).toMatchObject({
    ProviderType: 'OIDC',
    IdpIdentifiers: ['short.example'],
    ProviderDetails: { client_id: CLIENT_AT_ISSUER.client_id, oidc_issuer: issuerUrl },
  });
  expect(JSON.stringify(described)).not.toContain(CLIENT_AT_ISSUER.client_secret);
  const listed = await admin.send(
    new sdk.ListIdentityProvidersCommand({ UserPoolId: POOL_ID, MaxResults: 2 }),
  );
  expect(listed.Providers).toHaveLength(2);
  const rest = await admin.send(
    new sdk.ListIdentityProvidersCommand({
      UserPoolId: POOL_ID,
      MaxResults: 60,
      NextToken: listed.NextToken,
    }),
  );
  expect(rest.Providers?.map(({ ProviderName }) => ProviderName)).toContain('Short');
  await admin.send(new sdk.DeleteIdentityProviderCommand({ UserPoolId: POOL_ID, ProviderName: 'Short' }));
  await expect(
    admin.send(new sdk.DescribeIdentityProviderCommand({ UserPoolId: POOL_ID, ProviderName: 'Short' })),
  ).rejects.toThrow('Identity provider Short does not exist.');
});

test.each([
  ['plain http elsewhere', { oidc_issuer: 'http://issuer.example' }],
  ['no address', { oidc_issuer: 'issuer' }],
  ['a file', { oidc_issuer: 'file:///etc/passwd' }],
  ['credentials in the address', { oidc_issuer: 'https://a:b@issuer.example' }],
  ['no openid', { authorize_scopes: 'email' }],
  ['a token address alone', { token_url: 'https://issuer.example/token' }],
  ['an unknown member', { something: 'else' }],
])('a provider with %s is rejected', async (_what, details) => {
  await expect(createProvider('Bad', 'https://issuer.example', details)).rejects.toThrow(
    'Invalid ProviderDetails',
  );
});

test('unsigned calls cannot create providers', async () => {
  for (const operation of ['CreateIdentityProvider', 'ListIdentityProviders', 'AdminLinkProviderForUser'])
    expect(await fixture.call(operation, { UserPoolId: POOL_ID })).toMatchObject({
      body: { __type: 'MissingAuthenticationTokenException' },
    });
});

// Must be last, because it records all calls above. `vitest -u` updates it.
test('the record of the calls of the AWS SDK is complete', async () => {
  await expect(formatRecord(fixture.seenClients())).toMatchFileSnapshot(
    '../../testing/conformance/providers.txt',
  );
});
