import { gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { compressAnswers } from './compress-answers.ts';
import { jsonResponse } from './problem.ts';

const LONG = JSON.stringify({ items: Array.from({ length: 500 }, (_, index) => `item ${index}`) });

const app = new Hono();
app.use('/*', compressAnswers());
app.get('/long', () =>
  jsonResponse(LONG, 200, new Headers({ 'content-type': 'application/json', etag: '"1"' })),
);
app.get('/short', () => jsonResponse('{}', 200, new Headers({ 'content-type': 'application/json' })));
app.get(
  '/page',
  () =>
    new Response(LONG, { headers: { 'content-type': 'text/html', 'content-length': String(LONG.length) } }),
);
app.get('/events', () => new Response('data: x\n\n', { headers: { 'content-type': 'text/event-stream' } }));

const ask = async (path: string, accepted = 'gzip, deflate, br') =>
  await app.request(path, { headers: { 'accept-encoding': accepted } });

test('a long answer travels as gzip, with its headers, and reads the same', async () => {
  const response = await ask('/long');
  const body = Buffer.from(await response.arrayBuffer());
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(response.headers.get('content-length')).toBe(String(body.length));
  expect(response.headers.get('vary')).toBe('accept-encoding');
  expect(response.headers.get('etag')).toBe('"1"');
  expect(gunzipSync(body).toString()).toBe(LONG);
  expect(body.length).toBeLessThan(LONG.length / 2);
});

test.each(['', 'br', 'identity', 'gzip;q=0', 'gzip;q=0.0, br', 'notgzip'])(
  'a client that accepts "%s" gets it uncompressed',
  async (accepted) => {
    const response = await ask('/long', accepted);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(response.headers.get('vary')).toBe('accept-encoding');
    expect(await response.text()).toBe(LONG);
  },
);

test.each(['gzip;q=0.5', '*', 'br, GZIP', 'deflate ,gzip; q=1.0'])(
  'a client that accepts "%s" gets gzip',
  async (accepted) => {
    expect((await ask('/long', accepted)).headers.get('content-encoding')).toBe('gzip');
  },
);

test.each(['/short', '/page', '/events'])('%s is not touched', async (path) => {
  const response = await ask(path);
  expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([null, null]);
});
