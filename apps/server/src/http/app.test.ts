// The HTTP seam from outside, by requests; the handlers behind it are small ones of this test, the database is real.
import type { NodeId, UserId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import { manualClock, type TestDatabase, testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parseConfig } from '../config.ts';
import { MIGRATIONS } from '../migrations/migrations.ts';
import { connectDatabase, type Database } from '../platform/db/connect.ts';
import { migrate } from '../platform/db/migrate.ts';
import { createIdMaker } from '../platform/ids.ts';
import { createLog } from '../platform/log/create-log.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { type App, createApp } from './app.ts';
import { type Actor, openRoute, personRoute, type Route } from './route.ts';

const ORIGIN = 'http://localhost:8420';
const USER = '01890a5d-ac96-774b-bcce-b302099a8057';
const NODE = '01890a5d-ac96-774b-bcce-b302099a8058';
const AT = '2030-01-01T00:00:00.000Z';
const actor: Actor = {
  sessionId: 'a'.repeat(64),
  person: { id: USER as UserId, username: 'ada', name: 'Ada', email: 'ada@example.org', role: 'member' },
};
const node = (name: string) => ({
  id: NODE as NodeId,
  spaceId: USER as never,
  parentId: null,
  kind: 'folder' as const,
  name,
  sizeBytes: null,
  mediaType: null,
  modifiedAt: AT,
  createdAt: AT,
  revision: 7,
  versionId: null,
  trashedAt: null,
});

const clock = manualClock(AT);
let logged = '';
const log = createLog({ level: 'debug', destination: { write: (line: string) => ((logged += line), true) } });
let container: TestDatabase;
let database: Database;
let made = 0;
let pause: Promise<void> | undefined;

const METHODS = { passkey: false, choice: false, custom: false, signUp: false, reset: false, issuers: [] };
const routes: readonly Route[] = [
  openRoute('getSession', async ({ actor: who }) => {
    if (who === undefined)
      return ok({ state: 'signed_out', welcome: false, serverTime: AT, signIn: METHODS });
    throw Object.assign(new Error('the pool of worms is open'), { detail: 'worms' });
  }),
  openRoute('startSignIn', async ({ reply }) => {
    reply.setCookie('attempt', 'attempt-secret', 900);
    return ok({ step: 'none' });
  }),
  openRoute('cancelSignIn', async ({ reply, request }) => {
    if (request.cookie('attempt') !== 'attempt-secret') return err({ code: 'challenge_expired' });
    reply.clearCookie('attempt');
    return ok(undefined);
  }),
  openRoute('signOut', async ({ reply }) => {
    reply.clearCookie('session');
    reply.header('clear-site-data', '"storage"');
    return ok({ next: null });
  }),
  personRoute('getNode', async ({ params }) => ok({ ...node('a'), id: params.nodeId })),
  personRoute('listChildren', async ({ query }) => ok({ items: [], total: query.limit, next: null })),
  personRoute('renameNode', async ({ body, revision }) =>
    revision === 7 ? ok(node(body.name)) : err({ code: 'revision_conflict', facts: { revision: 7 } }),
  ),
  personRoute('createFolder', async ({ body }) => {
    await pause;
    made += 1;
    if (body.name === 'taken') return err({ code: 'name_taken' });
    if (body.name === 'gone') throw new Error('broken');
    return ok({ ...node(body.name), revision: made });
  }),
  personRoute('createUpload', async ({ body }) =>
    ok({
      outcome: 'created',
      upload: {
        id: NODE as never,
        parentId: body.parentId,
        name: body.name,
        sizeBytes: 1,
        state: 'uploading',
        partSizeBytes: 1,
        partCount: 1,
        integrity: 1,
        expiresAt: AT,
      },
      signed: [
        {
          number: 1,
          sizeBytes: 1,
          method: 'PUT',
          url: 'http://127.0.0.1:8421/b/k?X-Amz-Signature=abc',
          headers: {},
          expiresAt: AT,
        },
      ],
    }),
  ),
  personRoute('getContent', async ({ reply }) => {
    reply.redirect('http://127.0.0.1:8421/b/k?X-Amz-Signature=abc');
    const bytes = { versionId: USER as never, name: 'a', sizeBytes: 1, mediaType: 'text/plain' };
    return ok({ url: 'x', expiresAt: AT, ...bytes });
  }),
  personRoute('trashNodes', async () => ok({ items: [{ nonsense: true }] } as never)),
  personRoute('completeUpload', async () => err({ code: 'store_unavailable' })),
];

function build(environment: Record<string, string> = {}): App {
  const config = parseConfig(environment);
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const services = { clock, config: config.value, db: database.db, log, newId: createIdMaker(clock) };
  return createApp(services, routes, {
    authenticate: async (value) => {
      await Promise.resolve();
      return value === 'living' ? actor : undefined;
    },
    metrics: createMetrics(),
    readiness: async () => ({
      isReady: false,
      checks: { store: { state: 'failed', code: 'store_unavailable' } },
    }),
    pages: async (request) => new Response(`page ${new URL(request.url).pathname}`),
    checkResponses: true,
  });
}

let app: App;

beforeAll(async () => {
  container = await testDatabase();
  database = connectDatabase({ ...container, log });
  await migrate(database.db, MIGRATIONS);
  await database.db
    .insertInto('user')
    .values({
      id: USER,
      issuer: 'i',
      subject: 's',
      username: 'ada',
      email: 'ada@example.org',
      email_verified: true,
      name: 'Ada',
      status: 'active',
      role: 'member',
      quota_bytes: 1,
      last_seen_at: null,
      created_at: new Date(),
      updated_at: new Date(),
    })
    .execute();
});

afterAll(async () => {
  await database.close();
  await container.drop();
});

beforeEach(() => {
  app = build();
  logged = '';
  made = 0;
  pause = undefined;
});

const OWN = { 'x-coffer': '1', 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
const SIGNED_IN = { cookie: 'coffer=living' };

function send(
  method: string,
  path: string,
  options: { headers?: Record<string, string | undefined>; body?: string } = {},
): Promise<Response> {
  const headers = Object.fromEntries(
    Object.entries({ ...OWN, ...SIGNED_IN, ...options.headers }).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    ),
  );
  return Promise.resolve(
    app.request(`/api/v1${path}`, {
      method,
      headers,
      ...(options.body === undefined ? {} : { body: options.body }),
    }),
  );
}

const problem = async (response: Response): Promise<Record<string, unknown>> =>
  (await response.json()) as Record<string, unknown>;
const rename = (options: Parameters<typeof send>[2]): Promise<Response> =>
  send('PATCH', `/nodes/${NODE}`, {
    body: '{"name":"b"}',
    ...options,
    headers: { 'if-match': '"7"', ...options?.headers },
  });

test.each<[string, Record<string, string | undefined>, number]>([
  ['the own page', {}, 200],
  ['the own page of a browser without fetch metadata', { 'sec-fetch-site': undefined, origin: ORIGIN }, 200],
  ['the own page, whatever Origin a development proxy left', { origin: 'http://localhost:5173' }, 200],
  ['no custom header', { 'x-coffer': undefined }, 403],
  ['another value of the custom header', { 'x-coffer': 'yes' }, 403],
  ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['another origin of the same site', { 'sec-fetch-site': 'same-site' }, 403],
  ['an address bar', { 'sec-fetch-site': 'none' }, 403],
  ['another origin of an old browser', { 'sec-fetch-site': undefined, origin: 'http://localhost:9999' }, 403],
  ['an origin without a name', { 'sec-fetch-site': undefined, origin: 'null' }, 403],
  ['neither fetch metadata nor origin', { 'sec-fetch-site': undefined }, 403],
])('a change from %s is answered', async (_, headers, status) => {
  const response = await rename({ headers });
  expect(response.status).toBe(status);
  expect((await problem(response))['code']).toBe(status === 403 ? 'cross_site' : undefined);
});

test.each([
  ['text/plain'],
  ['application/x-www-form-urlencoded'],
  ['multipart/form-data; boundary=x'],
  ['application/json; charset=utf-16'],
  ['application/jsonp'],
  [undefined],
])('a body of type %s is refused', async (type) => {
  const response = await rename({ headers: { 'content-type': type } });
  expect([response.status, (await problem(response))['code']]).toEqual([415, 'unsupported_media']);
});

test('a compressed body is refused', async () => {
  expect((await rename({ headers: { 'content-encoding': 'gzip' } })).status).toBe(415);
});

test.each([
  ['no JSON', 'hello'],
  ['garbage behind the text', '{"name":"b"} x'],
  ['a second text', '{"name":"b"}{"name":"c"}'],
  ['a byte order mark', '\ufeff{"name":"b"}'],
  ['a cut text', '{"name":"b'],
])('a body with %s is refused', async (_, body) => {
  const response = await rename({ body });
  expect(response.status).toBe(400);
  expect(await problem(response)).toMatchObject({
    code: 'invalid_request',
    issues: [{ path: '', code: 'wrong_format' }],
  });
});

test('a body that is not UTF-8 is refused', async () => {
  const response = await app.request(`/api/v1/nodes/${NODE}`, {
    method: 'PATCH',
    headers: { ...OWN, ...SIGNED_IN, 'if-match': '7' },
    body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]),
  });
  expect(response.status).toBe(400);
});

test.each<[string, string, unknown[]]>([
  ['nothing', '', [{ path: '', code: 'required' }]],
  ['null', 'null', [{ path: '', code: 'wrong_type' }]],
  ['a list', '[]', [{ path: '', code: 'wrong_type' }]],
  ['no name', '{}', [{ path: 'name', code: 'required' }]],
  ['a number for a name', '{"name":1}', [{ path: 'name', code: 'wrong_type' }]],
  ['a bad name', '{"name":"a/b"}', [{ path: 'name', code: 'name_slash' }]],
  ['an unknown member', '{"name":"b","admin":true}', [{ path: 'admin', code: 'unknown_member' }]],
  ['a prototype', '{"name":"b","__proto__":{"x":1}}', [{ path: '__proto__', code: 'unknown_member' }]],
])('a body with %s says what is wrong', async (_, body, issues) => {
  const response = await rename({ body });
  expect(response.status).toBe(400);
  expect(await problem(response)).toMatchObject({ code: 'invalid_request', issues });
});

test('all issues of all parts are reported at once', async () => {
  const response = await send('PATCH', '/nodes/not-an-id?x=1', { body: '{"name":".","zz":0}' });
  const { issues } = await problem(response);
  expect(issues).toEqual([
    { path: 'nodeId', code: 'wrong_format' },
    { path: 'x', code: 'unknown_member' },
    { path: 'name', code: 'name_dots' },
    { path: 'zz', code: 'unknown_member' },
  ]);
});

test('ten thousand unknown members get a hundred issues', async () => {
  const members = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`m${at}`, 0]));
  const { issues } = await problem(await rename({ body: JSON.stringify(members) }));
  expect(issues).toHaveLength(100);
});

test.each([
  '01890A5D-AC96-774B-BCCE-B302099A8058',
  '1',
  '..%2f..%2fetc',
  '%00',
  '%',
  `${NODE}0`,
  "'%20or%201=1--",
])('the id %s is refused', async (id) => {
  const response = await send('GET', `/nodes/${id}`);
  expect(response.status).toBe(400);
  expect(await problem(response)).toMatchObject({ issues: [{ path: 'nodeId', code: 'wrong_format' }] });
});

test.each<[string, unknown]>([
  ['limit=0x10', [{ path: 'limit', code: 'wrong_format' }]],
  ['limit=1001', [{ path: 'limit', code: 'too_big' }]],
  ['sort=password', [{ path: 'sort', code: 'wrong_format' }]],
  ['limit=1&limit=2', [{ path: 'limit', code: 'wrong_type' }]],
  ['__proto__=1', [{ path: '__proto__', code: 'unknown_member' }]],
])('the query %s is refused', async (query, issues) => {
  const response = await send('GET', `/nodes/${NODE}/children?${query}`);
  expect(response.status).toBe(400);
  expect(await problem(response)).toMatchObject({ issues });
});

test('a query is parsed, and defaults are filled in', async () => {
  expect(await (await send('GET', `/nodes/${NODE}/children?limit=12`)).json()).toMatchObject({ total: 12 });
  expect(await (await send('GET', `/nodes/${NODE}/children`)).json()).toMatchObject({ total: 200 });
});

test('a huge body is refused by its declared length and by its counted length', async () => {
  const huge = `{"name":"${'x'.repeat(1024 * 1024)}"}`;
  const response = await rename({ body: huge });
  expect(response.status).toBe(413);
  expect(await problem(response)).toMatchObject({ code: 'body_too_large', limit: 1024 * 1024 });
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 65_536;
      controller.enqueue(new Uint8Array(65_536));
    },
  });
  const init = { method: 'PATCH', headers: { ...OWN, ...SIGNED_IN }, body: endless, duplex: 'half' };
  expect((await app.request(`/api/v1/nodes/${NODE}`, init as RequestInit)).status).toBe(413);
  expect(sent).toBeLessThan(1_400_000);
});

const signIn = (length: number): string => JSON.stringify({ username: 'a', srpA: 'f'.repeat(length) });

test('calls without a session have bodies of 8 KiB at most', async () => {
  expect((await send('POST', '/sign-in', { body: signIn(1_000) })).status).toBe(200);
  expect((await send('POST', '/sign-in', { body: signIn(9_000) })).status).toBe(413);
});

test('an operation without a body takes an empty object and nothing else', async () => {
  expect((await send('DELETE', '/session')).status).toBe(200);
  expect((await send('DELETE', '/session', { body: '{}' })).status).toBe(200);
  expect((await send('DELETE', '/session', { body: '{"a":1}' })).status).toBe(400);
  expect((await send('DELETE', '/session', { body: '[]' })).status).toBe(400);
});

test('a replacing call demands the revision it is based on', async () => {
  expect(await problem(await send('PATCH', `/nodes/${NODE}`, { body: '{"name":"b"}' }))).toMatchObject({
    code: 'revision_required',
    status: 428,
  });
  expect((await rename({ headers: { 'if-match': '7' } })).headers.get('etag')).toBe('"7"');
  const conflict = await rename({ headers: { 'if-match': '"6"' } });
  expect([conflict.status, (await problem(conflict))['revision']]).toEqual([412, 7]);
  for (const tag of ['*', 'W/"7"', '"x"', '"7", "8"', '-7', '']) {
    expect({ tag, status: (await rename({ headers: { 'if-match': tag } })).status }).toEqual({
      tag,
      status: 400,
    });
  }
});

test('without a session, or with a dead one, the answer is `not_signed_in`', async () => {
  for (const cookie of [
    undefined,
    'coffer=dead',
    'coffer=',
    'other=living',
    '__Host-coffer=living',
    `coffer=${'x'.repeat(2_000)}`,
  ]) {
    const response = await send('GET', `/nodes/${NODE}`, { headers: { cookie } });
    expect({ cookie, status: response.status }).toEqual({ cookie, status: 401 });
    expect(await problem(response)).toMatchObject({ code: 'not_signed_in' });
  }
});

const create = (key: string | undefined, name: string): Promise<Response> =>
  send('POST', '/folders', {
    headers: { 'idempotency-key': key },
    body: JSON.stringify({ parentId: NODE, name }),
  });

test('the same key and request get the same answer, and the work is done once', async () => {
  const first = await create('key-number-1', 'a');
  const second = await create('key-number-1', 'a');
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(await second.json()).toEqual(await first.json());
  expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([
    null,
    'true',
  ]);
  expect(made).toBe(1);
});

test('another request with a used key is refused', async () => {
  await create('key-number-2', 'a');
  expect(await problem(await create('key-number-2', 'b'))).toMatchObject({
    code: 'idempotency_mismatch',
    status: 422,
  });
  expect(made).toBe(1);
});

test('a duplicate that arrives while the first is running waits for its answer', async () => {
  const gate = Promise.withResolvers<void>();
  pause = gate.promise;
  const both = [create('key-number-3', 'a'), create('key-number-3', 'a'), create('key-number-3', 'a')];
  setTimeout(gate.resolve, 250);
  const answers = await Promise.all(both);
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201]);
  expect(made).toBe(1);
});

const upload = (): Promise<Response> =>
  send('POST', '/uploads', {
    headers: { 'idempotency-key': 'key-number-6' },
    body: JSON.stringify({ parentId: NODE, name: 'a', sizeBytes: 1, mediaType: '', modifiedAt: AT }),
  });

test('a repeated answer holds no signed URL: those are dead long before the key, and are not kept', async () => {
  const first = (await (await upload()).json()) as { signed: unknown[] };
  expect(first.signed).toHaveLength(1);
  const second = await upload();
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(await second.json()).toEqual({ ...first, signed: [] });
  const kept = await database.db.selectFrom('idempotency').select('body').execute();
  expect(JSON.stringify(kept)).not.toContain('X-Amz-Signature');
});

test('a refused or broken call frees its key', async () => {
  expect((await create('key-number-4', 'taken')).status).toBe(409);
  expect((await create('key-number-4', 'taken')).status).toBe(409);
  expect((await create('key-number-5', 'gone')).status).toBe(500);
  expect((await create('key-number-5', 'gone')).status).toBe(500);
  expect((await create('key-number-4', 'free by now')).status).toBe(201);
  expect(made).toBe(5);
});

test('a key is forgotten after 24 hours, and not before', async () => {
  await create('key-number-6', 'a');
  clock.advance(24 * 3_600_000 - 1);
  expect((await create('key-number-6', 'b')).status).toBe(422);
  clock.advance(2);
  expect((await create('key-number-6', 'b')).status).toBe(201);
});

test('without a key every call works, and a key that cannot be kept is refused', async () => {
  await create(undefined, 'a');
  await create(undefined, 'a');
  expect(made).toBe(2);
  for (const key of ['short', 'x'.repeat(101), 'has a space in it'])
    expect((await create(key, 'a')).status).toBe(400);
});

test('on loopback the cookies are plain, strict and hidden from scripts', async () => {
  const response = await send('POST', '/sign-in', { body: '{"username":"a","srpA":"ff"}' });
  expect(response.headers.getSetCookie()).toEqual([
    'coffer-attempt=attempt-secret; Max-Age=900; Path=/; HttpOnly; SameSite=Strict',
  ]);
});

test('over TLS the cookies are bound to the host, and the plain ones mean nothing', async () => {
  app = build({ COFFER_URL: 'https://files.example.org', COFFER_STORE_URL: 'https://bytes.example.org' });
  const response = await send('POST', '/sign-in', { body: '{"username":"a","srpA":"ff"}' });
  expect(response.headers.getSetCookie()).toEqual([
    '__Host-coffer-attempt=attempt-secret; Max-Age=900; Path=/; HttpOnly; SameSite=Strict; Secure',
  ]);
  expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
  expect((await send('GET', `/nodes/${NODE}`)).status).toBe(401);
  expect((await send('GET', `/nodes/${NODE}`, { headers: { cookie: '__Host-coffer=living' } })).status).toBe(
    200,
  );
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
  expect(logged).toContain(requestId);
  expect(logged).toContain('the pool of worms is open');
});

test('an answer that its contract refuses is an error in tests', async () => {
  expect((await send('POST', '/batch/trash', { body: JSON.stringify({ ids: [NODE] }) })).status).toBe(500);
  expect(logged).toContain('the answer is what the contract says');
});

test('a database that is gone is a 503 that says when to come back', async () => {
  const gone = connectDatabase({ connectionString: 'postgresql://a@127.0.0.1:1/a', log });
  const real = database;
  database = gone;
  app = build();
  database = real;
  const response = await create('key-number-7', 'a');
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await problem(response)).toMatchObject({ code: 'database_unavailable', retry_after: 5 });
  await gone.close();
});

test('a part that is out of reach says when to come back', async () => {
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
  expect((await app.request('/api/v2/session')).status).toBe(404);
});

const from = async (address: string): Promise<Response> =>
  await app.request(
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

test('health says that the process lives, readiness what fails, and metrics answer the operator only', async () => {
  expect(await (await app.request('/healthz')).json()).toEqual({ status: 'ok' });
  const ready = await app.request('/readyz');
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'failed', checks: { store: { state: 'failed', code: 'store_unavailable' } } },
  ]);
  const metrics = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await app.request('/metrics', { headers }, { incoming: { socket: { remoteAddress } } })).status;
  await send('GET', `/nodes/${NODE}`);
  expect(await metrics('127.0.0.1')).toBe(200);
  expect(await metrics('::1')).toBe(200);
  expect(await metrics('10.0.0.1')).toBe(404);
  expect(await metrics('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(404);
  expect(await metrics('127.0.0.1', { forwarded: 'for=1.2.3.4' })).toBe(404);
  const text = await (
    await app.request('/metrics', {}, { incoming: { socket: { remoteAddress: '127.0.0.1' } } })
  ).text();
  expect(text).toMatch(/coffer_http_operation_seconds_count\{operation="getNode",status="200"\} 1/);
  expect(text).toContain('nodejs_eventloop_lag_seconds');
});

test('bytes of bodies are counted in both directions', async () => {
  const body = '{"name":"b"}';
  const answer = await (await rename({ body })).text();
  const text = await (
    await app.request('/metrics', {}, { incoming: { socket: { remoteAddress: '127.0.0.1' } } })
  ).text();
  expect(text).toContain(`coffer_http_request_body_bytes_total ${body.length}\n`);
  expect(text).toContain(`coffer_http_response_body_bytes_total ${answer.length}\n`);
});

const open = async (host: string, path = '/s/1?x=2'): Promise<Response> =>
  await app.request(path, { headers: { host } });

test('a foreign name that points at this machine is refused on every path and method', async () => {
  for (const path of ['/s/1', '/metrics', '/api/v1/session', '/healthz']) {
    expect((await open('rebound.example:8420', path)).status).toBe(421);
  }
  const headers = { host: 'rebound.example', 'x-coffer': '1', 'sec-fetch-site': 'same-origin' };
  expect((await app.request('/api/v1/session', { method: 'DELETE', headers })).status).toBe(421);
});

test('who opens the application under the store’s loopback name is led to its own', async () => {
  const led = await open('127.0.0.1:8420');
  expect([led.status, led.headers.get('location')]).toEqual([307, `${ORIGIN}/s/1?x=2`]);
  expect((await open('localhost:8420')).status).toBe(200);
  expect((await open('localhost:5173')).status).toBe(200);
  expect((await open('127.0.0.1:8420', '/healthz')).status).toBe(200);
});

test('a route is mounted once, and is open to whom the contract says', () => {
  const config = parseConfig({});
  if (!config.ok) throw new Error('the defaults are a configuration');
  const services = { clock, config: config.value, db: database.db, log, newId: () => 'x' };
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
