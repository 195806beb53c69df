import type { ServerResponse } from 'node:http';
import { NodeId } from '@coffer/contracts';
import { err } from '@coffer/kit';
import { expect, test } from 'vitest';
import { runJobs } from '../../src/features/files/index.ts';
import { cancelJob } from '../../src/features/files/jobs/cancel-job.ts';
import { undoJob } from '../../src/features/files/jobs/undo/undo-job.ts';
import { uploaded } from '../../src/live-upload.contract.ts';
import { valueOf } from '../../src/live.world.ts';
import { type Listed, pageOf, startHostileSource } from '../../src/platform/blobs/source/source.world.ts';
import { importWorld } from './imports.world.ts';

const here = importWorld();
const MD5_OF_HELLO = '"5d41402abc4b2a76b9719d911017c592"';
const hello = (key: string): Listed => ({ key, body: 'hello', etag: MD5_OF_HELLO });
const sendHello = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-length': '5', etag: MD5_OF_HELLO }).end('hello');

/** A source of files with the content `hello`, in pages as they are asked for. */
async function sourceOf(keys: readonly string[], read: (response: ServerResponse, key: string) => void) {
  const listed = keys.toSorted().map(hello);
  let isDown = false;
  const source = await startHostileSource((_, response, url) => {
    if (isDown) {
      response.destroy();
      return;
    }
    if (!url.searchParams.has('list-type')) {
      read(response, decodeURIComponent(url.pathname).replace('/photos/', ''));
      return;
    }
    const after = url.searchParams.get('start-after') ?? '';
    const rest = listed.filter(({ key }) => key > after);
    const limit = Number(url.searchParams.get('max-keys'));
    response.writeHead(200).end(pageOf(rest.slice(0, limit), rest.length > limit));
  });
  return Object.assign(source, { setDown: (value: boolean) => void (isDown = value) });
}

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${String(index).padStart(3, '0')}.txt`);

test('a round that fails ends the reads of its imports first, so that none runs twice', async () => {
  const held: ServerResponse[] = [];
  await using source = await sourceOf(['a.txt'], (response) => void held.push(response));
  const owner = await here.live().world.addOwner();
  valueOf(await here.start(owner, source.address));
  const services = here.services();
  let looks = 0;
  const db = new Proxy(services.db, {
    get: (target, name) => {
      // The look for another import, while the first one reads.
      if (name === 'selectFrom' && held.length > 0 && (looks += 1) === 1) {
        throw new Error('the connection was lost');
      }
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  await expect(here.run(undefined, { db })).rejects.toThrow('the connection was lost');
  await expect.poll(() => held[0]?.destroyed, { timeout: 60_000 }).toBe(true);
  const again = here.run();
  await expect.poll(() => held.length, { timeout: 60_000 }).toBe(2);
  if (held[1] !== undefined) sendHello(held[1]);
  await again;
  expect(await here.paths(owner.rootId)).toEqual(['a.txt']);
});

test('what came before the source stopped is known: it is counted once, and can be undone', async () => {
  const count = { read: 0 };
  await using source = await sourceOf(numbered(30), (response) => {
    count.read += 1;
    if (count.read > 12) source.setDown(true);
    if (count.read > 12) response.destroy();
    else sendHello(response);
  });
  const owner = await here.live().world.addOwner();
  const { id } = valueOf(await here.start(owner, source.address));
  await here.run();
  const waiting = await here.job(id);
  const before = (await here.paths(owner.rootId)).length;
  expect(before).toBeGreaterThan(0);
  expect(waiting).toMatchObject({ state: 'running', done: before, failed: 0, unchanged: 0 });
  source.setDown(false);
  count.read = -100;
  here.live().world.clock.advance(60_000);
  await here.run();
  expect(await here.job(id)).toMatchObject({ state: 'done', total: 30, done: 30, failed: 0, unchanged: 0 });
  const { services } = here.live();
  valueOf(await undoJob(services, owner.person, id));
  await runJobs(services);
  expect(await here.job(id)).toMatchObject({ state: 'undone', undone: 30 });
  expect(await here.paths(owner.rootId)).toEqual([]);
});

test('a cancelled import blames no file that was being read, and offers to undo the others', async () => {
  await using source = await sourceOf(numbered(8), (response, key) => {
    if (key < '003.txt') sendHello(response);
  });
  const owner = await here.live().world.addOwner();
  const { id } = valueOf(await here.start(owner, source.address));
  const done = here.run();
  await expect.poll(async () => (await here.paths(owner.rootId)).length, { timeout: 60_000 }).toBe(3);
  valueOf(await cancelJob(here.live().services, owner.person, id));
  await done;
  const job = await here.job(id);
  expect(job).toMatchObject({ state: 'cancelled', done: 3, failed: 0, mayUndo: true });
});

test('what arrives after the undo began is undone too', async () => {
  const held: ServerResponse[] = [];
  const { services, world } = here.live();
  await using source = await sourceOf(numbered(10), (response, key) => {
    // Ends the first part after a few objects.
    if (key === '000.txt') world.clock.advance(120_000);
    if (key === '009.txt') held.push(response);
    else sendHello(response);
  });
  const owner = await world.addOwner();
  const { id } = valueOf(await here.start(owner, source.address));
  const done = here.run();
  await expect.poll(() => held.length, { timeout: 60_000 }).toBe(1);
  await expect.poll(async () => (await here.paths(owner.rootId)).length, { timeout: 60_000 }).toBe(9);
  valueOf(await cancelJob(services, owner.person, id));
  valueOf(await undoJob(services, owner.person, id));
  if (held[0] !== undefined) sendHello(held[0]);
  await done;
  await runJobs(services);
  expect(await here.paths(owner.rootId)).toEqual([]);
  const job = await here.job(id);
  expect(job).toMatchObject({ state: 'undone', undone: job?.done });
});

test('a file that somebody else adds meanwhile gets a version, which the undo takes away', async () => {
  const held: ServerResponse[] = [];
  await using source = await sourceOf(['a.txt'], (response) => void held.push(response));
  const owner = await here.live().world.addOwner();
  const { services } = here.live();
  const { id } = valueOf(await here.start(owner, source.address));
  const done = here.run();
  await expect.poll(() => held.length, { timeout: 60_000 }).toBe(1);
  const theirs = await uploaded(services, owner, {
    name: 'a.txt',
    bytes: Buffer.from('theirs'),
    parentId: NodeId.parse(owner.rootId),
  });
  if (held[0] !== undefined) sendHello(held[0]);
  await done;
  expect(await here.paths(owner.rootId)).toEqual(['a.txt']);
  expect(await here.versions(theirs.id)).toMatchObject([{ size_bytes: 6 }, { size_bytes: 5 }]);
  valueOf(await undoJob(services, owner.person, id));
  await runJobs(services);
  expect(await here.paths(owner.rootId)).toEqual(['a.txt']);
  expect(await here.node(owner.rootId, 'a.txt')).toMatchObject({ id: theirs.id, size_bytes: 6 });
});

test.each([
  ['a folder and a file in another case', ['A/x.txt', 'a'], ['A/', 'A/x.txt']],
  ['two cases of a name that is not composed', ['E\u0301.txt', 'e\u0301.txt'], ['É.txt']],
])('of %s the first is imported, and the other is named', async (_, keys, paths) => {
  await using source = await sourceOf(keys, (response, key) => {
    // No key has a composed twin.
    if (key.includes('\u00c9') || key.includes('\u00e9')) response.writeHead(404).end();
    else sendHello(response);
  });
  const owner = await here.live().world.addOwner();
  const job = await here.whole(owner, source.address);
  expect(job).toMatchObject({ state: 'done', done: 1, failed: 1 });
  expect(job?.refused).toMatchObject([{ name: keys[1], code: 'name_taken' }]);
  expect(await here.paths(owner.rootId)).toEqual(paths);
});

test('keys that are withdrawn stop the import once, with that reason', async () => {
  let isRefused = false;
  const source = await startHostileSource((_, response, url) => {
    if (isRefused) response.writeHead(403).end();
    else if (url.searchParams.has('list-type')) response.end(pageOf(numbered(20).map(hello)));
    else {
      isRefused = true;
      response.writeHead(403).end();
    }
  });
  await using _ = source;
  const owner = await here.live().world.addOwner();
  const job = await here.whole(owner, source.address);
  expect(job).toMatchObject({ state: 'failed', code: 'source_refused', failed: 0 });
});

test('markers of folders count too, so that a listing of them ends', async () => {
  await using source = await sourceOf(
    numbered(150).map((name) => `${name}/`),
    sendHello,
  );
  const owner = await here.live().world.addOwner();
  const { id } = valueOf(await here.start(owner, source.address));
  await here
    .services()
    .db.updateTable('bucket_import')
    .set({ listed: 999_950 })
    .where('job_id', '=', id)
    .execute();
  await here.run();
  expect(await here.job(id)).toMatchObject({ state: 'failed', code: 'limit_reached' });
});

test('an import of slow objects ends its part after a while, and goes on in the next', async () => {
  const { clock } = here.live().world;
  await using source = await sourceOf(numbered(10), (response, key) => {
    if (key === '000.txt') clock.advance(120_000);
    sendHello(response);
  });
  const owner = await here.live().world.addOwner();
  const { id } = valueOf(await here.start(owner, source.address));
  const before = source.requests.length;
  await here.run();
  expect(await here.job(id)).toMatchObject({ state: 'done', total: 10, done: 10, unchanged: 0 });
  const lists = source.requests.slice(before).filter((url) => url.includes('list-type'));
  expect(lists).toHaveLength(2);
  expect(lists[1]).not.toContain('start-after=009');
  expect(lists[1]).toContain('start-after=00');
});

test('a file whose own object cannot be read does not stop the import, and gets a version', async () => {
  await using source = await sourceOf(['a.txt', 'b.txt'], sendHello);
  const owner = await here.live().world.addOwner();
  expect(await here.whole(owner, source.address)).toMatchObject({ done: 2 });
  const { db, blobs } = here.services();
  const a = await here.node(owner.rootId, 'a.txt');
  await db
    .updateTable('node')
    .set({ modified_at: new Date(0) })
    .where('id', '=', a.id)
    .execute();
  await db.updateTable('blob').set({ verified_at: null }).execute();
  here.live().world.clock.advance(60_000);
  const refusing: typeof blobs = {
    ...blobs,
    read: () => Promise.resolve(err({ code: 'store_refused', diagnosis: 'InvalidObjectState' })),
  };
  const { id } = valueOf(await here.start(owner, source.address));
  await here.run(undefined, { blobs: refusing });
  expect(await here.job(id)).toMatchObject({ state: 'done', done: 1, unchanged: 1, failed: 0 });
  expect(await here.versions(a.id)).toHaveLength(2);
});
