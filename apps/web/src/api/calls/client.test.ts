import { CSRF_HEADER, type NodeId, operations, ROUTES } from '@coffer/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, callOrThrow, onNotSignedIn } from './client.ts';
import { ApiFailure, apiErrorOf, localError } from './error.ts';

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the parser of the server creates this brand
const NODE = '0197a1f0-0000-7000-8000-000000000001' as NodeId;

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

type Answer = Response | Error | ((sent: Sent) => Promise<Response>);

let sent: Sent[] = [];
let answers: Answer[] = [];
let signOuts = 0;
let hasNewSession = false;

beforeEach(() => {
  sent = [];
  answers = [];
  signOuts = 0;
  hasNewSession = false;
  onNotSignedIn(() => {
    signOuts += 1;
    return Promise.resolve(hasNewSession);
  });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = { url, init };
    sent.push(request);
    const answer = answers.shift();
    if (answer === undefined) throw new Error('the test has no prepared response left');
    if (answer instanceof Error) throw answer;
    return answer instanceof Response ? answer : await answer(request);
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
interface More {
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly retryAfter?: string;
}
const problem = (code: string, status: number, { facts = {}, retryAfter }: More = {}): Response =>
  new Response(JSON.stringify({ type: 't', title: 't', status, code, requestId: 'r1', ...facts }), {
    status,
    headers: {
      'content-type': 'application/problem+json',
      ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
    },
  });
const headersOf = (index = 0): Headers => new Headers(sent[index]?.init.headers);
async function settled<T>(result: Promise<T>): Promise<T> {
  await vi.runAllTimersAsync();
  return await result;
}

test('a call fills in path, query and headers', async () => {
  answers = [json({ items: [], total: 0, next: null })];
  const result = await call('listChildren', {
    params: { nodeId: NODE },
    query: { sort: 'size', at: '200' },
  });
  expect(result.ok).toBe(true);
  expect(sent[0]?.url).toBe(`/api/v1/nodes/${NODE}/children?sort=size&at=200`);
  expect(sent[0]?.init).toMatchObject({ method: 'GET', credentials: 'same-origin', redirect: 'error' });
  expect(headersOf().get(CSRF_HEADER)).toBe('1');
  expect(headersOf().has('content-type')).toBe(false);
});

test('a parameter cannot escape its path segment', async () => {
  answers = [json({})];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a URL can contain values that the types forbid
  await call('getNode', { params: { nodeId: '../session?x#y' as NodeId } });
  expect(sent[0]?.url).toBe('/api/v1/nodes/..%2Fsession%3Fx%23y');
});

test('a change sends the revision that it is based on', async () => {
  answers = [json({})];
  await call('renameNode', { params: { nodeId: NODE }, body: { name: 'b' }, revision: 7 });
  expect(headersOf().get('if-match')).toBe('"7"');
  expect(headersOf().get('content-type')).toBe('application/json');
  expect(sent[0]?.init.body).toBe('{"name":"b"}');
});

test('a creation sends a new idempotency key, or the given one when repeated', async () => {
  answers = [json({}, 201), json({}, 201), json({}, 201)];
  const body = { parentId: NODE, name: 'a' };
  await call('createFolder', { body });
  await call('createFolder', { body });
  await call('createFolder', { body, idempotencyKey: 'again' });
  const keys = [0, 1, 2].map((index) => headersOf(index).get('idempotency-key'));
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(keys[1]).not.toBe(keys[0]);
  expect(keys[2]).toBe('again');
});

test('an answer without a body is undefined', async () => {
  answers = [new Response(null, { status: 204 })];
  expect(await call('cancelSignIn')).toEqual({ ok: true, value: undefined });
});

test('a problem response becomes an error with code, facts, issues and request id', async () => {
  const issues = [{ path: 'name', code: 'name_slash' }, { path: 'name', code: 'invented' }, 'nonsense'];
  answers = [problem('invalid_request', 400, { facts: { issues, needed: 3 } })];
  expect(await call('createFolder', { body: { parentId: NODE, name: 'a/b' } })).toEqual({
    ok: false,
    error: {
      code: 'invalid_request',
      status: 400,
      requestId: 'r1',
      issues: [{ path: 'name', code: 'name_slash' }],
      facts: { needed: 3 },
    },
  });
});

test('an unknown error code becomes `internal`', async () => {
  answers = [problem('quantum_decoherence', 400)];
  expect(await call('signOut')).toMatchObject({ ok: false, error: { code: 'internal', requestId: 'r1' } });
});

test.each([
  ['a page of a proxy', () => new Response('<html>Bad gateway</html>', { status: 502 })],
  ['a success that is no JSON', () => new Response('<html>', { status: 200 })],
  ['a success that is no object', () => json(['a list'])],
  ['a success that is empty', () => new Response('', { status: 200 })],
])('%s is an unreadable answer', async (_name, answer) => {
  answers = [answer()];
  const result = await settled(call('getNode', { params: { nodeId: NODE } }));
  expect(result).toMatchObject({ ok: false, error: { code: 'unreadable_answer' } });
});

test('a read is retried after the time in Retry-After', async () => {
  answers = [problem('store_unavailable', 503, { retryAfter: '2' }), json({})];
  const pending = call('getNode', { params: { nodeId: NODE } });
  await vi.advanceTimersByTimeAsync(1_999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await pending).toMatchObject({ ok: true });
});

test('Retry-After may be a date', async () => {
  vi.setSystemTime(new Date('2026-11-21T10:00:00Z'));
  answers = [problem('rate_limited', 429, { retryAfter: 'Sat, 21 Nov 2026 10:00:03 GMT' }), json({})];
  const pending = call('getNode', { params: { nodeId: NODE } });
  await vi.advanceTimersByTimeAsync(2_999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await pending).toMatchObject({ ok: true });
});

test('a read fails after three attempts', async () => {
  answers = Array.from({ length: 5 }, () => problem('database_unavailable', 503));
  const result = await settled(call('getNode', { params: { nodeId: NODE } }));
  expect(result).toMatchObject({ ok: false, error: { code: 'database_unavailable' } });
  expect(sent).toHaveLength(3);
});

test('a Retry-After of more than ten seconds is not waited for', async () => {
  answers = [problem('too_many_tries', 429, { retryAfter: '11' })];
  const result = await call('getNode', { params: { nodeId: NODE } });
  expect(result).toMatchObject({ ok: false, error: { retryAfterMs: 11_000 } });
  expect(sent).toHaveLength(1);
});

test('a change is not retried automatically', async () => {
  answers = [problem('store_unavailable', 503, { retryAfter: '1' }), json({})];
  const result = await settled(call('trashNodes', { body: { ids: [NODE] } }));
  expect(result).toMatchObject({ ok: false, error: { code: 'store_unavailable' } });
  expect(sent).toHaveLength(1);
});

test('a network error is retried, but not while the browser is offline', async () => {
  answers = [new TypeError('Failed to fetch'), json({})];
  expect(await settled(call('getNode', { params: { nodeId: NODE } }))).toMatchObject({ ok: true });
  vi.stubGlobal('navigator', { onLine: false });
  answers = [new TypeError('Failed to fetch'), json({})];
  expect(await call('getNode', { params: { nodeId: NODE } })).toEqual({
    ok: false,
    error: localError('offline'),
  });
});

test('a cancelled call fails as `cancelled`, also while it waits', async () => {
  const cancelled = new DOMException('aborted', 'AbortError');
  const stop = new AbortController();
  answers = [
    async () => {
      stop.abort();
      return await Promise.reject(cancelled);
    },
  ];
  expect(await call('getNode', { params: { nodeId: NODE }, signal: stop.signal })).toEqual({
    ok: false,
    error: localError('cancelled'),
  });
  expect(sent).toHaveLength(1);
});

test('a call past its time limit fails as `timed_out`, not as `cancelled`', async () => {
  answers = [
    async ({ init }) =>
      await new Promise((_resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      }),
  ];
  vi.useRealTimers();
  const result = await call('trashNodes', { body: { ids: [NODE] }, timeLimitMs: 20 });
  expect(result).toEqual({ ok: false, error: localError('timed_out') });
});

test('an expired session calls the sign-out handler, except from the calls of sign-in', async () => {
  answers = [problem('not_signed_in', 401), problem('not_signed_in', 401)];
  await call('getNode', { params: { nodeId: NODE } });
  expect(signOuts).toBe(1);
  await call('signOut');
  expect(signOuts).toBe(1);
});

test('a call that fails with 401 is repeated once after the person signs in again', async () => {
  hasNewSession = true;
  answers = [problem('not_signed_in', 401), json({ succeeded: [], failed: [] })];
  expect(await call('trashNodes', { body: { ids: [NODE] } })).toMatchObject({ ok: true });
  answers = [problem('not_signed_in', 401), problem('not_signed_in', 401)];
  expect(await call('trashNodes', { body: { ids: [NODE] } })).toMatchObject({
    error: { code: 'not_signed_in' },
  });
  expect([sent.length, signOuts]).toEqual([4, 2]);
});

test('an unexpected exception is rethrown', async () => {
  answers = [new RangeError('a bug')];
  await expect(call('getNode', { params: { nodeId: NODE } })).rejects.toThrow('a bug');
});

test('queries throw an exception that holds the API error', async () => {
  answers = [problem('node_not_found', 404)];
  const cause: unknown = await callOrThrow('getNode', { params: { nodeId: NODE } }).catch(
    (error: unknown) => error,
  );
  expect(cause).toBeInstanceOf(ApiFailure);
  expect(apiErrorOf(cause).code).toBe('node_not_found');
  expect(apiErrorOf(new Error('a bug')).code).toBe('internal');
});

test('the route table and the operations have the same names', () => {
  expect(Object.keys(ROUTES).toSorted()).toEqual(Object.keys(operations).toSorted());
});
