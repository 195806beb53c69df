import { assert, type Clock, systemClock } from '@coffer/kit';
import { canonicalRequest, createRequestSigner, sha256Hex } from '@coffer/sigv4';
import { z } from 'zod';
import { computeSecretHash } from '../accounts/clients.ts';
import { createUserPool, type UserPool, type UserPoolOptions } from '../create-user-pool.ts';
import type { Delivery } from '../delivery/delivery.ts';
import type { LimitsInput } from '../limits/limits.ts';
import { createLineLog } from '../log.ts';
import { listen, type RunningServer } from '../server.ts';
import { type DeclaredPoolInput, srpPoolName } from '../settings.ts';
import { createRecorder, type RecordedMessage } from './recorder.ts';
import { type Conformance, observeClients } from './conformance.ts';
import { createSrpClient } from './srp-client.ts';

export const POOL_ID = 'us-east-1_AbCdEf123';
export const PLAIN_POOL_ID = 'us-east-1_Plain0001';
export const MFA_POOL_ID = 'us-east-1_MfaOn0001';
export const CLIENT_ID = 'webclient1';
export const OTHER_CLIENT_ID = 'webclient2';
export const ROTATING_CLIENT_ID = 'rotating1';
export const STRICT_CLIENT_ID = 'rotating0';
export const SECRET_CLIENT_ID = 'relayclient';
export const CLIENT_SECRET = 'sekretsekretsekretsekretsekret01';
export const ADMIN = { accessKeyId: 'AKIDADMIN', secretAccessKey: 'admin-secret-for-tests-only' };
export const PASSWORD = 'vast-Kettle-orbit-91';
export const KEY = { id: 'k1', key: new Uint8Array(32).fill(7) };

const POOLS: readonly DeclaredPoolInput[] = [
  {
    id: POOL_ID,
    name: 'people',
    usernameAttributes: ['email'],
    mfaConfiguration: 'OPTIONAL',
    schemaAttributes: [{ name: 'team', isCustom: true }],
    clients: [
      { id: CLIENT_ID, name: 'web' },
      { id: OTHER_CLIENT_ID, name: 'other' },
      { id: ROTATING_CLIENT_ID, name: 'rotating', rotation: { retryGracePeriodSeconds: 30 } },
      { id: STRICT_CLIENT_ID, name: 'strict', rotation: { retryGracePeriodSeconds: 0 } },
      { id: SECRET_CLIENT_ID, name: 'relay', secret: CLIENT_SECRET, propagateUserContext: true },
    ],
  },
  { id: PLAIN_POOL_ID, name: 'plain', clients: [{ id: 'plainclient', name: 'plain' }] },
  { id: MFA_POOL_ID, name: 'mfa', mfaConfiguration: 'ON', clients: [{ id: 'mfaclient', name: 'mfa' }] },
];

/** Tests exceed per-second limits, because their clocks do not advance. */
const UNLIMITED_RATES: LimitsInput = {
  users: { requests: null, tokens: null },
  clients: { tokens: null },
  requests: {
    userAuthentication: null,
    challengeAnswer: null,
    userCreation: null,
    accountRecovery: null,
    userRead: null,
    userUpdate: null,
    userToken: null,
    userList: null,
    poolRead: null,
    poolUpdate: null,
  },
};

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

const challengeSchema = z.object({
  SALT: z.string(),
  SRP_B: z.string(),
  SECRET_BLOCK: z.string(),
  USER_ID_FOR_SRP: z.string(),
});
export const tokensSchema = z.object({
  AccessToken: z.string(),
  IdToken: z.string(),
  RefreshToken: z.string().optional(),
  ExpiresIn: z.number(),
  TokenType: z.literal('Bearer'),
});
export type Tokens = z.output<typeof tokensSchema>;

export interface CallOptions {
  readonly address?: string;
  readonly signer?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

export interface PoolFixture {
  readonly pool: UserPool;
  readonly server: RunningServer;
  readonly endpoint: string;
  readonly logged: readonly string[];
  /** `lastCode` waits for messages that are still being sent. */
  readonly messages: readonly RecordedMessage[];
  lastCode(to: string): Promise<string>;
  seenClients(): Conformance;
  call(operation: string, input: object, options?: CallOptions): Promise<Reply>;
  admin(operation: string, input: object): Promise<Reply>;
  createUser(
    email: string,
    options?: { readonly password?: string; readonly poolId?: string },
  ): Promise<string>;
  signIn(username: string, password: string, options?: SignInOptions): Promise<Reply>;
  tokens(username: string, clientId?: string): Promise<Tokens>;
  close(): Promise<void>;
}

export interface SignInOptions extends CallOptions {
  readonly poolId?: string;
  readonly clientId?: string;
  readonly answer?: Readonly<Record<string, string>>;
}

export async function startPool(
  connectionString: string,
  options: {
    readonly clock?: Clock;
    readonly pools?: readonly DeclaredPoolInput[];
    /** Default: hourly user limits only. */
    readonly limits?: LimitsInput;
    readonly delivery?: Delivery;
    readonly changes?: Partial<UserPoolOptions>;
  } = {},
): Promise<PoolFixture> {
  const clock = options.clock ?? systemClock;
  const listening = await listen({ host: '127.0.0.1', port: 0 });
  assert(listening.ok, 'no port was free');
  const server = listening.value;
  const endpoint = `http://127.0.0.1:${server.port}`;
  const logged: string[] = [];
  const recorder = createRecorder();
  const started = await createUserPool({
    database: { connectionString },
    encryptionKey: KEY,
    baseUrl: endpoint,
    adminCredentials: [ADMIN],
    pools: options.pools ?? POOLS,
    limits: options.limits ?? UNLIMITED_RATES,
    clock,
    delivery: options.delivery ?? recorder.delivery,
    log: createLineLog(
      (line) => logged.push(line),
      () => clock.now(),
    ),
    ...options.changes,
  });
  assert(started.ok, 'the pool did not start');
  const pool = started.value;
  const observer = observeClients(pool.fetch);
  server.serve(observer.handler);
  const call = createCall((request, address) => pool.fetch(request, { address }), endpoint, clock);
  const admin: PoolFixture['admin'] = (operation, input) => call(operation, input, { signer: ADMIN });
  const signIn = createSignIn(call, clock);
  return {
    pool,
    server,
    endpoint,
    logged,
    seenClients: () => observer.seen(),
    messages: recorder.messages,
    async lastCode(to) {
      await pool.deliverMessages();
      return recorder.newestCode(to);
    },
    call,
    admin,
    signIn,
    createUser: createUserMaker(admin),
    async tokens(username, clientId = CLIENT_ID) {
      const reply = await signIn(username, PASSWORD, { clientId });
      return tokensSchema.parse(reply.body['AuthenticationResult']);
    },
    async close() {
      await server.close();
      await pool.close();
    },
  };
}

export function createCalls(endpoint: string): Pick<PoolFixture, 'call' | 'signIn' | 'createUser'> {
  const call = createCall((request) => fetch(request), endpoint, systemClock);
  const admin: PoolFixture['admin'] = (operation, input) => call(operation, input, { signer: ADMIN });
  return { call, signIn: createSignIn(call, systemClock), createUser: createUserMaker(admin) };
}

type Send = (request: Request, address: string | undefined) => Promise<Response>;

function createCall(send: Send, endpoint: string, clock: Clock): PoolFixture['call'] {
  return async (operation, input, { address, signer } = {}) => {
    const body = JSON.stringify(input);
    const headers = new Headers({
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      host: new URL(endpoint).host,
    });
    if (signer !== undefined) sign(headers, { body, signer, now: clock.now() });
    const request = new Request(`${endpoint}/`, { method: 'POST', headers, body });
    const response = await send(request, address);
    const parsed: unknown = await response.json();
    return {
      status: response.status,
      headers: response.headers,
      body: z.record(z.string(), z.unknown()).parse(parsed),
    };
  };
}

function createSignIn(call: PoolFixture['call'], clock: Clock): PoolFixture['signIn'] {
  return async (username, password, settings = {}) => {
    const { poolId = POOL_ID, clientId = CLIENT_ID, answer = {}, address } = settings;
    const at = address === undefined ? {} : { address };
    const srp = createSrpClient(srpPoolName(poolId));
    const secretHash = (name: string) =>
      clientId === SECRET_CLIENT_ID ? { SECRET_HASH: computeSecretHash(CLIENT_SECRET, name, clientId) } : {};
    const AuthParameters = { USERNAME: username, SRP_A: srp.publicHex, ...secretHash(username) };
    const begin = { AuthFlow: 'USER_SRP_AUTH', ClientId: clientId, AuthParameters };
    const begun = await call('InitiateAuth', begin, at);
    if (begun.status !== 200) return begun;
    const challenge = challengeSchema.parse(begun.body['ChallengeParameters']);
    const ChallengeResponses = {
      ...srp.answer(challenge, password, clock.now()),
      ...secretHash(challenge.USER_ID_FOR_SRP),
      ...answer,
    };
    const respond = { ChallengeName: 'PASSWORD_VERIFIER', ClientId: clientId, ChallengeResponses };
    return await call('RespondToAuthChallenge', respond, at);
  };
}

function createUserMaker(admin: PoolFixture['admin']): PoolFixture['createUser'] {
  return async (name, { password = PASSWORD, poolId = POOL_ID } = {}) => {
    const UserAttributes = poolId === POOL_ID ? [{ Name: 'email_verified', Value: 'true' }] : [];
    const target = { UserPoolId: poolId, Username: name };
    const made = await admin('AdminCreateUser', { ...target, MessageAction: 'SUPPRESS', UserAttributes });
    assert(made.status === 200, `the user was not created: ${JSON.stringify(made.body)}`);
    const set = await admin('AdminSetUserPassword', { ...target, Password: password, Permanent: true });
    assert(set.status === 200, `the password was not set: ${JSON.stringify(set.body)}`);
    return z.object({ Username: z.string() }).parse(made.body['User']).Username;
  };
}

/** The AWS SDK and the AWS CLI cross-check SigV4 in other tests. */
export function sign(
  headers: Headers,
  request: {
    readonly body: string;
    readonly signer: NonNullable<CallOptions['signer']>;
    readonly now: Date;
    readonly names?: readonly string[];
  },
): void {
  const { body, signer: keys, now, names = ['content-type', 'host', 'x-amz-date', 'x-amz-target'] } = request;
  const signer = createRequestSigner(keys, { region: 'us-east-1', service: 'cognito-idp', at: now });
  headers.set('x-amz-date', signer.amzDate);
  const canonical = canonicalRequest({
    method: 'POST',
    path: '/',
    query: '',
    headers: names.map((name) => [name, headers.get(name) ?? ''] as const),
    payloadHash: sha256Hex(body),
  });
  const signature = signer.signCanonical(canonical);
  headers.set(
    'authorization',
    `${signer.algorithm} Credential=${signer.credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  );
}
