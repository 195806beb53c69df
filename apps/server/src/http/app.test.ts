import { expect, test } from 'vitest';
import { OWN, signIn, SIGNED_IN, here, NODE, ORIGIN, problem, rename, send } from './app.world.ts';

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
  const response = await here.app.request(`/api/v1/nodes/${NODE}`, {
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
])('a body with %s gets a message about the problem', async (_, body, issues) => {
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
  expect((await here.app.request(`/api/v1/nodes/${NODE}`, init as RequestInit)).status).toBe(413);
  expect(sent).toBeLessThan(1_400_000);
});

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
    '__Host-Http-coffer=living',
    `coffer=${'x'.repeat(2_000)}`,
  ]) {
    const response = await send('GET', `/nodes/${NODE}`, { headers: { cookie } });
    expect({ cookie, status: response.status }).toEqual({ cookie, status: 401 });
    expect(await problem(response)).toMatchObject({ code: 'not_signed_in' });
  }
});
