import { randomInt } from 'node:crypto';
import { readdirSync, readFileSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectTaggingCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
} from '@aws-sdk/client-s3';
import { defined } from '@coffer/kit';
import { expect, test } from 'vitest';
import { openDirectStore } from '../../testing/direct-store.world.ts';
import { BUCKET, bytes, type LiveStore } from '../../testing/live-store.world.ts';
import { bundleBody, bundleFields, policyFile } from '../../testing/signed-bundle.world.ts';
import { formSender } from '../../testing/signed-form.world.ts';
import { readPackHead, slotsIn } from './pack-file.ts';
import { age, at, expected, flip, levels, only, snapshot, start } from './packed-store.world.ts';

test('dozens of objects share one file, and are the same after a restart, with and without the key cache', async () => {
  const store = await start();
  await store.bundle('a', 150);
  expect(store.packs().length).toBeLessThanOrEqual(4);
  const model = new Map(expected('a', 150).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  expect(await store.all()).toEqual(model);
  for (const pack of store.packs()) age(pack);
  await store.restart();
  expect(await store.all()).toEqual(model);
  await store.restart();
  expect(store.log.filter(({ event }) => event === 'recovered').at(-1)?.facts).toMatchObject({
    objects: 150,
    reread: 0,
  });
  expect(await store.all()).toEqual(model);
  expect(levels(store)).toEqual([]);
});

test('a single object has its own file', async () => {
  const store = await start();
  await store.bundle('a', 1);
  expect(store.packs()).toEqual([]);
  expect((await store.all()).size).toBe(1);
});

test('a removed object stays removed, even if only its state byte changed since the key cache was saved', async () => {
  const store = await start();
  await store.bundle('a', 10);
  const pack = only(store.packs());
  age(pack);
  await store.restart();
  const before = statSync(join(pack, '..')).mtimeMs;
  await store.client.send(new DeleteObjectCommand(at('a3')));
  expect(statSync(join(pack, '..')).mtimeMs).toBe(before);
  const after = await start({ folder: await snapshot(store) });
  expect(after.log.find(({ event }) => event === 'recovered')?.facts).toMatchObject({
    objects: 9,
    reread: 0,
  });
  for (const each of [store, after]) {
    expect([...(await each.all()).keys()]).toEqual(['a0', 'a1', 'a2', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9']);
    expect(levels(each)).toEqual([]);
  }
});

test('a pack shrinks below half its size, keeps its slots, and is deleted with its last object', async () => {
  const store = await start();
  await store.bundle('a', 20);
  const pack = only(store.packs());
  const whole = statSync(pack).size;
  const remove = (from: number, to: number) =>
    store.client.send(
      new DeleteObjectsCommand({
        Bucket: BUCKET,
        Delete: { Objects: Array.from({ length: to - from }, (_, i) => ({ Key: `a${from + i}` })) },
      }),
    );
  await remove(0, 3);
  expect(statSync(pack).size).toBe(whole);
  await remove(3, 18);
  expect(statSync(pack).size).toBeLessThan(whole / 4);
  expect(await store.all()).toEqual(new Map(expected('a', 20).slice(18)));
  await store.restart();
  expect(await store.all()).toEqual(new Map(expected('a', 20).slice(18)));
  await remove(18, 20);
  expect(store.packs()).toEqual([]);
  await store.bundle('a', 20, 100);
  await store.restart();
  expect((await store.all()).get('a19')).toBe(expected('a', 20, 100)[19]?.[1]);
  expect(levels(store)).toEqual([]);
});

test.each([
  [
    'an overwrite',
    (store: LiveStore) => store.client.send(new PutObjectCommand({ ...at('a1'), Body: 'new' })),
  ],
  [
    'tags',
    (store: LiveStore) =>
      store.client.send(
        new PutObjectTaggingCommand({ ...at('a1'), Tagging: { TagSet: [{ Key: 'k', Value: 'v' }] } }),
      ),
  ],
])(
  '%s moves an object to its own file, and a crash in between leaves the newer state',
  async (name, change) => {
    const store = await start();
    await store.bundle('a', 3);
    const pack = only(store.packs());
    const packed = readFileSync(pack);
    await change(store);
    expect(slotsIn(defined(readPackHead(readFileSync(pack)), 'readable'), 'live')).toEqual([0, 2]);
    const model = new Map(expected('a', 3));
    if (name !== 'tags') model.set('a1', 'new');
    expect(await store.all()).toEqual(model);
    await store.close();
    writeFileSync(pack, packed);
    await store.restart();
    expect(await store.all()).toEqual(model);
    expect(slotsIn(defined(readPackHead(readFileSync(pack)), 'readable'), 'live')).toEqual([0, 2]);
    const { TagSet } = await store.client.send(new GetObjectTaggingCommand(at('a1')));
    expect(TagSet).toEqual(name === 'tags' ? [{ Key: 'k', Value: 'v' }] : []);
    await store.client.send(new DeleteObjectCommand(at('a1')));
    await store.restart();
    expect([...(await store.all()).keys()]).toEqual(['a0', 'a2']);
    expect(levels(store)).toEqual([]);
  },
);

test('a copy of a packed object has its own file', async () => {
  const store = await start();
  await store.bundle('a', 3);
  await store.client.send(new CopyObjectCommand({ ...at('copy'), CopySource: `${BUCKET}/a1` }));
  for (const key of ['a0', 'a1', 'a2']) await store.client.send(new DeleteObjectCommand(at(key)));
  expect(store.packs()).toEqual([]);
  expect(await store.all()).toEqual(new Map([['copy', expected('a', 3)[1]?.[1]]]));
});

test('a full disk accepts removals, and frees the space of a pack later', async () => {
  let syncs: number | undefined;
  const store = await start({
    syncData: async (handle) => {
      if (syncs !== undefined && (syncs += 1) > 1)
        throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
      await handle.datasync();
    },
  });
  await store.bundle('a', 3);
  const pack = only(store.packs());
  await store.client.send(new DeleteObjectCommand(at('a0')));
  syncs = 0;
  await store.client.send(new DeleteObjectCommand(at('a2')));
  expect(syncs).toBe(2);
  syncs = undefined;
  const left = statSync(pack).size;
  await store.restart();
  expect([...(await store.all()).keys()]).toEqual(['a1']);
  expect(statSync(pack).size).toBe(left);
  expect(readdirSync(join(pack, '..'))).toHaveLength(1);
});

test.each([
  ['ENOSPC', 507, 'InsufficientStorage</Code><Message>There is no space left in the store.</Message><File>0'],
  ['EIO', 500, '<Code>InternalError</Code>'],
])('%s while a pack is written: none of its objects exists, then or later', async (code, status, text) => {
  let isBroken = false;
  const store = await start({
    syncData: async (handle) => {
      if (isBroken) throw Object.assign(new Error('broken'), { code });
      await handle.datasync();
    },
  });
  await store.bundle('a', 2);
  isBroken = true;
  const { send } = formSender(() => store);
  const files = [bytes(10), bytes(20)];
  const fields = bundleFields(files.map((file, i) => policyFile(`b${i}`, file)));
  const answer = await send(bundleBody(fields, files));
  expect(answer.status).toBe(status);
  expect(await answer.text()).toContain(text);
  isBroken = false;
  await store.restart();
  expect([...(await store.all()).keys()]).toEqual(['a0', 'a1']);
  expect(store.packs()).toHaveLength(1);
});

test('parallel removals, overwrites and bundles have the same result as sequential ones', async () => {
  const store = await start();
  const model = new Map<string, string>();
  const { contentOf } = formSender(() => store);
  for (let round = 0; round < 6; round += 1) {
    await Promise.all(
      ['a', 'b', 'c'].map(async (prefix, writer) => {
        const seed = round * 1000 + writer * 100;
        await store.bundle(prefix, 12, seed);
        for (const [key, content] of expected(prefix, 12, seed)) model.set(key, content);
        const gone = Array.from({ length: 12 }, (_, i) => i).filter(
          (i) => (i * 7 + round + writer) % 3 === 0,
        );
        await Promise.all(
          gone.map(async (i) => {
            await store.client.send(new DeleteObjectCommand(at(`${prefix}${i}`)));
            model.delete(`${prefix}${i}`);
          }),
        );
        await store.client.send(new PutObjectCommand({ ...at(`${prefix}${round}`), Body: `${seed}` }));
        model.set(`${prefix}${round}`, `${seed}`);
        expect(String(await contentOf(`${prefix}${round}`))).toBe(`${seed}`);
      }),
    );
    const sorted = new Map([...model].toSorted(([a], [b]) => (a < b ? -1 : 1)));
    expect(await store.all()).toEqual(sorted);
    const after = await start({ folder: await snapshot(store) });
    expect(await after.all()).toEqual(sorted);
    expect(levels(after)).toEqual([]);
  }
});

test.each([
  ['the line at its beginning', 5, (pack: string) => flip(pack, 20)],
  ['the state of one', 1, (pack: string) => flip(pack, readFileSync(pack).indexOf(0x0a) + 3)],
  ['the record of one', 1, (pack: string) => flip(pack, readFileSync(pack).indexOf('"key":"a2"') + 8)],
  ['its end', 1, (pack: string) => truncateSync(pack, statSync(pack).size - 300)],
])('damage to %s is detected and affects no other object', async (_name, hurt, damage) => {
  const store = await start();
  await store.bundle('a', 5);
  const pack = only(store.packs());
  age(pack);
  await store.close();
  const { folder } = store;
  const flawless = await openDirectStore({ folder });
  expect(await flawless.store.scrub()).toMatchObject({ objects: 5, findings: [], unreadableRecords: 0 });
  await flawless.close();
  damage(pack);
  for (const isAnew of [false, true]) {
    if (isAnew) utimesSync(join(pack, '..'), new Date(), new Date());
    const log: string[] = [];
    const opened = await openDirectStore({ folder, log: ({ event }) => log.push(event) });
    await expect.poll(() => log).toContain('census');
    const { objects, unreadableRecords } = await opened.store.scrub();
    expect(objects - unreadableRecords).toBe(5 - hurt);
    let given = 0;
    for (const [key, content] of expected('a', 5)) {
      const answer = await opened.send('GET', key);
      if (answer.status !== 200) continue;
      given += 1;
      expect(String(await answer.body())).toBe(content);
    }
    expect(given).toBe(5 - hurt);
    await opened.close();
    expect(log).toContain('records_unreadable');
  }
});

const FLIPS = 200;

test(`${FLIPS} flipped bits anywhere in a pack are all detected, and no wrong byte is returned`, async () => {
  const store = await start();
  await store.bundle('a', 5);
  const pack = only(store.packs());
  age(pack);
  await store.close();
  const whole = readFileSync(pack);
  let opened = await openDirectStore({ folder: store.folder });
  for (let i = 0; i < FLIPS; i += 1) {
    const changed = Buffer.from(whole);
    const position = randomInt(whole.length);
    changed[position] = (changed[position] ?? 0) ^ (1 << randomInt(8));
    writeFileSync(pack, changed);
    if (i % 10 === 0) {
      await opened.close();
      if (i % 20 === 0) utimesSync(join(pack, '..'), new Date(), new Date());
      else age(pack);
      opened = await openDirectStore({ folder: store.folder });
    }
    const { objects, findings, unreadableRecords } = await opened.store.scrub();
    const found = 5 - objects + findings.length + unreadableRecords;
    expect(found, `bit at ${position}`).toBeGreaterThan(0);
    let given = 0;
    for (const [key, content] of expected('a', 5)) {
      const answer = await opened.send('GET', key);
      if (answer.status !== 200) continue;
      given += 1;
      expect(String(await answer.body())).toBe(content);
    }
    expect(given).toBe(5 - found);
    writeFileSync(pack, whole);
    if (i % 10 === 0) {
      await opened.close();
      utimesSync(join(pack, '..'), new Date(), new Date());
      opened = await openDirectStore({ folder: store.folder });
    }
    expect(await opened.store.scrub()).toMatchObject({ objects: 5, findings: [], unreadableRecords: 0 });
  }
  await opened.close();
});
