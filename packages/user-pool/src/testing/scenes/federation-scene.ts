import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import * as sdk from '@aws-sdk/client-cognito-identity-provider';
import { assert } from '@coffer/kit';
import { type TestDatabase, testDatabase } from '@coffer/testing';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { createHostedBrowser, type HostedBrowser, type Visit } from '../hosted-browser.ts';
import { ALL_SCOPES, authorizePath, CALLBACK, createPkce, hostedPools } from '../hosted-fixture.ts';
import { ADMIN, POOL_ID, type PoolFixture, startPool } from '../pool-fixture.ts';

export const FEDERATED = 'federated1';
/** A client without the provider `COGNITO`. */
export const OUTSIDERS = 'outsiders';
export const CLIENT_AT_ISSUER = { client_id: 'the-pool', client_secret: 'a-secret-between-the-two-of-them' };

export let database: TestDatabase;
export let fixture: PoolFixture;
export let admin: sdk.CognitoIdentityProviderClient;
export let issuerUrl: string;
let liarUrl: string;
export const guest: { person: Record<string, unknown> } = { person: { sub: 'grace' } };
export const LIES = [
  'none',
  'nonce',
  'issuer',
  'audience',
  'signature',
  'expired',
  'subject',
  'endless',
] as const;
export const liar: { lie: 'honest' | (typeof LIES)[number] } = { lie: 'honest' };

export function prepareFederation(): void {
  let servers: readonly Server[];

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
          {
            id: OUTSIDERS,
            name: 'outsiders',
            isOAuthAllowed: true,
            oauthFlows: ['code'],
            oauthScopes: ALL_SCOPES,
            callbackUrls: [CALLBACK],
            identityProviders: ['Elsewhere', 'Nowhere'],
          },
        ],
      }),
    });
    const [honest, dishonest] = [await startIssuer(), await startLiar()];
    [, issuerUrl] = honest;
    [, liarUrl] = dishonest;
    servers = [honest[0], dishonest[0]];
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
    liar.lie = 'honest';
  });

  afterAll(async () => {
    admin.destroy();
    for (const server of servers) server.close();
    await fixture.close();
    await database.drop();
  });
}

export const open = (): HostedBrowser => createHostedBrowser(fixture.endpoint, fixture.pool.fetch);

export async function throughIssuer(address: string): Promise<string> {
  const browser = createHostedBrowser(new URL(address).origin);
  const visit = await browser.visit(address);
  assert(visit.left !== undefined, `the issuer did not redirect back: ${visit.status} ${visit.html}`);
  return visit.left;
}

export async function signInOutside(
  browser: HostedBrowser,
  provider: string,
  as: Record<string, unknown>,
): Promise<Visit> {
  guest.person = as;
  const away = await browser.visit(
    authorizePath(createPkce(), { client_id: FEDERATED, identity_provider: provider }),
  );
  assert(away.left !== undefined, `no redirect to the issuer: ${away.html}`);
  return await browser.visit(await throughIssuer(away.left));
}

export async function createProvider(name: string, address: string, details: Record<string, string> = {}) {
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

export async function listenAt(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert(typeof address === 'object' && address !== null, 'the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

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
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...guest.person, sub }) }),
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
      const result = { login: { accountId: String(guest.person['sub']) } };
      void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
      return;
    }
    void answer(request, response);
  });
  return [server, address];
}

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
      iss: liar.lie === 'issuer' ? 'https://other.example' : address,
      aud: liar.lie === 'audience' ? 'somebody-else' : CLIENT_AT_ISSUER.client_id,
      sub: liar.lie === 'subject' ? '' : 'mallory',
      nonce: liar.lie === 'nonce' ? 'another' : nonce,
      email: 'mallory@example.org',
      email_verified: true,
      iat: now - 7200,
      exp: liar.lie === 'expired' ? now - 3600 : now + 600,
    };
    const plain = [{ alg: 'none' }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const signed = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'k' })
      .sign(liar.lie === 'signature' ? other.privateKey : privateKey);
    const idToken = liar.lie === 'none' ? `${plain.join('.')}.` : signed;
    const filler = liar.lie === 'endless' ? 'x'.repeat(1024 * 1024) : '';
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
