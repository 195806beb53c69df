import { once } from 'node:events';
import { createServer } from 'node:http';
import { testDatabase } from '@coffer/testing';
import { PASSWORD, type PoolFixture, startPool } from '@coffer/user-pool/testing/pool-fixture';
import { startTlsFront } from '@coffer/user-pool/testing/tls-front';

export const STRICT_POOL_ID = 'us-east-1_Strict001';
/** Every sign-in method is enabled. */
export const OPEN_POOL_ID = 'us-east-1_Open00001';

export interface HostedPool extends AsyncDisposable {
  readonly url: string;
  readonly fixture: PoolFixture;
  /** Redirect target: `http://localhost:<port>/`. */
  readonly applicationUrl: string;
  readonly application: Map<string, string>;
  authorize(clientId: string, changes?: Readonly<Record<string, string>>): string;
  passTime(milliseconds: number): void;
  /** Adds an unreachable issuer to the open pool. */
  addProvider(name: 'Company'): Promise<void>;
  createPerson(poolId: string, name: string, attributes?: Readonly<Record<string, string>>): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript' };

export async function startHostedPool(): Promise<HostedPool> {
  await using stack = new AsyncDisposableStack();
  const database = stack.adopt(await testDatabase(), async (made) => await made.drop());
  const application = new Map([
    ['/', '<!doctype html><html lang="en"><title>Application</title><h1>Application</h1>'],
  ]);
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname;
    const body = application.get(path);
    const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'text/html';
    response
      .writeHead(body === undefined ? 404 : 200, { 'content-type': `${type}; charset=utf-8` })
      .end(body);
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  stack.defer(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the application has no port');
  const applicationUrl = `http://localhost:${address.port}/`;
  const front = stack.adopt(await startTlsFront(), async (made) => await made.close());
  let aheadMs = 0;
  const fixture = await startPool(database.connectionString, {
    pools: pools(applicationUrl, new URL(front.url).hostname, front.url),
    clock: { now: () => new Date(Date.now() + aheadMs) },
    changes: { baseUrl: front.url },
  });
  stack.defer(async () => await fixture.close());
  front.forwardTo(fixture.server.port);
  const rest = stack.move();
  return {
    url: front.url,
    fixture,
    applicationUrl,
    application,
    authorize(clientId, changes = {}) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: applicationUrl,
        scope: 'openid email',
        // A fixed S256 challenge: the application never redeems the code.
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
        ...changes,
      });
      return `${front.url}/oauth2/authorize?${query.toString()}`;
    },
    passTime(milliseconds) {
      aheadMs += milliseconds;
    },
    async addProvider(ProviderName) {
      const created = await fixture.admin('CreateIdentityProvider', {
        UserPoolId: OPEN_POOL_ID,
        ProviderName,
        ProviderType: 'OIDC',
        ProviderDetails: {
          client_id: 'the-pool',
          client_secret: 'a-secret-between-the-two-of-them',
          oidc_issuer: 'http://127.0.0.1:1',
          authorize_scopes: 'openid email',
          attributes_request_method: 'GET',
        },
        AttributeMapping: { email: 'email', username: 'sub' },
      });
      if (created.status !== 200) throw new Error(JSON.stringify(created.body));
    },
    async createPerson(poolId, name, attributes = {}) {
      const target = { UserPoolId: poolId, Username: name };
      const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
      await fixture.admin('AdminCreateUser', { ...target, MessageAction: 'SUPPRESS', UserAttributes });
      const set = await fixture.admin('AdminSetUserPassword', {
        ...target,
        Password: PASSWORD,
        Permanent: true,
      });
      if (set.status !== 200) throw new Error(JSON.stringify(set.body));
    },
    [Symbol.asyncDispose]: async () => await rest.disposeAsync(),
  };
}

function pools(callback: string, relyingPartyId: string, origin: string) {
  const oauth = {
    isOAuthAllowed: true,
    oauthFlows: ['code' as const],
    oauthScopes: ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'],
    callbackUrls: [callback],
    logoutUrls: [callback],
  };
  return [
    {
      id: STRICT_POOL_ID,
      name: 'Strict',
      mfaConfiguration: 'ON' as const,
      emailMfa: { isEnabled: true },
      schemaAttributes: [{ name: 'given_name', isCustom: false, isRequired: true }],
      clients: [{ id: 'strict', name: 'strict', ...oauth }],
    },
    {
      id: OPEN_POOL_ID,
      name: 'Open',
      usernameAttributes: ['email' as const],
      mfaConfiguration: 'OPTIONAL' as const,
      emailMfa: { isEnabled: true },
      smsMfa: { isEnabled: true },
      firstFactors: ['PASSWORD' as const, 'EMAIL_OTP' as const, 'WEB_AUTHN' as const],
      webAuthn: { relyingPartyId, origins: [origin] },
      customAuth: { kind: 'email_code' as const },
      isSelfSignUpAllowed: true,
      autoVerifiedAttributes: ['email' as const],
      clients: [
        {
          id: 'open',
          name: 'open',
          ...oauth,
          identityProviders: ['COGNITO', 'Company'],
          explicitAuthFlows: [
            'ALLOW_USER_SRP_AUTH' as const,
            'ALLOW_USER_AUTH' as const,
            'ALLOW_CUSTOM_AUTH' as const,
            'ALLOW_REFRESH_TOKEN_AUTH' as const,
          ],
        },
      ],
    },
  ];
}
