// The pool as a client of an outside issuer: `oidc-provider`, certified and not ours, and one that lies.
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import * as sdk from '@aws-sdk/client-cognito-identity-provider';
import { assert } from '@coffer/kit';
import { testDatabase } from '@coffer/testing';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createHostedBrowser, type HostedBrowser, type Visit } from '../../testing/hosted-browser.ts';
import {
  ALL_SCOPES,
  authorizePath,
  CALLBACK,
  createPkce,
  hostedPools,
  parametersOf,
  redeem,
} from '../../testing/hosted-fixture.ts';
import { formatRecord } from '../../testing/conformance.ts';
import { ADMIN, PASSWORD, POOL_ID, type PoolFixture, startPool } from '../../testing/pool-fixture.ts';

const FEDERATED = 'federated1';
const CLIENT_AT_ISSUER = { client_id: 'the-pool', client_secret: 'a-secret-between-the-two-of-them' };

let database: Awaited<ReturnType<typeof testDatabase>>;
let fixture: PoolFixture;
let admin: sdk.CognitoIdentityProviderClient;
let issuer: Server;
let issuerUrl: string;
/** What the next person at the issuer is. */
let person: Record<string, unknown> = { sub: 'grace' };
let liar: Server;
let liarUrl: string;
type Lie =
  | 'honest'
  | 'none'
  | 'nonce'
  | 'issuer'
  | 'audience'
  | 'signature'
  | 'expired'
  | 'subject'
  | 'endless';
let lie: Lie = 'honest';

beforeAll(async () => {
  database = await testDatabase();
  fixture = await startPool(database.connectionString, {
    pools: hostedPools({
      clients: [
        {
          id: FEDERATED,
          name: 'federated',
          isOAuthAllowed: true,
          oauthFlows: ['code'],
          oauthScopes: ALL_SCOPES,
          callbackUrls: [CALLBACK],
          identityProviders: ['COGNITO', 'Outside', 'Liar', 'Linking', 'Elsewhere'],
        },
      ],
    }),
  });
  [issuer, issuerUrl] = await startIssuer();
  [liar, liarUrl] = await startLiar();
  admin = new sdk.CognitoIdentityProviderClient({
    endpoint: fixture.endpoint,
    region: 'us-east-1',
    credentials: ADMIN,
    maxAttempts: 1,
  });
  await createProvider('Outside', issuerUrl);
  await createProvider('Linking', issuerUrl, { link_verified_email: 'true' });
  await createProvider('Liar', liarUrl);
});

afterEach(() => {
  lie = 'honest';
});

afterAll(async () => {
  admin.destroy();
  issuer.close();
  liar.close();
  await fixture.close();
  await database.drop();
});

async function createProvider(name: string, address: string, details: Record<string, string> = {}) {
  return await admin.send(
    new sdk.CreateIdentityProviderCommand({
      UserPoolId: POOL_ID,
      ProviderName: name,
      ProviderType: 'OIDC',
      ProviderDetails: {
        ...CLIENT_AT_ISSUER,
        oidc_issuer: address,
        authorize_scopes: 'openid email profile',
        attributes_request_method: 'GET',
        ...details,
      },
      AttributeMapping: { email: 'email', email_verified: 'email_verified', name: 'name', username: 'sub' },
      IdpIdentifiers: [`${name.toLowerCase()}.example`],
    }),
  );
}

async function listenAt(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A whole OpenID provider whose pages are one line: whoever comes is `person`. */
async function startIssuer(): Promise<[Server, string]> {
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  vi.spyOn(console, 'info').mockReturnValue(undefined);
  const server = createServer();
  const address = await listenAt(server);
  const provider = new Provider(address, {
    clients: [
      {
        ...CLIENT_AT_ISSUER,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${fixture.endpoint}/oauth2/idpresponse`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...person, sub }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    loadExistingGrant: async (context) => {
      const { client, session } = context.oidc;
      const grant = new provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    cookies: { keys: ['a'] },
    pkce: { required: () => true },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/') === true) {
      const result = { login: { accountId: String(person['sub']) } };
      void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
      return;
    }
    void answer(request, response);
  });
  return [server, address];
}

/** An issuer that hands out whatever ID token it is told to. */
async function startLiar(): Promise<[Server, string]> {
  const server = createServer();
  const address = await listenAt(server);
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const other = await generateKeyPair('RS256');
  let nonce = '';
  const key = { ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  const answer = async (path: string, query: URLSearchParams): Promise<object> => {
    if (path === '/.well-known/openid-configuration')
      return {
        issuer: address,
        authorization_endpoint: `${address}/authorize`,
        token_endpoint: `${address}/token`,
        jwks_uri: `${address}/jwks`,
        id_token_signing_alg_values_supported: ['RS256', 'none'],
      };
    if (path === '/jwks') return { keys: [key] };
    if (path === '/authorize') {
      nonce = query.get('nonce') ?? '';
      return {};
    }
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: lie === 'issuer' ? 'https://other.example' : address,
      aud: lie === 'audience' ? 'somebody-else' : CLIENT_AT_ISSUER.client_id,
      sub: lie === 'subject' ? '' : 'mallory',
      nonce: lie === 'nonce' ? 'another' : nonce,
      email: 'mallory@example.org',
      email_verified: true,
      iat: now - 7200,
      exp: lie === 'expired' ? now - 3600 : now + 600,
    };
    const plain = [{ alg: 'none' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const signed = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .sign(lie === 'signature' ? other.privateKey : privateKey);
    const idToken = lie === 'none' ? `${plain.join('.')}.` : signed;
    const filler = lie === 'endless' ? 'x'.repeat(1024 * 1024) : '';
    return { access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: idToken, filler };
  };
  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', address);
    const send = async (): Promise<void> => {
      const body = await answer(url.pathname, url.searchParams);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    };
    void send();
  });
  return [server, address];
}

const open = (): HostedBrowser => createHostedBrowser(fixture.endpoint, fixture.pool.fetch);

/** At the issuer, with a browser of its own for it, until it sends the person back. */
async function throughIssuer(address: string): Promise<string> {
  const browser = createHostedBrowser(new URL(address).origin);
  const visit = await browser.visit(address);
  assert(visit.left !== undefined, `the issuer sends back: ${visit.status} ${visit.html}`);
  return visit.left;
}

async function signInOutside(
  browser: HostedBrowser,
  provider: string,
  as: Record<string, unknown>,
): Promise<Visit> {
  person = as;
  const away = await browser.visit(
    authorizePath(createPkce(), { client_id: FEDERATED, identity_provider: provider }),
  );
  assert(away.left !== undefined, `it leads to the issuer: ${away.html}`);
  return await browser.visit(await throughIssuer(away.left));
}

test('a person of another issuer becomes a user of the pool, and is the same one the next time', async () => {
  const pkce = createPkce();
  const browser = open();
  const login = await browser.visit(authorizePath(pkce, { client_id: FEDERATED, scope: 'openid profile' }));
  const link = /href="(\/login\/provider\?[^"]*name=Outside)"/
    .exec(login.html)?.[1]
    ?.replaceAll('&amp;', '&');
  expect(login.html).toContain('Continue with Outside');
  person = { sub: 'grace', email: 'grace@outside.example', email_verified: true, name: 'Grace' };
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

test('an e-mail address alone never links: not an unconfirmed one, nor where the provider is not set to', async () => {
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

test('an address that both sides have confirmed links where the provider is set to', async () => {
  const username = await fixture.createUser('linked@example.org');
  const pkce = createPkce();
  person = { sub: 'lin', email: 'Linked@example.org', email_verified: true, name: 'Not Mine' };
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

test('an administrator links a person to a user, and takes the link away', async () => {
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

test('a person whose provider is disabled, or who is, comes in no more', async () => {
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
])('a person who is %s while the issuer answers does not come in', async (what, statement) => {
  const as = { sub: `late-${what}`, email: `${what}@outside.example` };
  parametersOf(await signInOutside(open(), 'Outside', as));
  const other = new Client({ connectionString: database.connectionString });
  await other.connect();
  await other.query('begin');
  await other.query(statement, [`Outside_${as.sub}`]);
  const entering = signInOutside(open(), 'Outside', as);
  await vi.waitFor(async () => expect(await countWaiting(other)).toBe(1), { timeout: 10_000 });
  await other.query('commit');
  await other.end();
  const page = await entering;
  expect(page.status).toBeGreaterThanOrEqual(400);
  expect(page.left).toBeUndefined();
});

/** Statements that wait for a lock, of which there are none before. */
async function countWaiting(client: Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

/** To the liar and back; what it says is up to `lie`. */
async function throughLiar(browser: HostedBrowser): Promise<URL> {
  const away = await browser.visit(
    authorizePath(createPkce(), { client_id: FEDERATED, identity_provider: 'Liar' }),
  );
  await fetch(away.left ?? '');
  const back = new URL(`${fixture.endpoint}/oauth2/idpresponse`);
  back.search = new URLSearchParams({ code: 'c', state: parametersOf(away).get('state') ?? '' }).toString();
  return back;
}

test('an issuer that tells the truth is believed', async () => {
  const browser = open();
  const back = await throughLiar(browser);
  expect(parametersOf(await browser.visit(back.href)).has('code')).toBe(true);
});

test.each(['none', 'nonce', 'issuer', 'audience', 'signature', 'expired', 'subject', 'endless'] as const)(
  'an ID token that lies about %s lets nobody in',
  async (what) => {
    const browser = open();
    const back = await throughLiar(browser);
    lie = what;
    const page = await browser.visit(back.href);
    expect(page).toMatchObject({ status: 400, left: undefined });
    expect(page.html).toContain('did not confirm who you are');
    expect([...browser.cookies.keys()].some((name) => name.includes('session'))).toBe(false);
  },
);

test('a state is good once, for the browser that began, and not at all when it is made up', async () => {
  const browser = open();
  const back = await throughLiar(browser);
  const stranger = open();
  await stranger.visit(authorizePath(createPkce(), { client_id: FEDERATED }));
  expect(await stranger.visit(back.href)).toMatchObject({ status: 400, left: undefined });
  // The stranger has used it up: an answer that went astray is good for nobody.
  expect(await browser.visit(back.href)).toMatchObject({ status: 400, left: undefined });

  const again = await throughLiar(browser);
  expect(parametersOf(await browser.visit(again.href)).has('code')).toBe(true);
  expect(await browser.visit(again.href)).toMatchObject({ status: 400, left: undefined });
  for (const state of ['', 'x', 'A'.repeat(43)])
    expect(await browser.visit(`/oauth2/idpresponse?code=c&state=${state}`)).toMatchObject({
      status: 400,
      left: undefined,
    });
});

test('an answer with the iss of another issuer is a mix-up', async () => {
  const browser = open();
  const back = await throughLiar(browser);
  back.searchParams.set('iss', issuerUrl);
  expect(await browser.visit(back.href)).toMatchObject({ status: 400, left: undefined });
});

test('an issuer that says no leads to a page from which one can start again', async () => {
  const browser = open();
  const back = await throughLiar(browser);
  back.searchParams.delete('code');
  back.searchParams.set('error', '<script>alert(1)</script>');
  const page = await browser.visit(back.href);
  expect(page).toMatchObject({ status: 400, left: undefined });
  expect(page.html).not.toContain('<script');
});

test('discovery cannot send the pool to hosts that nobody has named', async () => {
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

test('providers are made, listed, described without their secret, changed and deleted', async () => {
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
])('a provider with %s is refused', async (_what, details) => {
  await expect(createProvider('Bad', 'https://issuer.example', details)).rejects.toThrow(
    'Invalid ProviderDetails',
  );
});

test('unsigned calls make no providers', async () => {
  for (const operation of ['CreateIdentityProvider', 'ListIdentityProviders', 'AdminLinkProviderForUser'])
    expect(await fixture.call(operation, { UserPoolId: POOL_ID })).toMatchObject({
      body: { __type: 'MissingAuthenticationTokenException' },
    });
});

// It must come last: a record is of all the calls above. `vitest -u` writes it anew.
test('the record of what the AWS SDK has called is true', async () => {
  await expect(formatRecord(fixture.seenClients())).toMatchFileSnapshot(
    '../../testing/conformance/providers.txt',
  );
});
