import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, valueOf } from '../../src/live.world.ts';
import { type SourceWorld, startSource } from '../../src/platform/blobs/source/source.world.ts';
import { runJobs } from '../../src/features/files/index.ts';
import { cancelJob } from '../../src/features/files/jobs/cancel-job.ts';
import { undoJob } from '../../src/features/files/jobs/undo/undo-job.ts';
import { importWorld } from './imports.world.ts';

const here = importWorld();
let source: SourceWorld;
beforeAll(async () => {
  source = await startSource();
  await source.put({
    '2026/': '',
    '2026/May/sea.txt': 'the sea',
    '2026/May/big.bin': Buffer.alloc(9 * 1024 * 1024, 'b'),
    'empty/': '',
    'notes.txt': 'first',
    'Grüße ✓ +&=?.txt': 'signs',
  });
});
afterAll(async () => {
  await source[Symbol.asyncDispose]();
});

test('everything is there with names, folders and dates, and an undo takes it away', async () => {
  const owner = await here.live().world.addOwner();
  const found = valueOf(await here.survey(owner, source.address));
  expect(found).toMatchObject({ objects: 4, isComplete: true });
  const job = await here.whole(owner, source.address);
  expect(job).toMatchObject({
    state: 'done',
    name: 'photos',
    total: 4,
    done: 4,
    failed: 0,
    unchanged: 0,
    doneBytes: found.sizeBytes,
    refused: [],
    mayUndo: true,
  });
  expect(await here.paths(owner.rootId)).toEqual([
    '2026/',
    '2026/May/',
    '2026/May/big.bin',
    '2026/May/sea.txt',
    'Grüße ✓ +&=?.txt',
    'empty/',
    'notes.txt',
  ]);
  const notes = await here.node(owner.rootId, 'notes.txt');
  expect(Math.abs(Date.now() - notes.modified_at.getTime())).toBeLessThan(60_000);
  expect(notes.modified_at.getTime()).not.toBe(notes.created_at.getTime());
  const { services } = here.live();
  valueOf(await undoJob(services, owner.person, job?.id ?? ''));
  await runJobs(services);
  expect(await here.job(job?.id ?? '')).toMatchObject({ state: 'undone', kept: 0, mayUndo: false });
  expect(await here.paths(owner.rootId)).toEqual([]);
});

test('a second import brings only what is new or different, as a version', async () => {
  await using other = await startSource();
  const big = Buffer.alloc(9 * 1024 * 1024, 'b');
  await other.put({ 'a.txt': 'one', 'b.txt': 'two', 'big.bin': big, 'c.txt': 'three' });
  const owner = await here.live().world.addOwner();
  expect(await here.whole(owner, other.address)).toMatchObject({ done: 4, unchanged: 0 });
  // Nobody has read the parts yet to make a checksum of the whole.
  await here.services().db.updateTable('blob').set({ content_sha256: null }).execute();
  here.live().world.clock.advance(60_000);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  // The same content with another time, other content of the same size, and a new object.
  await other.put({ 'a.txt': 'one', 'b.txt': 'TWO', 'big.bin': big, 'd.txt': 'four' });
  const again = await here.whole(owner, other.address);
  expect(again).toMatchObject({ state: 'done', total: 5, done: 2, unchanged: 3, failed: 0 });
  const [a, b] = [await here.node(owner.rootId, 'a.txt'), await here.node(owner.rootId, 'b.txt')];
  expect([await here.versions(a.id), await here.versions(b.id)]).toMatchObject([
    [{ number: 1 }],
    [{ number: 1 }, { number: 2 }],
  ]);
  const { services } = here.live();
  valueOf(await undoJob(services, owner.person, again?.id ?? ''));
  await runJobs(services);
  // The earlier content is the current one again, and the first import stays.
  expect(await here.versions(b.id)).toMatchObject([{ number: 1 }, { number: 2 }, { number: 3 }]);
  expect(await here.paths(owner.rootId)).toEqual(['a.txt', 'b.txt', 'big.bin', 'c.txt']);
});

test('what is in the marker of the prefix itself is named too', async () => {
  await using other = await startSource();
  await other.put({ 'a/': 'content', 'a/b.txt': 'b' });
  const owner = await here.live().world.addOwner();
  const job = await here.whole(owner, { ...other.address, prefix: 'a/' });
  expect(job).toMatchObject({ total: 2, done: 1, refused: [{ name: 'a/', code: 'key_not_allowed' }] });
});

test('a prefix is cut at its last slash', async () => {
  const owner = await here.live().world.addOwner();
  const job = await here.whole(owner, { ...source.address, prefix: '2026/Ma' });
  expect(job).toMatchObject({ state: 'done', done: 2 });
  expect(await here.paths(owner.rootId)).toEqual(['May/', 'May/big.bin', 'May/sea.txt']);
});

test('names that are not allowed and twins are left out and named', async () => {
  await using other = await startSource();
  await other.put({
    'A.txt': '1',
    'a.txt': '2',
    'x//y.txt': '3',
    'w\u202e.txt': '4',
    'Photos/1.txt': '4',
    'photos/2.txt': '5',
    [`${'n'.repeat(300)}.txt`]: '6',
    'c\u0001.txt': '7',
    'e\u0301.txt': '8',
    '\u00e9.txt': '9',
    dir: '10',
    'dir/inside.txt': '11',
    'marker/': 'with content',
    'ok.txt': '12',
  });
  const owner = await here.live().world.addOwner();
  const job = await here.whole(owner, other.address);
  expect(job).toMatchObject({ state: 'done', total: 14, done: 5, failed: 9, mayUndo: true });
  expect(await here.paths(owner.rootId)).toEqual([
    'A.txt',
    'Photos/',
    'Photos/1.txt',
    'dir',
    'ok.txt',
    '\u00e9.txt',
  ]);
  const reasons = Object.fromEntries(job?.refused.map(({ name, code }) => [name, code]) ?? []);
  expect(reasons).toMatchObject({
    'a.txt': 'name_taken',
    'x//y.txt': 'key_not_allowed',
    'photos/2.txt': 'name_taken',
    'c\u0001.txt': 'key_not_allowed',
    'e\u0301.txt': 'name_taken',
    'dir/inside.txt': 'name_taken',
    'marker/': 'key_not_allowed',
  });
});

test('a refused quota stops the import with that reason; what came before stays', async () => {
  const owner = await here.live().world.addOwner({ quotaBytes: 1_000 });
  const job = await here.whole(owner, source.address);
  expect(job).toMatchObject({ state: 'failed', code: 'quota_exceeded', mayUndo: true });
  expect(await here.paths(owner.rootId)).not.toContain('2026/May/big.bin');
  expect(await here.keysLeft()).toEqual([]);
});

test('a killed server goes on where it was, and an undo still takes everything away', async () => {
  await using other = await startSource();
  const keys = Array.from({ length: 150 }, (_, index) => `d/${String(index).padStart(3, '0')}.txt`);
  await other.put(Object.fromEntries(keys.map((key) => [key, key])));
  const owner = await here.live().world.addOwner();
  const { id } = valueOf(await here.start(owner, other.address));
  const killed = new AbortController();
  const done = here.run(killed.signal);
  const { db } = here.live().services;
  await expect
    .poll(
      async () => (await db.selectFrom('node').select('id').where('name', 'like', '0%.txt').execute()).length,
      {
        timeout: 20_000,
        interval: 5,
      },
    )
    .toBeGreaterThan(10);
  killed.abort();
  await done;
  const left = await here.job(id);
  expect(left).toMatchObject({ state: 'running', code: null });
  expect(left?.done).toBeLessThan(150);
  await here.run();
  // What the killed server had stored without recording it counts as imported, and is not stored twice.
  expect(await here.job(id)).toMatchObject({ state: 'done', total: 150, done: 150, unchanged: 0 });
  const versions = await db
    .selectFrom('version')
    .innerJoin('node', 'node.id', 'version.node_id')
    .select('version.id')
    .where('node.name', 'like', '%.txt')
    .where('version.author_id', '=', owner.person.id)
    .execute();
  expect(versions).toHaveLength(150);
  const { services } = here.live();
  valueOf(await undoJob(services, owner.person, id));
  await runJobs(services);
  const undone = await here.job(id);
  expect(undone).toMatchObject({ state: 'undone' });
  expect((await here.paths(owner.rootId)).filter((path) => path.endsWith('.txt'))).toEqual([]);
});

test('a cancelled import keeps what is there and forgets the keys; a person has one at a time', async () => {
  const owner = await here.live().world.addOwner();
  const { id } = valueOf(await here.start(owner, source.address));
  expect(errorOf(await here.start(owner, source.address))).toEqual({ code: 'import_running' });
  expect(JSON.stringify(await here.keysLeft())).not.toContain(source.address.secretAccessKey);
  expect(await here.keysLeft()).toHaveLength(1);
  const { services, world } = here.live();
  expect(valueOf(await cancelJob(services, owner.person, id))).toMatchObject({ state: 'cancelled' });
  expect(await here.keysLeft()).toEqual([]);
  expect(await here.run()).toBe(0);
  valueOf(await here.start(owner, source.address));
  await here.run();
  expect(JSON.stringify(world.lines)).not.toContain(source.address.secretAccessKey);
});

test('only who may change a folder imports into it', async () => {
  const [owner, stranger] = [await here.live().world.addOwner(), await here.live().world.addOwner()];
  const asked = await here.start(stranger, source.address, owner.rootId);
  expect(errorOf(asked)).toEqual({ code: 'node_not_found' });
  const { db, clock } = here.live().services;
  const asMember = async (role: 'contributor' | 'editor') => {
    const key = { space_id: owner.spaceId, user_id: stranger.person.id };
    await db
      .deleteFrom('member')
      .where('user_id', '=', key.user_id)
      .where('space_id', '=', key.space_id)
      .execute();
    await db
      .insertInto('member')
      .values({ ...key, role, created_at: clock.now() })
      .execute();
  };
  await asMember('contributor');
  expect(errorOf(await here.start(stranger, source.address, owner.rootId))).toMatchObject({
    code: 'not_allowed',
  });
  await asMember('editor');
  const { id } = valueOf(await here.start(stranger, source.address, owner.rootId));
  await asMember('contributor');
  await here.run();
  expect(await here.job(id)).toMatchObject({ state: 'failed', code: 'not_allowed', done: 0 });
});

test.each([
  ['an unknown bucket', { bucket: 'other' }, 'source_not_found'],
  ['a wrong secret', { secretAccessKey: 'wrong' }, 'source_refused'],
  ['an unknown key', { accessKeyId: 'AKUNKNOWN' }, 'source_refused'],
  ['no key', { accessKeyId: '', secretAccessKey: '' }, 'source_refused'],
  ['another region', { region: 'eu-west-1' }, 'source_other_region'],
  ['an address without an answer', { endpoint: 'http://127.0.0.1:9' }, 'source_unreachable'],
])('%s has its own reason', async (_, change, code) => {
  const owner = await here.live().world.addOwner();
  expect(errorOf(await here.survey(owner, { ...source.address, ...change }))).toMatchObject({ code });
});
