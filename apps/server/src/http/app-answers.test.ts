import { err } from '@coffer/kit';
import { expect, test } from 'vitest';
import { connectDatabase } from '../platform/db/connect.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { parseConfig } from '../config/config.ts';
import { createApp } from './app.ts';
import {
  build,
  clock,
  here,
  log,
  NODE,
  ORIGIN,
  OWN,
  problem,
  rename,
  send,
  create,
  signIn,
} from './app.world.ts';
import { openRoute } from '../route.ts';

test('on loopback the cookies are plain, strict and hidden from scripts', async () => {
  const response = await send('POST', '/sign-in', { body: '{"username":"a","srpA":"ff"}' });
  expect(response.headers.getSetCookie()).toEqual([
    'coffer-attempt=attempt-secret; Max-Age=900; Path=/; HttpOnly; SameSite=Strict',
  ]);
});

test('over TLS the cookies are bound to the host, and the plain ones mean nothing', async () => {
  here.app = build({
    COFFER_URL: 'https://files.example.org',
    COFFER_STORE_URL: 'https://bytes.example.org',
  });
  const response = await send('POST', '/sign-in', { body: '{"username":"a","srpA":"ff"}' });
  expect(response.headers.getSetCookie()).toEqual([
    '__Host-Http-coffer-attempt=attempt-secret; Max-Age=900; Path=/; HttpOnly; SameSite=Strict; Secure',
  ]);
  expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect((await send('GET', `/nodes/${NODE}`)).status).toBe(401);
  expect(
    (await send('GET', `/nodes/${NODE}`, { headers: { cookie: '__Host-Http-coffer=living' } })).status,
  ).toBe(200);
});

test('a cookie of a former name is not read, and is cleared', async () => {
  const headers = { cookie: '__Host-coffer=living; __Host-coffer-attempt=attempt-secret' };
  const plain = await send('GET', `/nodes/${NODE}`, { headers });
  expect([plain.status, plain.headers.getSetCookie()]).toEqual([401, []]);
  here.app = build({
    COFFER_URL: 'https://files.example.org',
    COFFER_STORE_URL: 'https://bytes.example.org',
  });
  const response = await send('GET', `/nodes/${NODE}`, { headers });
  expect(response.status).toBe(401);
  expect(response.headers.getSetCookie()).toEqual([
    '__Host-coffer=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure',
    '__Host-coffer-attempt=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure',
  ]);
  const fresh = await send('GET', `/nodes/${NODE}`, { headers: { cookie: '__Host-Http-coffer=living' } });
  expect([fresh.status, fresh.headers.getSetCookie()]).toEqual([200, []]);
});

test('a handler reads, clears and sets cookies and headers, and a refusal carries them too', async () => {
  const cancelled = await send('DELETE', '/sign-in', {
    headers: { cookie: 'coffer-attempt=attempt-secret' },
  });
  expect(cancelled.headers.getSetCookie()).toEqual([
    'coffer-attempt=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict',
  ]);
  expect((await send('DELETE', '/sign-in')).status).toBe(401);
  expect((await send('DELETE', '/session')).headers.get('clear-site-data')).toBe('"storage"');
});

test('a handler may redirect, without a body', async () => {
  const response = await send('GET', `/nodes/${NODE}/content`);
  expect([response.status, await response.text()]).toEqual([302, '']);
  expect(response.headers.get('location')).toContain('127.0.0.1:8421');
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('an exception is an internal error: logged with its stack, answered without a word of it', async () => {
  const response = await send('GET', '/session');
  const text = await response.text();
  expect(response.status).toBe(500);
  expect(text).not.toMatch(/worms|stack|at /);
  const { requestId } = JSON.parse(text) as { requestId: string };
  expect(response.headers.get('x-request-id')).toBe(requestId);
  expect(here.logged).toContain(requestId);
  expect(here.logged).toContain('the pool of worms is open');
});

test('an answer that its contract refuses is an error in tests', async () => {
  expect((await send('POST', '/batch/trash', { body: JSON.stringify({ ids: [NODE] }) })).status).toBe(500);
  expect(here.logged).toContain('the answer is what the contract says');
});

test('an unavailable database is a 503 with Retry-After', async () => {
  const gone = connectDatabase({ connectionString: 'postgresql://a@127.0.0.1:1/a', log });
  const real = here.database;
  here.database = gone;
  here.app = build();
  const response = await create('key-number-7', 'a');
  here.database = real;
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await problem(response)).toMatchObject({ code: 'database_unavailable', retry_after: 5 });
  await gone.close();
});

test('an unavailable service answers with Retry-After', async () => {
  const response = await send('POST', `/uploads/${NODE}/complete`);
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
});

test.each([
  ['GET', '/session', 'application/problem+json'],
  ['GET', '/nowhere', 'application/problem+json'],
  ['PUT', '/session', 'application/problem+json'],
  ['OPTIONS', '/session', null],
  ['GET', `/nodes/${NODE}`, 'application/json'],
  ['GET', '/openapi.json', 'application/json'],
  ['POST', '/', 'application/problem+json'],
])('%s %s is a problem or JSON, uncached, and allows no other origin', async (method, path, mediaType) => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
  const response = await send(method, path, { headers });
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  expect(response.headers.get('content-type')).toBe(mediaType);
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

const OF_DOCUMENTS = ['cross-origin-opener-policy', 'origin-agent-cluster', 'permissions-policy'];

test.each([
  { cacheControl: 'no-cache', carried: OF_DOCUMENTS },
  { cacheControl: 'public, max-age=31536000, immutable', carried: [] },
])('with $cacheControl a page or its part carries $carried', async ({ cacheControl, carried }) => {
  const headers = { 'cache-control': cacheControl };
  here.app = build({}, { pages: () => Promise.resolve(new Response('', { headers })) });
  const response = await here.app.request('/assets/a.js');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(OF_DOCUMENTS.filter((name) => response.headers.has(name))).toEqual(carried);
});

test('methods: HEAD is GET without a body, OPTIONS says what there is, others are refused with what there is', async () => {
  const head = await send('HEAD', `/nodes/${NODE}`);
  expect([head.status, await head.text()]).toEqual([200, '']);
  const options = await send('OPTIONS', `/nodes/${NODE}`);
  expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS, PATCH']);
  const put = await send('PUT', `/nodes/${NODE}`, { body: '{}' });
  expect([put.status, put.headers.get('allow'), (await problem(put))['code']]).toEqual([
    405,
    'GET, HEAD, OPTIONS, PATCH',
    'method_not_allowed',
  ]);
  expect((await send('GET', '/nowhere')).status).toBe(404);
  expect((await here.app.request('/api/v2/session')).status).toBe(404);
});

const from = async (address: string): Promise<Response> =>
  await here.app.request(
    '/api/v1/sign-in',
    { method: 'POST', headers: OWN, body: signIn(10) },
    {
      incoming: { socket: { remoteAddress: address } },
    },
  );

test('without a session sixty changes a minute are allowed for an address', async () => {
  for (let calls = 0; calls < 60; calls += 1) expect((await from('10.0.0.1')).status).toBe(200);
  const refused = await from('10.0.0.1');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await from('10.0.0.2')).status).toBe(200);
  clock.advance(1_000);
  expect((await from('10.0.0.1')).status).toBe(200);
  expect((await from('10.0.0.1')).status).toBe(429);
});

test('the addresses of one IPv6 network count as one', async () => {
  for (let calls = 0; calls < 60; calls += 1) await from(`2001:db8:0:7::${calls + 1}`);
  expect((await from('2001:db8:0:7::ffff')).status).toBe(429);
  expect((await from('2001:db8:0:8::1')).status).toBe(200);
});

test('a person may make six thousand calls a minute', async () => {
  for (let calls = 0; calls < 6_000; calls += 1) await send('GET', `/nodes/${NODE}`);
  expect((await send('GET', `/nodes/${NODE}`)).status).toBe(429);
});

const metrics = async (remoteAddress: string, headers: Record<string, string> = {}) =>
  (await here.app.request('/metrics', { headers }, { incoming: { socket: { remoteAddress } } })).status;

test('health says that the process lives, readiness what fails, and metrics answer the operator only', async () => {
  expect(await (await here.app.request('/healthz')).json()).toEqual({ status: 'ok' });
  const ready = await here.app.request('/readyz');
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'failed', checks: { store: { state: 'failed', code: 'store_unavailable' } } },
  ]);
  await send('GET', `/nodes/${NODE}`);
  expect(await metrics('127.0.0.1')).toBe(200);
  expect(await metrics('::1')).toBe(200);
  expect(await metrics('10.0.0.1')).toBe(404);
  expect(await metrics('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(404);
  expect(await metrics('127.0.0.1', { forwarded: 'for=1.2.3.4' })).toBe(404);
  const text = await (
    await here.app.request('/metrics', {}, { incoming: { socket: { remoteAddress: '127.0.0.1' } } })
  ).text();
  expect(text).toMatch(/coffer_http_operation_seconds_count\{operation="getNode",status="200"\} 1/);
  expect(text).toContain('nodejs_eventloop_lag_seconds');
});

test('bytes of bodies are counted in both directions', async () => {
  const body = '{"name":"b"}';
  const answer = await (await rename({ body })).text();
  const text = await (
    await here.app.request('/metrics', {}, { incoming: { socket: { remoteAddress: '127.0.0.1' } } })
  ).text();
  expect(text).toContain(`coffer_http_request_body_bytes_total ${body.length}\n`);
  expect(text).toContain(`coffer_http_response_body_bytes_total ${answer.length}\n`);
});

const open = async (host: string, path = '/s/1?x=2'): Promise<Response> =>
  await here.app.request(path, { headers: { host } });

test('a foreign name that points at this machine is refused on every path and method', async () => {
  for (const path of ['/s/1', '/metrics', '/api/v1/session', '/healthz']) {
    expect((await open('rebound.example:8420', path)).status).toBe(421);
  }
  const headers = { host: 'rebound.example', 'x-coffer': '1', 'sec-fetch-site': 'same-origin' };
  expect((await here.app.request('/api/v1/session', { method: 'DELETE', headers })).status).toBe(421);
});

test("a request under the store's loopback name is redirected to the application's", async () => {
  const led = await open('127.0.0.1:8420');
  expect([led.status, led.headers.get('location')]).toEqual([307, `${ORIGIN}/s/1?x=2`]);
  expect((await open('localhost:8420')).status).toBe(200);
  expect((await open('localhost:5173')).status).toBe(200);
  expect((await open('127.0.0.1:8420', '/healthz')).status).toBe(200);
});

test('a route is mounted once, and is open to whom the contract says', () => {
  const config = parseConfig({});
  if (!config.ok) throw new Error('the default configuration is invalid');
  const services = { clock, config: config.value, db: here.database.db, log, newId: () => 'x' };
  const deps = {
    authenticate: () => Promise.resolve(undefined),
    metrics: createMetrics(),
    readiness: () => Promise.reject(new Error('unused')),
    pages: () => Promise.resolve(new Response()),
  };
  const route = openRoute('getSession', async () => err({ code: 'internal' }));
  expect(() => createApp(services, [route, route], deps)).toThrow('mounted once');
  expect(() => createApp(services, [{ ...route, access: 'person' }], deps)).toThrow('open to whom');
});

test.each(['/api', '/api/', '/api/v1', '/api/v2/session', '/api/v1/nothing', '/api/v1/nodes', '/api/v1/%zz'])(
  '%s is not a route: 404 as a problem, also for browsers',
  async (path) => {
    for (const method of ['GET', 'POST', 'PUT']) {
      const headers = { 'sec-fetch-mode': 'navigate', accept: 'text/html' };
      const response = await here.app.request(`${ORIGIN}${path}`, { method, headers });
      expect([method, response.status, response.headers.get('content-type')]).toEqual([
        method,
        404,
        'application/problem+json',
      ]);
      expect(await response.json()).toMatchObject({ code: 'route_not_found', status: 404 });
    }
  },
);
