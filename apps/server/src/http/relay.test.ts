import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type Server,
  type ServerResponse,
} from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { defined, HOUR_MS } from '@coffer/kit';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '../config/config.ts';
import {
  BUCKET,
  CREDENTIAL,
  REGION,
  sha256Of,
  startStoreWorld,
  startWorld,
  type StoreWorld,
  valueOf,
  type World,
} from '../live.world.ts';
import { put } from '../live-upload.contract.ts';
import type { Blobs, SignedRequest } from '../platform/blobs/blobs.ts';
import { createS3Blobs } from '../platform/blobs/s3-blobs.ts';
import { createMetrics } from '../platform/metrics/metrics.ts';
import { createApp } from './app.ts';
import { type Listener, listen } from './listen.ts';
import { createRelay } from './relay.ts';

const MIB = 1024 * 1024;

let world: World;
let store: StoreWorld;
let front: Listener;
let origin: string;
let blobs: Blobs;
const relayed = { up: 0, down: 0 };
const open: (() => Promise<void>)[] = [];

beforeAll(async () => {
  world = await startWorld();
  store = await startStoreWorld(world.services.log);
  front = valueOf(await listen({ host: '127.0.0.1', port: 0 }));
  origin = `http://localhost:${front.port}`;
  blobs = await openBlobs();
  serve(defined(blobs.relay, 'the relay is off'));
});
afterEach(async () => {
  for (const close of open.splice(0)) await close();
  serve(defined(blobs.relay, 'the relay is off'));
});
afterAll(async () => {
  await front.close(0);
  await store[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

/** How many milliseconds the signer's clock is behind. */
let lateMs = 0;
const openBlobs = async (): Promise<Blobs> =>
  valueOf(
    await createS3Blobs({
      endpoint: store.url,
      publicEndpoint: 'https://nowhere.example',
      region: REGION,
      bucket: BUCKET,
      prefix: 'coffer',
      ...CREDENTIAL,
      forcePathStyle: true,
      clock: { now: () => new Date(Date.now() - lateMs) },
      log: world.services.log,
      relayOrigin: origin,
    }),
  );

function serve(target: Parameters<typeof createRelay>[0]): void {
  const config = valueOf(parseConfig({ COFFER_URL: origin, COFFER_RELAY: 'on' }));
  relayed.up = 0;
  relayed.down = 0;
  const metrics = createMetrics();
  const counting: typeof metrics = {
    ...metrics,
    countRelayed: (direction, sizeBytes) => {
      relayed[direction] += sizeBytes;
    },
  };
  const app = createApp({ ...world.services, config }, [], {
    authenticate: () => Promise.resolve(undefined),
    metrics,
    readiness: () => Promise.resolve({ isReady: true, checks: {} }),
    pages: () => Promise.resolve(new Response('a page')),
    relay: createRelay(target, counting),
  });
  front.serve(app.fetch);
}

async function storeThat(
  does: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  const server = createServer(does);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  open.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  serve({ ...defined(blobs.relay, 'the relay is off'), origin: `http://127.0.0.1:${port}` });
  return server;
}

const METADATA = {
  spaceId: randomUUID(),
  nodeId: randomUUID(),
  versionId: randomUUID(),
  parentId: randomUUID(),
  name: 'Prüfung.bin',
  authorId: randomUUID(),
  at: new Date(),
};

function signedPut(bytes: Buffer): { readonly key: string; readonly signed: SignedRequest } {
  const key = blobs.keyFor(randomUUID());
  const part = { sizeBytes: bytes.length, sha256: sha256Of(bytes), md5: undefined };
  return { key, signed: blobs.signPut({ key, part, mediaType: 'text/html', metadata: METADATA }) };
}

const signedGet = (key: string, mediaType = 'application/x-any'): SignedRequest =>
  blobs.signGet({ key, name: 'a "b".html', mediaType, disposition: 'inline', lifeMs: 60_000 });

async function settled(figure: () => number): Promise<number> {
  for (let last = -1, still = 0; ; await sleep(50)) {
    still = figure() === last ? still + 1 : 0;
    last = figure();
    if (still === 10) return last;
  }
}

test('addresses are those of our own origin, and forms are left alone', () => {
  const { signed } = signedPut(Buffer.from('x'));
  expect(signed.url.startsWith(`${origin}/relay/${BUCKET}/coffer/blobs/`)).toBe(true);
  expect(blobs).toMatchObject({ publicOrigin: origin, takesForms: false, takesBundles: false, integrity: 1 });
});

test('64 MiB pass the relay both ways, whole and in ranges, and are counted', async () => {
  const bytes = randomBytes(64 * MIB);
  const { key, signed } = signedPut(bytes);
  expect(await put(signed, bytes)).toBe(200);
  expect(relayed.up).toBe(bytes.length);
  expect(valueOf(await blobs.head(key))).toMatchObject({ sizeBytes: bytes.length, sha256: sha256Of(bytes) });
  const answer = await fetch(signedGet(key).url);
  const hash = createHash('sha256');
  for await (const chunk of defined(answer.body, 'a body')) hash.update(chunk);
  expect(hash.digest('base64')).toBe(sha256Of(bytes));
  expect(relayed.down).toBe(bytes.length);
  const piece = await fetch(signedGet(key, 'video/mp4').url, { headers: { range: 'bytes=1000000-1000009' } });
  expect(piece.status).toBe(206);
  expect(piece.headers.get('content-range')).toBe(`bytes 1000000-1000009/${bytes.length}`);
  expect(Buffer.from(await piece.arrayBuffer())).toEqual(bytes.subarray(1_000_000, 1_000_010));
});

test.each([
  ['text/html', 'text/plain; charset=utf-8'],
  ['image/svg+xml', 'image/svg+xml'],
  ['image/png', 'image/png'],
  ['application/xhtml+xml', 'application/octet-stream'],
])('an upload of type %s cannot act as a page of ours', async (mediaType, served) => {
  const bytes = Buffer.from('<script>alert(document.cookie)</script>');
  const { key, signed } = signedPut(bytes);
  await put(signed, bytes);
  const answer = await fetch(signedGet(key, mediaType).url);
  expect(await answer.text()).toBe(bytes.toString());
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': served,
    'content-disposition': `attachment; filename="a _b_.html"; filename*=UTF-8''a%20%22b%22.html`,
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=60',
  });
});

test('a store that answers with a page of its own does not make it one of ours', async () => {
  await storeThat((_, response) => {
    response.writeHead(200, {
      'content-type': 'text/html',
      'set-cookie': 'a=b',
      'content-disposition': 'inline',
    });
    response.end('<script></script>');
  });
  const answer = await fetch(signedGet(blobs.keyFor('0123')).url);
  expect(await answer.text()).toBe('<script></script>');
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toBe('attachment');
  expect(answer.headers.get('set-cookie')).toBeNull();
});

test('the store sees the signed request, and nothing about the client', async () => {
  const seen = Promise.withResolvers<IncomingMessage>();
  await storeThat((request, response) => {
    seen.resolve(request);
    request.resume().on('end', () => response.end());
  });
  const bytes = Buffer.from('x');
  const { signed } = signedPut(bytes);
  const headers = {
    ...signed.headers,
    cookie: '__Host-coffer_session=secret',
    authorization: 'Bearer secret',
    'x-coffer': '1',
    'x-forwarded-for': '192.0.2.1',
    'x-amz-acl': 'public-read',
    'accept-language': 'ar',
    'user-agent': 'somebody',
  };
  expect(await put({ ...signed, headers }, bytes)).toBe(200);
  const { headers: received } = await seen.promise;
  expect(Object.keys(received).toSorted()).toEqual(
    ['connection', 'content-length', 'host', ...Object.keys(signed.headers)].toSorted(),
  );
});

function forgedUrl(url: string): string {
  return url.replace(/(?<=Signature=)./, (digit) => (digit === '0' ? '1' : '0'));
}

test('an unsigned request is rejected by the store, and creates nothing', async () => {
  const bytes = Buffer.from('right');
  const { key, signed } = signedPut(bytes);
  expect(await put({ ...signed, url: forgedUrl(signed.url) }, bytes)).toBe(403);
  expect(await put({ ...signed, url: signed.url.replace(key, `${key}0`) }, bytes)).toBe(403);
  expect(await put(signed, Buffer.from('wrong'))).toBe(400);
  expect(await put(signed, Buffer.from('right and more'))).toBe(403);
  expect(valueOf(await blobs.head(key))).toBeUndefined();
  const long = randomBytes(8 * MIB);
  const large = signedPut(long);
  expect(await put({ ...large.signed, url: forgedUrl(large.signed.url) }, long)).toBe(403);
  expect(await put(large.signed, long)).toBe(200);
});

test('an expired address is rejected', async () => {
  const bytes = Buffer.from('late');
  lateMs = HOUR_MS;
  const { signed } = signedPut(bytes);
  lateMs = 0;
  const answer = await fetch(signed.url, { method: 'PUT', headers: signed.headers, body: bytes });
  expect(answer.status).toBe(403);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(await answer.text()).toContain('expired');
});

test('what cannot be an address of ours never reaches the store', async () => {
  let requests = 0;
  await storeThat((_, response) => {
    requests += 1;
    response.end();
  });
  const url = signedGet(blobs.keyFor('0123')).url;
  const wrong: [string, RequestInit?][] = [
    [`${origin}/relay/`],
    [`${origin}/relay/${BUCKET}`],
    [`${origin}/relay/${BUCKET}/coffer/blobs/23/0123`],
    [url.replace(`/${BUCKET}/`, '/another/')],
    [url.replace('/coffer/', '/elsewhere/')],
    [url.replace('/coffer/', '/coffer/%2e%2e/')],
    [url.replace(CREDENTIAL.accessKeyId, 'AKANOTHER')],
    [`${url}&acl`],
    [`${url}&X-Amz-Signature=0`],
    [`${url}&versionId=1`],
    [url, { method: 'DELETE' }],
    [url, { method: 'POST', body: 'x' }],
    [url, { method: 'HEAD' }],
  ];
  for (const [address, init] of wrong) expect((await fetch(address, init)).status).toBe(403);
  expect(requests).toBe(0);
  expect((await fetch(url)).status).toBe(200);
  expect(requests).toBe(1);
});

test('an interrupted upload leaves nothing, and the next one succeeds', async () => {
  const bytes = randomBytes(8 * MIB);
  const { key, signed } = signedPut(bytes);
  const sending = httpRequest(signed.url, {
    method: 'PUT',
    headers: { ...signed.headers, 'content-length': bytes.length },
  });
  const broken = new Promise((resolve) => {
    sending.once('close', resolve).on('error', () => undefined);
  });
  sending.write(bytes.subarray(0, 4 * MIB), () => sending.destroy());
  await broken;
  expect(valueOf(await blobs.head(key))).toBeUndefined();
  expect(await put(signed, bytes)).toBe(200);
  expect(valueOf(await blobs.head(key))?.sizeBytes).toBe(bytes.length);
});

test('a slow store slows the sender down: bytes are not buffered here', async () => {
  await storeThat((request) => request.pause());
  const bytes = Buffer.alloc(64 * MIB);
  const { signed } = signedPut(bytes);
  const sending = httpRequest(signed.url, {
    method: 'PUT',
    headers: { ...signed.headers, 'content-length': bytes.length },
  });
  sending.on('error', () => undefined);
  sending.write(bytes);
  const taken = await settled(() => relayed.up);
  expect(taken).toBeGreaterThan(0);
  expect(taken).toBeLessThan(16 * MIB);
  sending.destroy();
});

test('a slow client slows the store down, and a disconnect stops it', async () => {
  const closed = Promise.withResolvers<void>();
  let given = 0;
  await storeThat((_, response) => {
    response.writeHead(200, { 'content-length': 64 * MIB });
    const chunk = Buffer.alloc(64 * 1024);
    const give = (): void => {
      while (given < 64 * MIB) {
        given += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', give);
      }
    };
    response.once('close', closed.resolve);
    give();
  });
  const asking = httpRequest(signedGet(blobs.keyFor('0123')).url).end();
  asking.on('error', () => undefined);
  const answer = await new Promise<IncomingMessage>((resolve) => {
    asking.once('response', resolve);
  });
  answer.pause();
  expect(await settled(() => given)).toBeLessThan(32 * MIB);
  answer.destroy();
  await closed.promise;
  expect(given).toBeLessThan(64 * MIB);
});

test('an unavailable store is a problem response', async () => {
  const server = await storeThat(() => undefined);
  server.close();
  const answer = await fetch(signedGet(blobs.keyFor('0123')).url);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'store_unavailable' });
});

test('without the relay the route does not exist', async () => {
  const config = valueOf(parseConfig({ COFFER_URL: origin }));
  const app = createApp({ ...world.services, config }, [], {
    authenticate: () => Promise.resolve(undefined),
    metrics: createMetrics(),
    readiness: () => Promise.resolve({ isReady: true, checks: {} }),
    pages: () => Promise.resolve(new Response(null, { status: 404 })),
  });
  expect((await app.request(signedGet(blobs.keyFor('0123')).url)).status).toBe(404);
});
