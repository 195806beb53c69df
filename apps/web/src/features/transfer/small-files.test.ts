import { err, MIB, ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import { shownOf } from './shown.ts';
import { createWorld, file, phases, settled, target, until } from './transfer-world.contract.ts';

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => file(['trip', `${index}.txt`], `content ${index}`));

test('a thousand small files cost tens of calls, not thousands', async () => {
  const world = createWorld();
  // Time stands still, so that no file is completed because it has waited.
  const engine = createTransferEngine({ ...world.ports, now: () => 0 });
  engine.add(target, many(1_000));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 1_000, failed: 0, open: 0 });
  expect(world.committed()).toHaveLength(1_000);
  expect(world.putCount()).toBe(1_000);
  expect(world.callCount()).toBeLessThan(100);
});

test('a file that is refused stops none of its batch', async () => {
  const world = createWorld({ taken: ['3.txt'] });
  const { api } = world.ports;
  const engine = createTransferEngine({
    ...world.ports,
    api: {
      ...api,
      createUploads: async (...call) => {
        const answer = await api.createUploads(...call);
        if (!answer.ok) return answer;
        const items = answer.value.items.map((item, index) =>
          index === 5 ? { outcome: 'failed' as const, code: 'quota_exceeded' } : item,
        );
        return ok({ items });
      },
    },
  });
  engine.add(target, many(10));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 8, failed: 1, conflicts: 1 });
  expect(shownOf(engine.view()).conflicts).toMatchObject([
    { count: 1, isAlone: false, first: { name: '3.txt' } },
  ]);
  expect(shownOf(engine.view()).rows.find(({ phase }) => phase === 'failed')?.failure?.code).toBe(
    'quota_exceeded',
  );
});

test('a file that cannot be read any more stops none of its batch', async () => {
  const world = createWorld();
  const engine = createTransferEngine({
    ...world.ports,
    hash: async (slices, ...rest) =>
      (await world.ports.hash(slices, ...rest)).map((digests, index) => (index === 2 ? undefined : digests)),
  });
  engine.add(target, many(5));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 4, failed: 1 });
  expect(shownOf(engine.view()).rows[0]?.failure?.code).toBe('file_unreadable');
});

test('what the store lost of a batch is sent again, and only that', async () => {
  const world = createWorld({ losesFirst: true });
  const engine = createTransferEngine(world.ports);
  engine.add(target, many(50));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 50, failed: 0 });
  expect(world.putCount()).toBe(51);
});

test('the answer to a completion that got lost is asked for again', async () => {
  const world = createWorld();
  const { api } = world.ports;
  let isLost = false;
  const engine = createTransferEngine({
    ...world.ports,
    api: {
      ...api,
      completeUploads: async (...call) => {
        const answer = await api.completeUploads(...call);
        if (isLost) return answer;
        isLost = true;
        return err({ code: 'unreadable_answer' });
      },
    },
  });
  engine.add(target, many(20));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 20, failed: 0 });
  expect(world.committed()).toHaveLength(20);
});

test('a store that wants MD5 gets it as soon as it says so', async () => {
  const world = createWorld();
  const { api } = world.ports;
  const engine = createTransferEngine({
    ...world.ports,
    hash: async (slices, { withMd5 }, signal) =>
      (await world.ports.hash(slices, { withMd5 }, signal)).map((digests) =>
        digests === undefined || !withMd5 ? digests : { ...digests, md5: 'md5' },
      ),
    api: {
      ...api,
      createUploads: async (uploads, ...rest) =>
        uploads.some(({ parts }) => parts?.[0]?.md5 === undefined)
          ? ok({ items: uploads.map(() => ({ outcome: 'failed' as const, code: 'invalid_request' })) })
          : await api.createUploads(uploads, ...rest),
    },
  });
  engine.add(target, many(3));
  await settled(engine);
  expect(phases(engine)).toEqual(['done', 'done', 'done']);
});

test('while a large file is under way, small ones arrive', async () => {
  const world = createWorld();
  let letGo: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const engine = createTransferEngine({
    ...world.ports,
    put: async (part, body, options) => {
      if (body.size > MIB) await held;
      return await world.ports.put(part, body, options);
    },
  });
  engine.add(target, [file(['big.bin'], Buffer.alloc(120 * MIB, 1)), ...many(20)]);
  await until(() => engine.view().summary.done === 20);
  letGo?.();
  await settled(engine);
  expect(engine.view().summary.done).toBe(21);
});

test('paused small files go on from where they are', async () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  world.afterPut(150, () => engine.pauseAll());
  engine.add(target, many(400));
  await until(() => engine.view().summary.paused > 0 && engine.view().summary.running === 0);
  const { done } = engine.view().summary;
  expect(done).toBeLessThan(400);
  engine.resumeAll();
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 400, failed: 0, paused: 0 });
  expect(world.sentTwice()).toEqual([]);
});

test('a hundred thousand transfers show twenty rows, and their sums', () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  const one = file(['one'], '');
  engine.add(
    target,
    Array.from({ length: 100_000 }, (_, index) => ({ ...one, path: [`${index}`] })),
  );
  expect(shownOf(engine.view()).rows).toHaveLength(20);
  expect(engine.view().summary).toMatchObject({ total: 100_000, open: 100_000 });
  engine.wipe();
  expect(engine.view().summary.total).toBe(0);
});

test('of many that go on by themselves few are shown, and of those that wait for the person a hundred', async () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  engine.add(target, many(300));
  const shown = (): number => shownOf(engine.view()).rows.length;
  expect(shown()).toBe(20);
  engine.pauseAll();
  expect(shown()).toBe(100);
  engine.resumeAll();
  expect(shown()).toBe(20);
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 300, open: 0 });
  expect(shown()).toBe(100);
});
