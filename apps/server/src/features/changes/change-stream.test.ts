// The stream over HTTP, with a listening server.
import { SERVER_LIMITS } from '@coffer/contracts';
import { MINUTE_MS } from '@coffer/kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../http/app.ts';
import { type Listener, listen } from '../../http/listen.ts';
import { startWorld, valueOf, type World } from '../../live.world.ts';
import type { Actor } from '../../operation.ts';
import { createMetrics, type Metrics } from '../../platform/metrics/metrics.ts';
import { spacesRoutes } from '../spaces/routes.ts';
import { makeTeam } from '../spaces/team.world.ts';
import { type ChangeFeed, createChangeFeed } from './change-feed.ts';
import { makeFolder, signIn } from './changes.world.ts';
import { changesRoutes } from './routes.ts';

let world: World;
let team: Awaited<ReturnType<typeof makeTeam>>;
let feed: ChangeFeed;
let listener: Listener;
let metrics: Metrics;

beforeEach(async () => {
  world = await startWorld();
  team = await makeTeam(world);
  feed = createChangeFeed(world.services);
  listener = valueOf(await listen({ host: '127.0.0.1', port: 0 }));
  metrics = createMetrics();
  const actor: Actor = await signIn(world, team.owner);
  const app = createApp(team.services, [...changesRoutes(feed), ...spacesRoutes(team.services)], {
    authenticate: async (cookie) => await Promise.resolve(cookie === 'living' ? actor : undefined),
    metrics,
    readiness: async () => await Promise.resolve({ isReady: true, checks: {} }),
    pages: async () => await Promise.resolve(new Response('page')),
    checkResponses: true,
  });
  listener.serve(app.fetch);
});
afterEach(async () => {
  feed.close();
  await listener.close(0);
  await world[Symbol.asyncDispose]();
});

const get = async (
  path: string,
  { cookie = 'coffer=living', ...init }: RequestInit & { cookie?: string } = {},
) =>
  await fetch(`http://localhost:${listener.port}/api/v1${path}`, {
    ...init,
    headers: { cookie },
  });

async function readUntil(response: Response, pattern: RegExp): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (pattern.test(text)) break;
  }
  return text;
}

test('the stream is neither cached nor compressed nor buffered', async () => {
  const response = await get('/changes');
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(response.headers.has('content-length')).toBe(false);
  await makeFolder(team, 'A');
  await feed.look();
  expect(await readUntil(response, /"changed"/)).toContain(team.space.rootId);
});

test('without a session there is no stream', async () => {
  const response = await get('/changes', { cookie: 'coffer=dead' });
  expect([response.status, feed.streamCount()]).toEqual([401, 0]);
});

test('open streams use no call slots, and end with their connection', async () => {
  const leaving = new AbortController();
  for (let count = 0; count < SERVER_LIMITS.callsInFlightPerson + 2; count += 1) {
    expect((await get('/changes', { signal: leaving.signal })).status).toBe(200);
  }
  expect((await get('/spaces')).status).toBe(200);
  expect((await metrics.expose()).text).toContain('operation="followChanges",status="200"');
  leaving.abort();
  await expect.poll(feed.streamCount).toBe(0);
});

test('a HEAD request leaves no stream behind', async () => {
  expect((await get('/changes', { method: 'HEAD' })).status).toBe(200);
  await feed.beat();
  await feed.beat();
  expect(feed.streamCount()).toBe(0);
});

test('a stopping server does not wait for open streams', async () => {
  const response = await get('/changes');
  feed.close();
  await listener.close(10 * MINUTE_MS);
  expect(await response.text()).toContain('"ready"');
});
