import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../src/live.world.ts';
import { createBucketSources } from '../../src/features/bucket-imports/index.ts';
import { openBucketSource } from '../../src/platform/blobs/source/bucket-source.ts';
import { type Listed, pageOf, startHostileSource } from '../../src/platform/blobs/source/source.world.ts';
import { createAddressGuard } from '../../src/platform/network/address-guard.ts';
import { importWorld } from './imports.world.ts';

const here = importWorld();
const MD5_OF_HELLO = '"5d41402abc4b2a76b9719d911017c592"';

const isList = (url: URL): boolean => url.searchParams.has('list-type');
const send = (response: ServerResponse, body: string, headers: Record<string, string> = {}): void =>
  void response.writeHead(200, headers).end(body);

/** Lists the objects once, and answers reads with `read`. */
const listing =
  (listed: readonly Listed[], read: (request: IncomingMessage, response: ServerResponse, url: URL) => void) =>
  (request: IncomingMessage, response: ServerResponse, url: URL): void => {
    const after = url.searchParams.get('start-after') ?? '';
    const rest = listed.filter(({ key }) => key > after);
    if (isList(url)) send(response, pageOf(rest.slice(0, Number(url.searchParams.get('max-keys')))));
    else read(request, response, url);
  };

test('content that is not what the source announced is not stored, and the rest is', async () => {
  const listed = [
    { key: 'a-wrong-md5.txt', body: 'hello', etag: MD5_OF_HELLO },
    { key: 'b-wrong-crc.txt', body: 'hello', etag: '"x-2"' },
    { key: 'c-changed.txt', body: 'hello', etag: '"old"' },
    { key: 'd-longer.txt', body: 'hello', etag: '"x-2"' },
    { key: 'e-gone.txt', body: 'hello', etag: '"x-2"' },
    { key: 'f-secret.txt', body: 'hello', etag: '"x-2"' },
    { key: 'g-good.txt', body: 'hello', etag: MD5_OF_HELLO },
  ];
  await using source = await startHostileSource(
    listing(listed, (request, response, url) => {
      const length = { 'content-length': '5' };
      if (url.pathname.includes('a-')) send(response, 'jello', { ...length, etag: MD5_OF_HELLO });
      else if (url.pathname.includes('b-')) {
        send(response, 'hello', { ...length, etag: '"x-2"', 'x-amz-checksum-crc32': 'AAAAAA==' });
      } else if (url.pathname.includes('c-')) {
        response.writeHead(request.headers['if-match'] === '"old"' ? 412 : 500).end();
      } else if (url.pathname.includes('d-')) send(response, 'hello and more', { etag: '"x-2"' });
      else if (url.pathname.includes('e-')) response.writeHead(404).end();
      else if (url.pathname.includes('f-')) response.writeHead(403).end();
      else send(response, 'hello', { ...length, etag: MD5_OF_HELLO });
    }),
  );
  const owner = await here.live().world.addOwner();
  const job = await here.whole(owner, source.address);
  expect(job).toMatchObject({ state: 'done', done: 1, failed: 6 });
  expect(job?.refused.map(({ name, code }) => [name.slice(0, 1), code])).toEqual([
    ['a', 'checksum_mismatch'],
    ['b', 'checksum_mismatch'],
    ['c', 'source_changed'],
    ['d', 'source_changed'],
    ['e', 'source_changed'],
    ['f', 'source_refused'],
  ]);
  expect(await here.paths(owner.rootId)).toEqual(['g-good.txt']);
});

test('a key that leads elsewhere is left out and never asked for', async () => {
  const keys = [
    '/z.txt',
    'x//y.txt',
    '../up.txt',
    'a/../../up.txt',
    './x.txt',
    'a/./x.txt',
    '..',
    'a\\..\\b.txt',
  ];
  const listed = keys.toSorted().map((key) => ({ key, body: 'hello', etag: MD5_OF_HELLO }));
  await using source = await startHostileSource(
    listing(listed, (_, response) => send(response, 'hello', { 'content-length': '5', etag: MD5_OF_HELLO })),
  );
  const owner = await here.live().world.addOwner();
  const job = await here.whole(owner, source.address);
  // A backslash is a letter like others.
  expect(job).toMatchObject({ state: 'done', done: 1, failed: 7 });
  expect(await here.paths(owner.rootId)).toEqual(['a\\..\\b.txt']);
  expect(source.requests.filter((url) => !url.includes('list-type'))).toHaveLength(1);
});

test.each([
  ['the same page again and again', pageOf([{ key: 'a' }], true)],
  ['an empty page that goes on', pageOf([], true)],
  ['keys in the wrong order', pageOf([{ key: 'b' }, { key: 'a' }])],
  ['a key of another prefix', pageOf([{ key: 'x'.repeat(2_000) }])],
  [
    'more keys than were asked for',
    pageOf(Array.from({ length: 1_001 }, (_, at) => ({ key: String(1_000 + at) }))),
  ],
  ['a page without an end', `${pageOf([]).slice(0, -20)}${'<X/>'.repeat(3_000_000)}`],
  ['no listing', '<html><body>Welcome</body></html>'],
  ['no XML', 'Welcome'],
])('a source that answers with %s is refused', async (_, body) => {
  await using source = await startHostileSource((__, response) => send(response, body));
  const owner = await here.live().world.addOwner();
  expect(errorOf(await here.survey(owner, source.address))).toEqual({ code: 'source_invalid' });
});

test('an endless listing is counted up to the limit', async () => {
  let next = 0;
  await using source = await startHostileSource((_, response) => {
    const listed = Array.from({ length: 1_000 }, () => ({ key: String((next += 1)).padStart(9, '0') }));
    send(response, pageOf(listed, true));
  });
  const owner = await here.live().world.addOwner();
  expect(valueOf(await here.survey(owner, source.address))).toMatchObject({
    objects: 10_000,
    isComplete: false,
  });
  expect(source.requests).toHaveLength(10);
});

test('redirects are not followed', async () => {
  await using target = await startHostileSource((_, response) => send(response, pageOf([])));
  for (const [status, location] of [
    [302, `${target.address.endpoint}/`],
    [307, 'http://169.254.169.254/latest/meta-data/'],
    [301, `${target.address.endpoint}/`],
  ] as const) {
    await using source = await startHostileSource((_, response) => {
      response.writeHead(status, { location }).end();
    });
    const owner = await here.live().world.addOwner();
    expect((await here.survey(owner, source.address)).ok).toBe(false);
    expect(source.requests.length).toBeGreaterThan(0);
  }
  expect(target.requests).toEqual([]);
});

test('addresses inside the network are refused, also if a name leads there', async () => {
  const owner = await here.live().world.addOwner();
  await using source = await startHostileSource((_, response) => send(response, pageOf([])));
  const port = new URL(source.address.endpoint).port;
  const refusalOf = createBucketSources([]).refusalOf;
  for (const host of ['127.0.0.1', '2130706433', '[::1]', '169.254.169.254', 'localhost', '10.0.0.1']) {
    expect(refusalOf(`https://${host}:${port}`)).toBe('address_internal');
  }
  const refused = await here.survey(owner, { ...source.address, endpoint: 'http://10.0.0.1' });
  expect(errorOf(refused)).toMatchObject({ issues: [{ path: 'endpoint', code: 'address_internal' }] });
  const guard = createAddressGuard({
    allowed: [],
    resolve: async () => await Promise.resolve(['127.0.0.1']),
  });
  const limits = { answerMs: 1_000, idleMs: 1_000, socketsMax: 2 };
  const address = { ...source.address, endpoint: `https://bucket.example:${port}` };
  const opened = openBucketSource(address, { guard, ...limits });
  expect(await opened.list({ after: undefined, limit: 1 })).toEqual({
    ok: false,
    error: 'source_unreachable',
  });
  opened.close();
  expect(source.requests).toEqual([]);
});

test('a source that is silent, or stops in the middle, is left', async () => {
  const guard = createAddressGuard({ allowed: ['127.0.0.1'] });
  const limits = { answerMs: 150, idleMs: 150, socketsMax: 2 };
  await using silent = await startHostileSource((_, response) => void response);
  const waiting = openBucketSource(silent.address, { guard, ...limits });
  expect(await waiting.list({ after: undefined, limit: 1 })).toEqual({
    ok: false,
    error: 'source_unreachable',
  });
  waiting.close();
  await using slow = await startHostileSource((_, response) => {
    response.writeHead(200, { 'content-length': '5', etag: '"x-2"' }).write('he');
  });
  const opened = openBucketSource(slow.address, { guard, ...limits });
  const object = { key: 'a', sizeBytes: 5, modifiedAt: new Date(), etag: '"x-2"' };
  const content = valueOf(await opened.read(object, new AbortController().signal));
  const drained = async (): Promise<void> => {
    for await (const _ of content.bytes);
  };
  await expect(drained()).rejects.toMatchObject({ fault: 'source_unreachable' });
  opened.close();
});

test('an import waits while its source does not answer, and fails in the end', async () => {
  let isUp = true;
  await using source = await startHostileSource((_, response) => {
    if (isUp) send(response, pageOf([{ key: 'a.txt', body: 'hello', etag: MD5_OF_HELLO }]));
    else response.destroy();
  });
  const owner = await here.live().world.addOwner();
  const { id } = valueOf(await here.start(owner, source.address));
  isUp = false;
  for (let tries = 1; tries < 5; tries += 1) {
    await here.run();
    expect(await here.job(id)).toMatchObject({ state: 'running', failed: 0 });
    here.live().world.clock.advance(3_600_000);
  }
  await here.run();
  expect(await here.job(id)).toMatchObject({ state: 'failed', code: 'source_unreachable' });
  expect(await here.keysLeft()).toEqual([]);
});
