import { err, MIB, ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import { trayViewOf } from '../ui/tray-view.ts';
import { file, smallFiles, target } from './entries.world.ts';
import { createWorld, phases, settled, until } from './transfer.world.ts';

test('a thousand small files take tens of calls, not thousands', async () => {
  const world = createWorld();
  const engine = createTransferEngine({ ...world.ports, now: () => 0 });
  engine.add(target, smallFiles(1_000));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 1_000, failed: 0, open: 0 });
  expect(world.committed()).toHaveLength(1_000);
  expect(world.putCount()).toBe(1_000);
  expect(world.callCount()).toBeLessThan(100);
});

test('a refused file does not stop its batch', async () => {
  const world = createWorld({ takenNames: ['3.txt'] });
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
  engine.add(target, smallFiles(10));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 8, failed: 1, conflicts: 1 });
  expect(trayViewOf(engine.view()).conflicts).toMatchObject([
    { count: 1, isAlone: false, first: { name: '3.txt' } },
  ]);
  expect(trayViewOf(engine.view()).rows.find(({ phase }) => phase === 'failed')?.failure?.code).toBe(
    'quota_exceeded',
  );
});

test('an unreadable file does not stop its batch', async () => {
  const world = createWorld();
  const engine = createTransferEngine({
    ...world.ports,
    hash: async (slices, ...rest) =>
      (await world.ports.hash(slices, ...rest)).map((digests, index) => (index === 2 ? undefined : digests)),
  });
  engine.add(target, smallFiles(5));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 4, failed: 1 });
  expect(trayViewOf(engine.view()).rows[0]?.failure?.code).toBe('file_unreadable');
});

test('only the files that the store lost are sent again', async () => {
  const world = createWorld({ losesFirst: true });
  const engine = createTransferEngine(world.ports);
  engine.add(target, smallFiles(50));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 50, failed: 0 });
  expect(world.putCount()).toBe(51);
});

test('a completion whose answer was lost is repeated', async () => {
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
  engine.add(target, smallFiles(20));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 20, failed: 0 });
  expect(world.committed()).toHaveLength(20);
});

test('MD5 is sent as soon as the store requires it', async () => {
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
  engine.add(target, smallFiles(3));
  await settled(engine);
  expect(phases(engine)).toEqual(['done', 'done', 'done']);
});

test('small files are uploaded beside a large one', async () => {
  const world = createWorld();
  let release: (() => void) | undefined;
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const engine = createTransferEngine({
    ...world.ports,
    put: async (part, body, options) => {
      if (body.size > MIB) await blocked;
      return await world.ports.put(part, body, options);
    },
  });
  engine.add(target, [file(['big.bin'], Buffer.alloc(120 * MIB, 1)), ...smallFiles(20)]);
  await until(() => engine.view().summary.done === 20);
  release?.();
  await settled(engine);
  expect(engine.view().summary.done).toBe(21);
});

test('paused small files resume where they stopped', async () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  world.afterPut(150, () => engine.pauseAll());
  engine.add(target, smallFiles(400));
  await until(() => engine.view().summary.paused > 0 && engine.view().summary.running === 0);
  const { done } = engine.view().summary;
  expect(done).toBeLessThan(400);
  engine.resumeAll();
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 400, failed: 0, paused: 0 });
  expect(world.sentTwice()).toEqual([]);
});

test('a hundred thousand transfers display twenty rows and correct totals', () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  const one = file(['one'], '');
  engine.add(
    target,
    Array.from({ length: 100_000 }, (_, index) => ({ ...one, path: [`${index}`] })),
  );
  expect(trayViewOf(engine.view()).rows).toHaveLength(20);
  expect(engine.view().summary).toMatchObject({ total: 100_000, open: 100_000 });
  engine.wipe();
  expect(engine.view().summary.total).toBe(0);
});

test('of many transfers, few running ones and a hundred that need the person are displayed', async () => {
  const world = createWorld();
  const engine = createTransferEngine(world.ports);
  engine.add(target, smallFiles(300));
  const shown = (): number => trayViewOf(engine.view()).rows.length;
  expect(shown()).toBe(20);
  engine.pauseAll();
  expect(shown()).toBe(100);
  engine.resumeAll();
  expect(shown()).toBe(20);
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 300, open: 0 });
  expect(shown()).toBe(100);
});
