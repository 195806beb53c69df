import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { operations, type OperationName, type OperationResponse } from '@coffer/contracts';
import { assert, type Clock } from '@coffer/kit';
import { cognitoTimestamp } from '@coffer/srp';
import { manualClock, srpClient, testDatabase } from '@coffer/testing';
import { type Handler, createUserPool, listen } from '@coffer/user-pool';
import { parseConfig } from '../src/config/config.ts';
import { accountRoutes } from '../src/features/account/routes.ts';
import { peopleRoutes } from '../src/features/people/routes.ts';
import { authenticate, signOutFromIssuer } from '../src/features/session/index.ts';
import { sessionRoutes } from '../src/features/session/routes.ts';
import { createSignInRateLimits } from '../src/features/sign-in/index.ts';
import { signInRoutes } from '../src/features/sign-in/routes.ts';
import { spacesRoutes } from '../src/features/spaces/routes.ts';
import { createTokenLimit, findTokenActor } from '../src/features/tokens/index.ts';
import { tokenRoutes } from '../src/features/tokens/routes.ts';
import { type App, createApp } from '../src/http/app.ts';
import { migratedDatabase } from '../src/migrated-database.world.ts';
import { connectDatabase } from '../src/platform/db/connect.ts';
import { holdOneConnection } from '../src/platform/db/one-connection.world.ts';
import { createSettings, defaultsOf } from '../src/platform/db/settings.ts';
import { createIdMaker } from '../src/platform/ids.ts';
import { type CognitoPoolOptions, createCognitoPool } from '../src/platform/identity/cognito-pool.ts';
import { createLog } from '../src/platform/log/create-log.ts';
import { createMetrics } from '../src/platform/metrics/metrics.ts';
import type { createIssuers } from '../src/run/issuers.ts';
import { createCipher } from '../src/platform/secrets/cipher.ts';

export const ORIGIN = 'http://localhost:8420';
export const PASSWORD = 'six geese a-laying 4ever';
const POOL_ID = 'us-east-1_Test12345';
const CLIENT_ID = 'testclient';
const CLIENT_SECRET = 'a'.repeat(20) + randomBytes(16).toString('hex');
const ADMIN = { accessKeyId: 'TESTKEY', secretAccessKey: randomBytes(20).toString('hex') };
const POOL_KEY = { id: 'k1', key: randomBytes(32) };
const TIME_LIMIT_MS = 2_500;

export type PoolMode = 'up' | 'failing' | 'throttled' | 'too_many' | 'silent' | 'answer_lost';

export interface PoolCall {
  readonly operation: string;
  readonly body: string;
  readonly answer: string;
}

/** A complete server: real database, real user pool over HTTP, manual clock. */
export type SignInWorld = Awaited<ReturnType<typeof signInWorld>>;

export interface WorldOptions {
  readonly rotation?: boolean;
  /** Default: 0. */
  readonly graceSeconds?: number;
  /** Whether the server has no administrator key of the pool. */
  readonly isKeyless?: boolean;
  readonly issuers?: typeof createIssuers;
  readonly startsAt?: Date;
  readonly pool?: Partial<CognitoPoolOptions> & { readonly clientSecret: string };
}

export async function signInWorld(options: WorldOptions = {}) {
  const [database, poolDatabase] = [await migratedDatabase(), await testDatabase()];
  const clock = manualClock(options.startsAt ?? '2030-03-03T04:05:06.000Z');
  const lines: string[] = [];
  const log = createLog({
    level: 'debug',
    now: () => clock.now(),
    destination: { write: (line: string) => lines.push(line) > 0 },
  });
  const { server, userPool, baseUrl } = await startUserPool({
    connectionString: poolDatabase.connectionString,
    clock,
    graceSeconds: options.rotation === true ? (options.graceSeconds ?? 0) : undefined,
  });
  const wire = wireOf(userPool.fetch);
  server.serve(wire.handler);

  const connected = connectDatabase({ connectionString: database.connectionString, log });
  holdOneConnection(connected.db);
  const config = parseConfig({ COFFER_URL: ORIGIN, COFFER_DATA: '/nowhere' });
  assert(config.ok, 'the configuration is right');
  const poolOptions = {
    endpoint: baseUrl,
    poolId: POOL_ID,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    issuer: `${baseUrl}/${POOL_ID}`,
    region: 'us-east-1',
    admin: options.isKeyless === true ? undefined : ADMIN,
    clock,
    log,
    timeLimitMs: TIME_LIMIT_MS,
    ...options.pool,
  };
  const services = {
    config: config.value,
    clock,
    log,
    db: connected.db,
    settings: createSettings({ clock, log, defaults: defaultsOf(config.value) }),
    cipher: createCipher(randomBytes(32)),
    pool: createCognitoPool(poolOptions),
    mail: undefined,
    issuers: options.issuers?.(config.value, { clock, log }) ?? new Map(),
    newId: createIdMaker(clock),
    limits: createSignInRateLimits(clock),
  };
  const app = appOf(services);
  const end = async (): Promise<void> => {
    wire.setMode('up');
    await connected.close();
    await server.close();
    await userPool.close();
    await database.drop();
    await poolDatabase.drop();
  };
  return {
    ...services,
    services,
    app,
    lines,
    wire,
    poolOptions,
    connectionString: database.connectionString,
    poolVault: { connectionString: poolDatabase.connectionString, key: POOL_KEY },
    browser: () => browser(app, clock),
    end,
    [Symbol.asyncDispose]: end,
  };
}

function appOf(services: Parameters<typeof accountRoutes>[0] & Parameters<typeof signInRoutes>[0]): App {
  const wrongTokens = createTokenLimit(services);
  return createApp(
    services,
    [
      ...sessionRoutes(services),
      ...signInRoutes(services),
      ...accountRoutes(services),
      ...peopleRoutes(services),
      ...spacesRoutes(services),
      ...tokenRoutes(services),
    ],
    {
      authenticate: async (cookie, call) => await authenticate(services, cookie, call),
      authenticateToken: async (secret, { address }) =>
        await findTokenActor({ ...services, wrongTokens }, { secret, address }),
      backChannelLogout: async (issuerId, token) => await signOutFromIssuer(services, { issuerId, token }),
      metrics: createMetrics(),
      readiness: () => Promise.reject(new Error('nobody asks here')),
      pages: () => Promise.resolve(new Response('')),
      checkResponses: true,
    },
  );
}

async function startUserPool(options: {
  readonly connectionString: string;
  readonly clock: Clock;
  /** Undefined disables rotation. */
  readonly graceSeconds: number | undefined;
}) {
  const server = await listen({ host: '127.0.0.1', port: 0 });
  assert(server.ok, 'a free port');
  const baseUrl = `http://127.0.0.1:${server.value.port}`;
  const userPool = await createUserPool({
    database: { connectionString: options.connectionString },
    encryptionKey: POOL_KEY,
    baseUrl,
    adminCredentials: [ADMIN],
    clock: options.clock,
    // The clock is stopped, so rate limits would never recover.
    limits: { users: { requests: null }, requests: { userAuthentication: null, challengeAnswer: null } },
    pools: [
      {
        id: POOL_ID,
        name: 'test',
        usernameAttributes: ['email'],
        isUsernameCaseSensitive: false,
        mfaConfiguration: 'OPTIONAL',
        authSessionValidityMinutes: 15,
        clients: [
          {
            id: CLIENT_ID,
            name: 'server',
            secret: CLIENT_SECRET,
            explicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
            accessTokenValidityMinutes: 60,
            idTokenValidityMinutes: 60,
            refreshTokenValidityMinutes: 60 * 24 * 30,
            preventUserExistenceErrors: 'ENABLED',
            enableTokenRevocation: true,
            propagateUserContext: true,
            ...(options.graceSeconds === undefined
              ? {}
              : { rotation: { retryGracePeriodSeconds: options.graceSeconds } }),
          },
        ],
      },
    ],
  });
  assert(userPool.ok, 'the user pool starts');
  return { server: server.value, userPool: userPool.value, baseUrl };
}

const FAILURES = {
  failing: () => Response.json({}, { status: 500 }),
  silent: () => Response.json({}, { status: 500 }),
  // Once as Cognito throttles, once as a proxy does.
  throttled: () =>
    Response.json({ __type: 'TooManyRequestsException', message: 'Rate exceeded' }, { status: 400 }),
  too_many: () => new Response('slow down', { status: 429 }),
} as const;

function wireOf(real: Handler) {
  const calls: PoolCall[] = [];
  let mode: PoolMode = 'up';
  const handler: Handler = async (request, connection) => {
    const operation =
      (request.headers.get('x-amz-target') ?? new URL(request.url).pathname).split('.').at(-1) ?? '';
    const body = request.method === 'POST' ? await request.clone().text() : '';
    const asked = mode;
    const response =
      asked === 'up' || asked === 'answer_lost' ? await real(request, connection) : FAILURES[asked]();
    calls.push({ operation, body, answer: await response.clone().text() });
    if (asked === 'silent') await sleep(TIME_LIMIT_MS * 2);
    return asked === 'answer_lost' ? new Response('', { status: 502 }) : response;
  };
  return {
    handler,
    calls,
    count: (operation: string) => calls.filter((call) => call.operation === operation).length,
    setMode: (next: PoolMode) => {
      mode = next;
    },
  };
}

export type Answer<T> = {
  readonly status: number;
  readonly code: string | undefined;
  readonly body: T;
  readonly problem: Record<string, unknown>;
  readonly headers: Headers;
  readonly text: string;
};

/** Keeps cookies and records all traffic. */
export type Browser = ReturnType<typeof browser>;

function browser(app: App, clock: { now(): Date }) {
  const cookies = new Map<string, string>();
  const sent: string[] = [];
  const received: string[] = [];

  const call = async <N extends OperationName>(
    name: N,
    body?: unknown,
    from: string | { readonly params: Readonly<Record<string, string>> } = '192.0.2.7',
  ): Promise<Answer<OperationResponse<N>>> => {
    const { method, path } = operations[name];
    const address = typeof from === 'string' ? from : '192.0.2.7';
    const params = typeof from === 'string' ? {} : from.params;
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const text = body === undefined ? undefined : JSON.stringify(body);
    sent.push(`${method} ${path} ${cookie} ${text ?? ''}`);
    const response = await app.request(
      `${ORIGIN}/api/v1${path.replaceAll(/\{(\w+)\}/g, (_, member: string) => params[member] ?? '')}`,
      {
        method,
        headers: {
          'x-coffer': '1',
          'sec-fetch-site': 'same-origin',
          'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0',
          ...(cookie === '' ? {} : { cookie }),
          ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(text === undefined ? {} : { body: text }),
      },
      { incoming: { socket: { remoteAddress: address } } },
    );
    keep(cookies, response.headers.getSetCookie());
    const answer = await response.text();
    received.push(`${JSON.stringify([...response.headers])} ${answer}`);
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const parsed = isJson ? JSON.parse(answer) : {};
    return {
      status: response.status,
      code: parsed.code,
      body: parsed,
      problem: parsed,
      headers: response.headers,
      text: answer,
    };
  };

  const prove = async (username: string, password: string) => {
    const client = srpClient();
    const started = await call('startSignIn', { username, srpA: client.srpA });
    if (started.body?.step !== 'PASSWORD_VERIFIER') return started;
    const timestamp = cognitoTimestamp(clock.now());
    return await call('answerSignIn', {
      challenge: 'PASSWORD_VERIFIER',
      answerId: crypto.randomUUID(),
      signature: client.sign(password, started.body, timestamp),
      timestamp,
    });
  };

  return { call, prove, cookies, sent, received };
}

function keep(cookies: Map<string, string>, headers: readonly string[]): void {
  for (const header of headers) {
    const [pair = '', ...attributes] = header.split('; ');
    const at = pair.indexOf('=');
    if (attributes.includes('Max-Age=0')) cookies.delete(pair.slice(0, at));
    else cookies.set(pair.slice(0, at), pair.slice(at + 1));
  }
}

export async function administer(
  world: Pick<SignInWorld, 'poolOptions' | 'clock'>,
  operation: string,
  body: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { signRequest } = await import('@coffer/sigv4');
  const url = new URL(world.poolOptions.endpoint);
  const text = JSON.stringify({ UserPoolId: POOL_ID, ...body });
  const headers = {
    'content-type': 'application/x-amz-json-1.1',
    'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
  };
  const response = await fetch(url, {
    method: 'POST',
    body: text,
    headers: signRequest({ method: 'POST', url, headers, body: text }, ADMIN, {
      region: 'us-east-1',
      service: 'cognito-idp',
      at: world.clock.now(),
    }),
  });
  assert(response.ok, `${operation} succeeds: ${await response.clone().text()}`);
  const answer = await response.text();
  return answer === '' ? {} : JSON.parse(answer);
}

export async function addAccount(
  world: Pick<SignInWorld, 'poolOptions' | 'clock'>,
  email: string,
  options: { readonly password?: string; readonly isTemporary?: boolean } = {},
): Promise<void> {
  const password = options.password ?? PASSWORD;
  await administer(world, 'AdminCreateUser', {
    Username: email,
    TemporaryPassword: password,
    MessageAction: 'SUPPRESS',
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'email_verified', Value: 'true' },
      { Name: 'name', Value: 'Ada Lovelace' },
    ],
  });
  if (options.isTemporary === true) return;
  await administer(world, 'AdminSetUserPassword', { Username: email, Password: password, Permanent: true });
}
