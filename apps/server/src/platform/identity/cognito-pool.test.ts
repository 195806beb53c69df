import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { manualClock } from '@coffer/testing';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '../log/create-log.ts';
import { createCognitoPool } from './cognito-pool.ts';

const clock = manualClock(new Date());
const POOL_ID = 'us-east-1_abc';
const lines: string[] = [];
let keys: JWK[] = [];
let keysAsked = 0;
let asked: { readonly target: string; readonly body: string }[] = [];
let answer: (response: ServerResponse) => void = (response) => response.end('{}');
let base = '';

const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  if (request.url?.endsWith('/jwks.json') === true) {
    keysAsked += 1;
    response.end(JSON.stringify({ keys }));
    return;
  }
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    asked.push({ target: String(request.headers['x-amz-target']), body });
    answer(response);
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  keys = [];
  keysAsked = 0;
  lines.length = 0;
  answer = (response) => response.end('{}');
});

const ELSEWHERE = 'https://cognito-idp.us-east-1.example/us-east-1_abc';

const pool = (change: { readonly clientSecret?: string; readonly jwksUrl?: string } = {}) =>
  createCognitoPool({
    endpoint: base,
    poolId: POOL_ID,
    clientId: 'client',
    clientSecret: change.clientSecret,
    issuer: change.jwksUrl === undefined ? `${base}/${POOL_ID}` : ELSEWHERE,
    jwksUrl: change.jwksUrl,
    region: 'us-east-1',
    clock,
    log: createLog({ level: 'debug', destination: { write: (line: string) => lines.push(line) > 0 } }),
    timeLimitMs: change.jwksUrl === undefined ? 300 : 8_000,
  });

async function newKey(kid: string) {
  const pair = await generateKeyPair('RS256', { extractable: true });
  const jwk = { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' };
  return { kid, jwk, privateKey: pair.privateKey };
}
type Key = Awaited<ReturnType<typeof newKey>>;

const CLAIMS = {
  token_use: 'id',
  'cognito:username': 'ada',
  email: 'ada@example.org',
  email_verified: true,
  name: 'Ada',
};

async function token(key: Key, change: JWTPayload = {}): Promise<string> {
  const nowSeconds = Math.floor(clock.now().getTime() / 1000);
  return await new SignJWT({
    sub: 'subject-1',
    iss: `${base}/${POOL_ID}`,
    aud: 'client',
    iat: nowSeconds,
    exp: nowSeconds + 3600,
    ...CLAIMS,
    ...change,
  })
    .setProtectedHeader({ alg: 'RS256', kid: key.kid })
    .sign(key.privateKey);
}

const REFUSED = { ok: false, error: { code: 'pool_refused', exception: 'IdTokenRefused' } };

test("keys come from the configured address if the issuer's own is unreachable", async () => {
  const key = await newKey('one');
  keys = [key.jwk];
  const subject = pool({ jwksUrl: `${base}/private/jwks.json` });
  const verified = await subject.verifyIdToken(await token(key, { iss: ELSEWHERE }));
  expect(verified).toMatchObject({ ok: true, value: { issuer: ELSEWHERE, subject: 'subject-1' } });
  expect(await subject.verifyIdToken(await token(key))).toEqual(REFUSED);
  expect(await subject.ping()).toEqual({ ok: true, value: undefined });
});

test('a valid ID token identifies the person; groups are undefined without a claim', async () => {
  const key = await newKey('one');
  keys = [key.jwk];
  const subject = pool();
  expect(await subject.verifyIdToken(await token(key))).toEqual({
    ok: true,
    value: {
      issuer: `${base}/${POOL_ID}`,
      subject: 'subject-1',
      username: 'ada',
      email: 'ada@example.org',
      emailVerified: true,
      name: 'Ada',
      groups: undefined,
    },
  });
  const grouped = await subject.verifyIdToken(await token(key, { 'cognito:groups': ['staff'] }));
  expect(grouped.ok && grouped.value.groups).toEqual(['staff']);
});

test('every wrong ID token is refused', async () => {
  const [key, other] = [await newKey('one'), await newKey('one')];
  keys = [key.jwk];
  const subject = pool();
  const nowSeconds = Math.floor(clock.now().getTime() / 1000);
  const wrong: Record<string, string> = {
    'another issuer': await token(key, { iss: `${base}/us-east-1_other` }),
    'another audience': await token(key, { aud: 'someone' }),
    'an access token': await token(key, { token_use: 'access', client_id: 'client' }),
    'no token_use': await token(key, { token_use: undefined }),
    expired: await token(key, { exp: nowSeconds - 61 }),
    'no subject': await token(key, { sub: '' }),
    'another key under the same name': await token(other),
    none: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${(await token(key)).split('.')[1]}.`,
    'a symmetric signature': await new SignJWT({ sub: 'subject-1', ...CLAIMS })
      .setProtectedHeader({ alg: 'HS256', kid: 'one' })
      .setIssuer(`${base}/${POOL_ID}`)
      .setAudience('client')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(Buffer.from(JSON.stringify(key.jwk))),
    'not a token': 'abc',
  };
  for (const [name, jwt] of Object.entries(wrong)) {
    expect({ name, result: await subject.verifyIdToken(jwt) }).toEqual({ name, result: REFUSED });
  }
  expect(await subject.verifyIdToken(await token(key, { exp: nowSeconds - 59 }))).toMatchObject({ ok: true });
});

test('keys are fetched once, and again when a token names a new one', async () => {
  const [one, two] = [await newKey('one'), await newKey('two')];
  keys = [one.jwk];
  const subject = pool();
  for (let times = 0; times < 5; times += 1) {
    expect(await subject.verifyIdToken(await token(one))).toMatchObject({ ok: true });
  }
  expect(keysAsked).toBe(1);
  keys = [two.jwk];
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(await subject.verifyIdToken(await token(two))).toMatchObject({ ok: true });
  expect(await subject.verifyIdToken(await token(one))).toEqual(REFUSED);
});

test('a token whose keys cannot be fetched is not reported as invalid', async () => {
  const key = await newKey('one');
  const jwt = await token(key, { iss: 'http://127.0.0.1:9/us-east-1_abc' });
  const away = createCognitoPool({
    endpoint: 'http://127.0.0.1:9',
    poolId: POOL_ID,
    clientId: 'client',
    clientSecret: undefined,
    issuer: 'http://127.0.0.1:9/us-east-1_abc',
    region: 'us-east-1',
    clock,
    log: createLog({ level: 'error', destination: { write: () => true } }),
    timeLimitMs: 300,
  });
  expect(await away.verifyIdToken(jwt)).toEqual({ ok: false, error: { code: 'pool_unavailable' } });
  expect(await away.ping()).toEqual({ ok: false, error: { code: 'pool_unavailable' } });
  expect(await pool().ping()).toEqual({ ok: true, value: undefined });
});

test('SECRET_HASH and USERNAME are set here, whatever the caller passes', async () => {
  answer = (response) =>
    response.end(JSON.stringify({ ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 's'.repeat(30) }));
  await pool({ clientSecret: 'k'.repeat(30) }).answer({
    challenge: 'PASSWORD_VERIFIER',
    session: undefined,
    username: 'ada',
    responses: { SECRET_HASH: 'forged', USERNAME: 'mallory', TIMESTAMP: 't' },
    address: '192.0.2.1',
  });
  const body = JSON.parse(asked[0]?.body ?? '{}');
  expect(body.ChallengeResponses.USERNAME).toBe('ada');
  expect(body.ChallengeResponses.TIMESTAMP).toBe('t');
  // HMAC-SHA256 of `adaclient` with a key of 30 times `k`, computed with OpenSSL.
  expect(body.ChallengeResponses.SECRET_HASH).toBe('dMznn8Xc50Q5baHYgHf5lMzlFQ/5BrebMbyVVWjl0+8=');
  expect(body.UserContextData).toEqual({ IpAddress: '192.0.2.1' });

  await pool().answer({
    challenge: 'X',
    session: 's',
    username: 'ada',
    responses: { SECRET_HASH: 'forged' },
    address: '192.0.2.1',
  });
  const open = JSON.parse(asked[1]?.body ?? '{}');
  expect(open.ChallengeResponses).toEqual({ USERNAME: 'ada' });
  expect(open).not.toHaveProperty('UserContextData');
});

async function targets(act: () => Promise<unknown>): Promise<number> {
  asked = [];
  expect(await act()).toEqual({ ok: false, error: { code: 'pool_unavailable' } });
  return asked.length;
}

test('only repeatable operations are retried', async () => {
  answer = (response) => {
    response.statusCode = 500;
    response.end('{"__type":"InternalErrorException"}');
  };
  const subject = pool();
  expect(
    await targets(async () =>
      subject.start({ username: 'a', opening: { first: 'password', srpA: '1' }, address: '' }),
    ),
  ).toBe(2);
  expect(await targets(async () => subject.getAccount('t'))).toBe(2);
  expect(await targets(async () => subject.refresh({ refreshToken: 't' }))).toBe(1);
  expect(await targets(async () => subject.verifyAuthenticator({ accessToken: 't', code: '1' }))).toBe(1);
  const answering = { challenge: 'X', session: 's', username: 'a', responses: {}, address: '' };
  expect(await targets(async () => subject.answer(answering))).toBe(1);
});

test.each([
  ['silence', () => undefined],
  ['a reset', (response: ServerResponse) => response.destroy()],
  ['a page of HTML', (response: ServerResponse) => response.end('<html>')],
  [
    'a redirect',
    (response: ServerResponse) => response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  ],
  ['another shape', (response: ServerResponse) => response.end('{"AuthenticationResult":{"AccessToken":1}}')],
  ['an endless answer', (response: ServerResponse) => response.end(`"${'x'.repeat(300_000)}"`)],
  ['400 without a name', (response: ServerResponse) => response.writeHead(400).end('{"message":"no"}')],
  ['503', (response: ServerResponse) => response.writeHead(503).end('{"__type":"NotAuthorizedException"}')],
])('%s is an unavailable pool, and ends no session', async (_, behave) => {
  answer = behave;
  expect(await pool().refresh({ refreshToken: 'the-refresh-token' })).toEqual({
    ok: false,
    error: { code: 'pool_unavailable' },
  });
  expect(lines.join('')).not.toContain('the-refresh-token');
  expect(lines.length).toBeGreaterThan(0);
});

test('an exception is understood by body or by header, with or without a namespace', async () => {
  const forms: ((response: ServerResponse) => void)[] = [
    (response) => response.writeHead(400).end('{"__type":"RefreshTokenReuseException"}'),
    (response) =>
      response.writeHead(400).end('{"__type":"com.amazonaws.cognito#RefreshTokenReuseException"}'),
    (response) => response.writeHead(400, { 'x-amzn-errortype': 'RefreshTokenReuseException:' }).end(''),
    (response) =>
      response
        .writeHead(400, { 'x-amzn-errortype': 'RefreshTokenReuseException:http://internal/' })
        .end('{}'),
  ];
  for (const form of forms) {
    answer = form;
    expect(await pool().refresh({ refreshToken: 't' })).toEqual({
      ok: false,
      error: { code: 'session_ended' },
    });
  }
});

test('tokens without a refresh token, and an answer that says nothing, are refused', async () => {
  answer = (response) =>
    response.end(JSON.stringify({ AuthenticationResult: { AccessToken: 'a', IdToken: 'b', ExpiresIn: 60 } }));
  const start = { username: 'a', opening: { first: 'password', srpA: '1' }, address: '' } as const;
  expect(await pool().start(start)).toEqual({
    ok: false,
    error: { code: 'pool_refused', exception: 'NoRefreshToken' },
  });
  answer = (response) => response.end('{}');
  expect(await pool().start(start)).toEqual({
    ok: false,
    error: { code: 'pool_refused', exception: 'NoChallenge' },
  });
});

test('the life of an access token is what the pool says, a day at most', async () => {
  const results = [60, 1e12].map((ExpiresIn) => ({ AccessToken: 'a', IdToken: 'b', ExpiresIn }));
  const lives: number[] = [];
  for (const AuthenticationResult of results) {
    answer = (response) => response.end(JSON.stringify({ AuthenticationResult }));
    const refreshed = await pool().refresh({ refreshToken: 'kept' });
    if (!refreshed.ok) throw new Error('refused');
    expect(refreshed.value.refreshToken).toBe('kept');
    lives.push(refreshed.value.accessExpiresAt.getTime() - clock.now().getTime());
  }
  expect(lives).toEqual([60_000, 86_400_000]);
});

test('a code for an account that is confirmed already is answered like one that was sent', async () => {
  answer = (response) => {
    response.statusCode = 400;
    response.end(
      JSON.stringify({ __type: 'InvalidParameterException', message: 'User is already confirmed.' }),
    );
  };
  expect(await pool().resendSignUp({ username: 'ada', address: '192.0.2.7' })).toEqual({
    ok: true,
    value: { destination: undefined },
  });
});
