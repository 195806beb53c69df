import { createServer } from 'node:http';
import { type Operation, type OperationName, operations } from '@coffer/contracts';
import { assert } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toJSONSchema } from 'zod';
import { accountRoutes } from '../../src/features/account/routes.ts';
import { sessionRoutes } from '../../src/features/session/routes.ts';
import { signInRoutes } from '../../src/features/sign-in/routes.ts';
import { createApp } from '../../src/http/app.ts';
import { DATA_POLICY, pagePolicy } from '../../src/http/security-headers.ts';
import { createCognitoPool } from '../../src/platform/identity/cognito-pool.ts';
import { createMetrics } from '../../src/platform/metrics/metrics.ts';
import { dumpDatabase } from '../database-dump.ts';
import { addAccount, ORIGIN, PASSWORD, type SignInWorld, signInWorld } from '../sign-in-world.ts';

let world: SignInWorld;
beforeAll(async () => {
  world = await signInWorld();
  const routes = [
    ...sessionRoutes(world.services),
    ...signInRoutes(world.services),
    ...accountRoutes(world.services),
  ];
  mounted = routes.map(({ operation }) => [operation, operations[operation]]);
});
afterAll(async () => await world.end());

let mounted: readonly (readonly [OperationName, Operation])[] = [];
const OWN = { 'x-coffer': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
type Headers = Readonly<Record<string, string>>;

/** `what` is the method and the path below the API. */
async function send(what: string, headers: Headers, body?: string): Promise<Response> {
  const [method = '', path = ''] = what.split(' ');
  const address = { incoming: { socket: { remoteAddress: '192.0.2.99' } } };
  const init = body === undefined ? { method, headers } : { method, headers, body };
  return await world.app.request(`${ORIGIN}/api/v1${path.replaceAll(/\{\w+\}/g, 'x')}`, init, address);
}

const FORGED: readonly (readonly [string, Headers])[] = [
  [
    'a form of another site',
    { 'sec-fetch-site': 'cross-site', 'content-type': 'application/x-www-form-urlencoded' },
  ],
  [
    'a fetch of a sibling domain',
    { ...OWN, 'sec-fetch-site': 'same-site', origin: 'http://evil.localhost:8420' },
  ],
  [
    'a fetch without CORS',
    { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain', 'sec-fetch-mode': 'no-cors' },
  ],
  ['an address bar', { ...OWN, 'sec-fetch-site': 'none' }],
  [
    'our own page without our header',
    { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
  ],
  ['our header with another word', { ...OWN, 'x-coffer': 'true' }],
  ['neither metadata nor origin', { 'x-coffer': '1', 'content-type': 'application/json' }],
  ['another origin without metadata', { 'x-coffer': '1', origin: 'http://evil.example' }],
  ['an origin that begins like ours', { 'x-coffer': '1', origin: `${ORIGIN}.evil.example` }],
  ['an origin without a name', { 'x-coffer': '1', origin: 'null' }],
  ['metadata that contradicts the origin', { ...OWN, 'sec-fetch-site': 'cross-site', origin: ORIGIN }],
];

test('requirement 9: no call that changes something is taken from anywhere but our own pages', async () => {
  const changes = mounted.filter(([, { method }]) => method !== 'GET');
  expect(changes.length).toBeGreaterThan(20);
  for (const [name, { method, path }] of changes) {
    for (const [what, headers] of FORGED) {
      const response = await send(`${method} ${path}`, headers, method === 'DELETE' ? undefined : '{}');
      expect([name, what, response.status]).toEqual([name, what, 403]);
    }
  }
  const body = JSON.stringify({ username: 'nobody@example.org', srpA: 'ff' });
  const old = { 'x-coffer': '1', origin: ORIGIN, 'content-type': 'application/json' };
  for (const headers of [OWN, old]) expect((await send('POST /sign-in', headers, body)).status).not.toBe(403);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
    expect((await send('POST /sign-in', { ...OWN, 'content-type': type }, body)).status).toBe(415);
});

test('requirement 10: GET changes nothing, no other origin is allowed, and every answer has security headers', async () => {
  await addAccount(world, 'ada@example.org');
  const browser = world.browser();
  await browser.prove('ada@example.org', PASSWORD);
  const cookie = `coffer=${browser.cookies.get('coffer') ?? ''}`;
  const getters = new Set(mounted.filter(([, { method }]) => method === 'GET').map(([, { path }]) => path));
  for (const [name, { path }] of mounted.filter((entry) => !getters.has(entry[1].path))) {
    const response = await send(`GET ${path}`, { ...OWN, cookie });
    expect([name, response.status]).toEqual([name, 405]);
  }
  expect((await browser.call('getSession')).body.state).toBe('signed_in');
  const before = await dumpDatabase(world.connectionString);
  expect(before).toContain('ada@example.org');
  for (const path of getters) expect((await send(`GET ${path}`, { cookie })).status).toBeLessThan(500);
  expect(await dumpDatabase(world.connectionString)).toBe(before);

  const evil = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  for (const [, { method, path }] of mounted) {
    for (const response of [
      await send(`${method} ${path}`, evil, method === 'GET' ? undefined : '{}'),
      await send(`OPTIONS ${path}`, evil),
    ]) {
      const names = [...response.headers.keys()];
      expect(names.filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'no-store',
        'content-security-policy': DATA_POLICY,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
    }
  }
  const policy = pagePolicy('https://bytes.example.net');
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*/);
});

test('requirement 10: behind TLS every answer holds the browser to it', async () => {
  const config = { ...world.config, url: 'https://files.example.org', secureCookies: true };
  const services = { ...world.services, config };
  const app = createApp(services, [...sessionRoutes(services), ...signInRoutes(services)], {
    authenticate: () => Promise.resolve(undefined),
    metrics: createMetrics(),
    readiness: () => Promise.reject(new Error('nobody asks here')),
    pages: () => Promise.resolve(new Response('')),
  });
  for (const path of ['/', '/api/v1/session', '/api/v1/nothing']) {
    const response = await app.request(`https://files.example.org${path}`);
    expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
  }
});

/** Coffer demands twelve characters even when the pool allows fewer. */
const SETTING: readonly (readonly [OperationName, string, object])[] = [
  ['changePassword', 'newPassword', { previousPassword: PASSWORD, endsOtherSessions: true }],
  ['answerSignIn', 'newPassword', { challenge: 'NEW_PASSWORD_REQUIRED', answerId: crypto.randomUUID() }],
  ['confirmReset', 'password', { username: 'ada@example.org', code: '123456' }],
  ['signUp', 'password', { email: 'ada@example.org', name: 'Ada' }],
  ['acceptInvitation', 'password', { code: 'x'.repeat(20), name: 'Ada' }],
  ['useResetLink', 'password', { code: 'x'.repeat(20) }],
  ['welcome', 'password', { code: 'x'.repeat(20), name: 'Ada', email: 'ada@example.org' }],
];

/** A password of a public link belongs to no account. */
const OF_LINKS = new Set(['createPublicLink', 'changePublicLink', 'unlockPublicLink']);

test('requirement 19: every call that sets a password takes twelve characters to 256, of whatever kind', () => {
  for (const [name, member, rest] of SETTING) {
    const { body }: Operation = operations[name];
    const takes = (password: string) => body?.safeParse({ ...rest, [member]: password }).success;
    const tried = ['x'.repeat(11), 'x'.repeat(12), 'ça va, 平和 ? 🕊️', 'x'.repeat(256), 'x'.repeat(257)];
    expect([name, tried.map(takes)]).toEqual([name, [false, true, true, true, false]]);
  }
  const known = Object.entries(operations).filter(([, { body }]: [string, Operation]) =>
    /"(new)?password"/i.test(
      JSON.stringify(body === undefined ? {} : toJSONSchema(body, { io: 'input', unrepresentable: 'any' })),
    ),
  );
  const ofAccounts = known.map(([name]) => name).filter((name) => !OF_LINKS.has(name));
  expect(ofAccounts.toSorted()).toEqual(SETTING.map(([name]) => name).toSorted());
});

const RELAYED = new Set<string>(['InitiateAuth', 'RespondToAuthChallenge', 'RevokeToken']);

test('requirement 11: what a visitor sends reaches no other operation, client or host than those of the configuration', async () => {
  const before = world.wire.calls.length;
  await addAccount(world, 'eve@example.org');
  const administered = world.wire.calls.length;
  expect(administered).toBeGreaterThan(before);
  const browser = world.browser();
  const smuggled = {
    AuthFlow: 'ADMIN_NO_SRP_AUTH',
    ClientId: 'another',
    UserPoolId: 'us-east-1_Other0001',
    ClientMetadata: { a: 'b' },
    AuthParameters: { PASSWORD: 'x' },
    endpoint: 'https://evil.example',
  };
  await browser.call('startSignIn', { username: 'eve@example.org', srpA: 'ff'.repeat(384), ...smuggled });
  await browser.prove('eve@example.org', PASSWORD);
  await browser.call('signOut');
  const calls = world.wire.calls.slice(administered);
  const operationsCalled = new Set(
    calls.map(({ operation }) => operation).filter((name) => name !== 'jwks.json'),
  );
  expect([...operationsCalled].filter((name) => !RELAYED.has(name))).toEqual([]);
  const sent = calls.map(({ body }) => body).join('\n');
  expect(sent).not.toMatch(/ADMIN_NO_SRP_AUTH|evil\.example|us-east-1_Other0001|"another"/);
  for (const name of ['AdminSetUserPassword', 'ListUsers', 'adminDeleteUser'])
    expect((await send(`POST /${name}`, OWN, '{}')).status).toBe(404);
});

test('requirement 11: a redirect of the pool is not followed, so that no token reaches another host', async () => {
  const stolen: string[] = [];
  const thief = createServer((request, response) => {
    stolen.push(request.url ?? '');
    response.end('{}');
  });
  await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
  const address = thief.address();
  assert(typeof address === 'object' && address !== null, 'a TCP server has a port');
  const location = `http://127.0.0.1:${address.port}/stolen`;
  const leading = createServer((_, response) => response.writeHead(307, { location }).end());
  await new Promise<void>((resolve) => leading.listen(0, '127.0.0.1', resolve));
  const own = leading.address();
  assert(typeof own === 'object' && own !== null, 'a TCP server has a port');
  try {
    const pool = createCognitoPool({ ...world.poolOptions, endpoint: `http://127.0.0.1:${own.port}` });
    expect(await pool.refresh({ refreshToken: 'secret' })).toMatchObject({ ok: false });
    expect(await pool.revoke({ refreshToken: 'secret' })).toMatchObject({ ok: false });
    expect(await pool.getAccount('secret')).toMatchObject({ ok: false });
    expect(stolen).toEqual([]);
  } finally {
    thief.close();
    leading.close();
  }
});
