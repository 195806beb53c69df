// Guest uploads over HTTP: repetitions, long bodies, hostile tokens and keys.
import { randomUUID } from 'node:crypto';
import { GuestUploadsResult, LIMITS, SERVER_LIMITS } from '@coffer/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, createApp } from '../../../http/app.ts';
import { declarations } from '../../../live-upload.contract.ts';
import type { Owner } from '../../../live.world.ts';
import { createMetrics } from '../../../platform/metrics/metrics.ts';
import { type LinksWorld, startLinksWorld } from '../links.world.ts';
import { linksRoutes } from '../routes.ts';
import { createRequests, type HandingIn } from './requests.world.ts';

let here: LinksWorld;
let owner: Owner;
let requests: ReturnType<typeof createRequests>;
let app: App;
beforeAll(async () => {
  here = await startLinksWorld();
  owner = await here.world.addOwner();
  requests = createRequests(here);
  app = createApp(here.services, linksRoutes(here.services), {
    authenticate: async () => await Promise.resolve(undefined),
    metrics: createMetrics(),
    readiness: async () => await Promise.resolve({ isReady: true, checks: {} }),
    pages: async () => await Promise.resolve(new Response('page')),
    checkResponses: true,
  });
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
});

const call = async (
  line: string,
  {
    body,
    headers = {},
  }: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> => {
  const [method = '', path = ''] = line.split(' ');
  return await app.request(`http://localhost:8420/api/v1/public/${path}`, {
    method,
    headers: {
      host: 'localhost:8420',
      'x-coffer': '1',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
};
const idIn = (body: unknown): unknown => {
  const [item] = GuestUploadsResult.parse(body).items;
  return item?.outcome === 'created' ? item.upload.id : undefined;
};
const uploadOf = ({ folderId }: HandingIn, name: string) => ({
  parentId: folderId,
  name,
  sizeBytes: name.length,
  mediaType: 'text/plain',
  modifiedAt: '2029-05-06T07:08:09.000Z',
  parts: declarations(Buffer.from(name)),
});

test('a repeated reservation is answered as the first, and reserves once', async () => {
  const { token } = await requests.ask(owner, { filesMax: 2 });
  const guest = await requests.begin(token);
  const path = `${token}/hand-ins/${guest.key}/uploads`;
  const headers = { 'idempotency-key': randomUUID() };
  const body = { uploads: [uploadOf(guest, 'one.txt')] };
  const ids: unknown[] = [];
  for (const isRepeated of [null, 'true', 'true']) {
    const answer = await call(`POST ${path}`, { body, headers });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('idempotency-replayed')).toBe(isRepeated);
    ids.push(idIn(await answer.json()));
  }
  expect(new Set(ids).size).toBe(1);
  const other = await call(`POST ${path}`, { body: { uploads: [uploadOf(guest, 'two.txt')] }, headers });
  expect(other.status).toBe(422);
  const seen = await (await call(`GET ${token}`)).json();
  expect(seen).toMatchObject({ kind: 'request', filesLeft: 1 });
});

test('a hundred files fit in one call, and other open calls stay short', async () => {
  const { token } = await requests.ask(owner);
  const guest = await requests.begin(token);
  const uploads = Array.from({ length: LIMITS.uploadBatchMax }, (_, index) =>
    uploadOf(guest, `${index}.txt`),
  );
  const answer = await call(`POST ${token}/hand-ins/${guest.key}/uploads`, {
    body: { uploads, bundle: true },
  });
  expect(answer.status).toBe(200);
  const long = await call(`POST ${token}/hand-ins`, {
    body: { name: 'x'.repeat(SERVER_LIMITS.relayBodyBytesMax) },
  });
  expect(long.status).toBe(413);
});

test.each(['', 'short', '../../admin', "' or 1=1", 'x'.repeat(22_000)])(
  'the malformed token or key %j is rejected',
  async (hostile) => {
    const { token } = await requests.ask(owner);
    const guest = await requests.begin(token);
    for (const path of [
      `${encodeURIComponent(hostile)}/hand-ins/${guest.key}`,
      `${token}/hand-ins/${encodeURIComponent(hostile)}`,
    ]) {
      expect([400, 404]).toContain((await call(`GET ${path}`)).status);
    }
  },
);

test('another site cannot hand in, or finish a hand-in, for a guest', async () => {
  const { token } = await requests.ask(owner);
  const guest = await requests.begin(token);
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' };
  for (const path of ['', `/${guest.key}/finish`, `/${guest.key}/uploads`]) {
    expect((await call(`POST ${token}/hand-ins${path}`, { body: {}, headers })).status).toBe(403);
  }
});
