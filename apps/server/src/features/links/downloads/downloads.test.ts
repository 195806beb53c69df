// Download limits are exact with concurrency, repetition, ranges and aborts.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_LIMITS } from '@coffer/contracts';
import { DAY_MS, MIB, MINUTE_MS, ok, SECOND_MS } from '@coffer/kit';
import { sized } from '@coffer/testing/campaign';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Owner, valueOf } from '../../../live.world.ts';
import { createFairSlots } from '../../../platform/fair-slots.ts';
import { listNodeLinks } from '../manage/list-links.ts';
import { revokeLink } from '../manage/revoke-link.ts';
import { endCountedDownloads } from '../sweep-links.ts';
import { countedStream } from './counted-stream.ts';
import { type DownloadsWorld, noise, startDownloadsWorld } from './downloads.world.ts';

let here: DownloadsWorld;
let owner: Owner;
beforeAll(async () => {
  here = await startDownloadsWorld();
  owner = await here.world.addOwner({ quotaBytes: 4_000_000_000 });
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
});

const CLIENTS = sized({ gate: 16, campaign: 200 });
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const read = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());
const linkOf = async (node: Parameters<typeof here.begin>[1]) =>
  valueOf(await listNodeLinks(here.services, owner.person, node.id as never)).items[0];

test('many guests with shared addresses never get more copies than the limit, whatever ranges they request', async () => {
  const bytes = noise(300_000);
  const file = await here.uploadBytes(owner, 'ten.bin', bytes);
  const { token } = await here.share(owner.person, file, { downloadsMax: 10 });
  const begun = await Promise.all(Array.from({ length: CLIENTS }, async () => await here.begin(token, file)));
  const paths = begun.filter((path) => path.startsWith('/'));
  expect(paths).toHaveLength(10);
  expect(new Set(begun.filter((path) => !path.startsWith('/')))).toEqual(new Set(['410']));
  // Each client requests one URL whole, and again in two ranges.
  const copies = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) => {
      const path = paths[index % paths.length] ?? '';
      const whole = await here
        .get(path)
        .then(read)
        .catch(() => Buffer.alloc(0));
      const parts = await Promise.all(
        ['bytes=0-149999', 'bytes=150000-'].map(async (range) => {
          const answer = await here.get(path, range);
          return answer.status === 206 ? await read(answer).catch(() => Buffer.alloc(0)) : Buffer.alloc(0);
        }),
      );
      return [whole, Buffer.concat(parts)].filter((copy) => copy.length === bytes.length);
    }),
  );
  const whole = copies.flat();
  expect(whole.length).toBeLessThanOrEqual(10);
  expect(whole.every((copy) => hashOf(copy) === hashOf(bytes))).toBe(true);
  expect(await linkOf(file)).toMatchObject({ downloads: 10, state: 'exhausted' });
}, 120_000);

test('of many guests behind one address, exactly 10 get a whole copy, and none a second', async () => {
  const bytes = noise(120_000);
  const file = await here.uploadBytes(owner, 'each.bin', bytes);
  const { token } = await here.share(owner.person, file, { downloadsMax: 10 });
  const outcomes = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const path = await here.begin(token, file);
      if (!path.startsWith('/')) return path;
      const copy = await read(await here.get(path));
      const again = await here.get(path);
      expect(again.status).toBe(410);
      return hashOf(copy) === hashOf(bytes) ? 'whole' : 'damaged';
    }),
  );
  expect(outcomes.filter((each) => each === 'whole')).toHaveLength(10);
  expect(outcomes.filter((each) => each === '410')).toHaveLength(CLIENTS - 10);
});

test('the response is a resumable attachment with the name, and never runs as a page', async () => {
  const file = await here.uploadBytes(owner, 'Bericht März.html', Buffer.from('<script>alert(1)</script>'));
  const { token } = await here.share(owner.person, file, { downloadsMax: 1 });
  const path = await here.begin(token, file);
  const head = await fetch(here.origin + path, { method: 'HEAD' });
  expect(head.status).toBe(200);
  const answer = await here.get(path);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-length': '25',
    'content-disposition': expect.stringContaining('attachment; filename="Bericht M_rz.html"'),
    'accept-ranges': 'bytes',
    etag: `"${file.versionId}"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'cache-control': 'no-store, no-transform',
  });
  await answer.body?.cancel();
});

test('an interrupted download resumes and counts once', async () => {
  const bytes = noise(24 * MIB);
  const file = await here.uploadBytes(owner, 'long.bin', bytes);
  const { token } = await here.share(owner.person, file, { downloadsMax: 1 });
  const path = await here.begin(token, file);
  await here.breakOff(path, 8 * MIB);
  const from = 6 * MIB;
  const rest = await here.get(path, `bytes=${from}-`);
  expect([rest.status, rest.headers.get('content-range')]).toEqual([
    206,
    `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
  ]);
  expect(hashOf(await read(rest))).toBe(hashOf(bytes.subarray(from)));
  expect(await linkOf(file)).toMatchObject({ downloads: 1, state: 'exhausted' });
  expect((await here.get(path)).status).toBe(410);
});

test('neither a HEAD request nor an unused URL uses a download', async () => {
  const file = await here.uploadBytes(owner, 'zero.bin', noise(4 * MIB));
  const { token } = await here.share(owner.person, file, { downloadsMax: 1 });
  const path = await here.begin(token, file);
  expect(await here.begin(token, file)).toBe('410');
  await fetch(here.origin + path, { method: 'HEAD' });
  here.world.clock.advance(SERVER_LIMITS.linkDownloadBeginMs + 1);
  expect((await here.get(path)).status).toBe(410);
  const later = await here.begin(token, file);
  expect(later.startsWith('/')).toBe(true);
  expect((await read(await here.get(later))).length).toBe(4 * MIB);
  here.world.clock.advance(2 * DAY_MS);
  await endCountedDownloads(here.services);
  expect(await linkOf(file)).toMatchObject({ downloads: 1, state: 'exhausted' });
  expect(await here.services.db.selectFrom('link_download').select('id').execute()).toEqual([]);
});

test('who leaves while waiting for a slot uses no download', async () => {
  const file = await here.uploadBytes(owner, 'queue.bin', noise(MIB));
  const { token, link } = await here.share(owner.person, file, { downloadsMax: 1 });
  await here.begin(token, file);
  const download = here.services.db
    .selectFrom('link_download')
    .innerJoin('version', 'version.id', 'link_download.version_id')
    .innerJoin('blob', 'blob.id', 'version.blob_id')
    .select(['link_download.id', 'blob.key', 'budget_bytes', 'bytes_left'])
    .where('link_id', '=', link.id);
  const { id: downloadId, key } = await download.executeTakeFirstOrThrow();
  const slots = createFairSlots({ slotsMax: 1, slotsPerKeyMax: 1, waitingMax: 1 });
  const held = valueOf(await slots.acquire('another'));
  const sent = { downloadId, linkId: link.id, key, from: 0, length: MIB };
  const reader = countedStream({ ...here.services, slots }, sent).getReader();
  const first = reader.read();
  await reader.cancel();
  expect((await first).done).toBe(true);
  held();
  valueOf(await slots.acquire('the next'))();
  const left = await download.executeTakeFirstOrThrow();
  expect(left.bytes_left).toBe(left.budget_bytes);
});

test('a limit of bytes holds across concurrent downloads', async () => {
  const folder = await here.makeFolder(owner, 'bytes');
  const small = await here.upload(owner, 'small.txt', { parentId: folder.id, text: 'x'.repeat(400) });
  const large = await here.upload(owner, 'large.txt', { parentId: folder.id, text: 'y'.repeat(700) });
  const { token } = await here.share(owner.person, folder, { bytesMax: 1_000 });
  const begun = await Promise.all(
    Array.from({ length: CLIENTS }, async (_, index) => await here.begin(token, index % 2 ? small : large)),
  );
  const paths = begun.filter((path) => path.startsWith('/'));
  const sizes = await Promise.all(paths.map(async (path) => (await read(await here.get(path))).length));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_000);
  const files = [small, large].map((node) => ({ nodeId: node.id, versionId: node.versionId }));
  expect((await here.call(`${token}/contents`, { files })).status).toBe(410);
});

test('an empty file is sent once for each download', async () => {
  const file = await here.uploadBytes(owner, 'empty.bin', Buffer.alloc(0));
  const { token } = await here.share(owner.person, file, { downloadsMax: 1 });
  const path = await here.begin(token, file);
  expect((await read(await here.get(path))).length).toBe(0);
  await vi.waitFor(async () => expect((await here.get(path)).status).toBe(410));
});

test.each([
  ['bytes=5-2', 200, null],
  ['bytes=0-1,4-5', 200, null],
  ['lines=1-2', 200, null],
  ['bytes=-4', 206, 'bytes 6-9/10'],
  ['bytes=8-99', 206, 'bytes 8-9/10'],
  ['bytes=10-', 416, 'bytes */10'],
  ['bytes=-0', 416, 'bytes */10'],
  ['bytes=99999999999999999999-', 200, null],
])('the range %j is answered %i', async (range, status, contentRange) => {
  const file = await here.uploadBytes(owner, `range ${here.services.newId()}.bin`, Buffer.from('0123456789'));
  const { token } = await here.share(owner.person, file, { downloadsMax: 1 });
  const answer = await here.get(await here.begin(token, file), range);
  expect([answer.status, answer.headers.get('content-range')]).toEqual([status, contentRange]);
  await answer.body?.cancel();
});

test('a key of another link, an invented key and a revoked link get nothing', async () => {
  const file = await here.uploadBytes(owner, 'mine.bin', noise(32 * MIB));
  const one = await here.share(owner.person, file, { downloadsMax: 5 });
  const other = await here.share(owner.person, file, { downloadsMax: 5 });
  const path = await here.begin(one.token, file);
  expect((await here.get(path.replace(one.token, other.token))).status).toBe(410);
  expect((await here.get(`${path.slice(0, -22)}${'A'.repeat(22)}`)).status).toBe(410);
  const running = await here.get(path);
  valueOf(await revokeLink(here.services, owner.person, one.link.id));
  expect((await here.get(path)).status).toBe(404);
  // A running download is aborted when it next asks for bytes.
  await expect(read(running)).rejects.toThrow('terminated');
});

test(
  'a slow guest does not make the server buffer the file',
  async () => {
    const size = sized({ gate: 48, campaign: 1_024 }) * MIB;
    const file = await here.uploadBytes(owner, 'slow.bin', Buffer.alloc(size, 7));
    const { token } = await here.share(owner.person, file, { downloadsMax: 3 });
    const path = await here.begin(token, file);
    using fromStore = countBytesFromStore();
    const answer = await here.get(path);
    const reader = answer.body?.getReader();
    let bytes = (await reader?.read())?.value?.length ?? 0;
    for (let before = -1; before !== fromStore.bytes; await sleep(SECOND_MS)) before = fromStore.bytes;
    // The rest is in the buffers of both sockets, however large the file is.
    expect(fromStore.bytes).toBeLessThan(32 * MIB);
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) {
      bytes += next.value.length;
    }
    expect([bytes, fromStore.bytes]).toEqual([size, size]);
  },
  10 * MINUTE_MS,
);

/** Counts the bytes that the server takes from the store. */
function countBytesFromStore(): Disposable & { readonly bytes: number } {
  const { blobs } = here.services;
  const readRange = blobs.readRange.bind(blobs);
  let bytes = 0;
  const count = async function* (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  };
  const spy = vi.spyOn(blobs, 'readRange').mockImplementation(async (...asked) => {
    const found = await readRange(...asked);
    return found.ok && found.value !== undefined
      ? ok({ ...found.value, bytes: Readable.from(count(found.value.bytes)) })
      : found;
  });
  return {
    get bytes() {
      return bytes;
    },
    [Symbol.dispose]: () => spy.mockRestore(),
  };
}
