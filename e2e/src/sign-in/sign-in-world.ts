import { freePort, testDatabase } from '@coffer/testing';
import { type CofferPorts, type CofferProcess, startCoffer } from '@coffer/testing/coffer-process';
import type { Page } from '@playwright/test';
import { ADMIN, PASSWORD, type PoolFixture, startPool } from '@coffer/user-pool/testing/pool-fixture';
import type { DeclaredPoolInput } from '@coffer/user-pool';
import { createDataFolder } from '../data-folder.ts';

export const WORLD_POOL_ID = 'us-east-1_SignIn001';
const CLIENT = { id: 'cofferserver', secret: 'sekretsekretsekretsekretsekret02' };

export { PASSWORD };

export interface SignInWorld extends AsyncDisposable {
  readonly coffer: CofferProcess;
  readonly pool: PoolFixture;
  /** One administrator call. Throws if the pool refuses it. */
  admin(operation: string, input: object): Promise<Record<string, unknown>>;
  /** Creates a person with a verified address and a permanent password, and returns the address. */
  createPerson(name: string, factors?: object): Promise<string>;
}

export interface IssuerFacts {
  readonly url: string;
  readonly poolIssuer: string;
}

export const HOSTED_CLIENT = { id: 'hostedpages', secret: 'sekretsekretsekretsekretsekret03' };

/** Runs the pool in this process, so that its messages can be read. The application is a real process. */
export async function startSignInWorld(
  methods: string,
  issuersOf: (facts: IssuerFacts) => Promise<readonly object[]> = () => Promise.resolve([]),
  poolChanges: Partial<DeclaredPoolInput> = {},
): Promise<SignInWorld> {
  await using stack = new AsyncDisposableStack();
  const ports: CofferPorts = { app: await freePort(), store: await freePort(), pool: await freePort() };
  const url = `http://localhost:${ports.app}`;
  const poolDatabase = stack.adopt(await testDatabase(), async (made) => await made.drop());
  const database = stack.adopt(await testDatabase(), async (made) => await made.drop());
  const data = stack.use(await createDataFolder('sign-in'));
  const pool = await startPool(poolDatabase.connectionString, {
    pools: [{ ...poolOf(url), ...poolChanges }],
  });
  stack.defer(async () => await pool.close());
  const issuers = await issuersOf({ url, poolIssuer: `${pool.endpoint}/${WORLD_POOL_ID}` });
  const coffer = stack.use(
    await startCoffer({
      dataFolder: data.path,
      ports,
      environment: {
        DATABASE_URL: database.connectionString,
        ...data.environment,
        ...poolEnvironment(pool.endpoint),
        COFFER_SIGN_IN: methods,
        COFFER_OIDC: JSON.stringify(issuers),
      },
    }),
  );
  const admin: SignInWorld['admin'] = async (operation, input) => {
    const { status, body } = await pool.admin(operation, { UserPoolId: WORLD_POOL_ID, ...input });
    if (status !== 200) throw new Error(`${operation}: ${JSON.stringify(body)}`);
    return body;
  };
  const rest = stack.move();
  return {
    coffer,
    pool,
    admin,
    async createPerson(name, factors) {
      const email = `${name}@example.org`;
      const target = { Username: email };
      const UserAttributes = [
        { Name: 'email_verified', Value: 'true' },
        { Name: 'name', Value: name },
      ];
      await admin('AdminCreateUser', { ...target, MessageAction: 'SUPPRESS', UserAttributes });
      await admin('AdminSetUserPassword', { ...target, Password: PASSWORD, Permanent: true });
      if (factors !== undefined) await admin('AdminSetUserMFAPreference', { ...target, ...factors });
      return email;
    },
    [Symbol.asyncDispose]: async () => await rest.disposeAsync(),
  };
}

export function poolEnvironment(endpoint: string): Record<string, string> {
  return {
    COFFER_POOL_ENDPOINT: endpoint,
    COFFER_POOL_ID: WORLD_POOL_ID,
    COFFER_POOL_CLIENT_ID: CLIENT.id,
    COFFER_POOL_CLIENT_SECRET: CLIENT.secret,
    COFFER_POOL_ISSUER: `${endpoint}/${WORLD_POOL_ID}`,
    COFFER_POOL_ACCESS_KEY_ID: ADMIN.accessKeyId,
    COFFER_POOL_SECRET_ACCESS_KEY: ADMIN.secretAccessKey,
  };
}

export function poolOf(url: string) {
  return {
    id: WORLD_POOL_ID,
    name: 'Coffer',
    usernameAttributes: ['email' as const],
    isUsernameCaseSensitive: false,
    mfaConfiguration: 'OPTIONAL' as const,
    emailMfa: { isEnabled: true },
    authSessionValidityMinutes: 15,
    autoVerifiedAttributes: ['email' as const],
    isSelfSignUpAllowed: true,
    schemaAttributes: [{ name: 'name', isCustom: false, isRequired: true }],
    firstFactors: ['PASSWORD' as const, 'WEB_AUTHN' as const, 'EMAIL_OTP' as const],
    webAuthn: { relyingPartyId: 'localhost', origins: [url], userVerification: 'required' as const },
    customAuth: { kind: 'email_code' as const },
    clients: [
      {
        ...CLIENT,
        name: 'Coffer server',
        explicitAuthFlows: [
          'ALLOW_USER_SRP_AUTH' as const,
          'ALLOW_USER_AUTH' as const,
          'ALLOW_CUSTOM_AUTH' as const,
        ],
        rotation: { retryGracePeriodSeconds: 60 },
        propagateUserContext: true,
      },
      {
        ...HOSTED_CLIENT,
        name: 'Hosted pages',
        isOAuthAllowed: true,
        oauthFlows: ['code' as const],
        oauthScopes: ['openid', 'email', 'profile'],
        callbackUrls: [`${url}/auth/callback`],
        logoutUrls: [`${url}/signed-out`],
      },
    ],
  };
}

/** `call` is method and path. */
export async function callFromPage(page: Page, call: string, body?: object): Promise<unknown> {
  return await page.evaluate(
    async ([asked, json]) => {
      const [method = '', path = ''] = asked.split(' ');
      const response = await fetch(`/api/v1${path}`, {
        method,
        headers: { 'x-coffer': '1', 'content-type': 'application/json' },
        ...(json === undefined ? {} : { body: json }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${asked}: ${response.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    [call, body === undefined ? undefined : JSON.stringify(body)] as const,
  );
}
