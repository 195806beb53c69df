import { err, MIB, ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import type { TransferPorts } from '../send/ports.ts';
import type { PutOutcome } from '../worker/worker-api.ts';
import { trayViewOf } from '../ui/tray-view.ts';
import { file, target } from './entries.world.ts';
import { createWorld, settled, until } from './transfer.world.ts';

const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    file(['trip', `${index}.txt`], index === 7 ? '' : `content ${index}`),
  );

function withBundles(outcomes: readonly PutOutcome[]): {
  readonly world: ReturnType<typeof createWorld>;
  readonly ports: TransferPorts;
} {
  const world = createWorld({ takesBundles: true });
  const left = [...outcomes];
  const put: TransferPorts['put'] = async (part, body, options) => {
    const outcome = part.url.startsWith('bundle/') ? left.shift() : undefined;
    return outcome ?? (await world.ports.put(part, body, options));
  };
  return { world, ports: { ...world.ports, put } };
}

test('small files are sent by the hundred in one request, and completed with the receipts', async () => {
  const world = createWorld({ takesBundles: true });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [...many(1_000), file(['trip', 'large.bin'], Buffer.alloc(2 * MIB, 1))]);
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 1_001, failed: 0, open: 0 });
  expect(world.putCount()).toBeLessThan(15);
  expect(world.receipts.size).toBe(1_000);
  expect([...world.stored.values()].map((parts) => parts.get(1)?.toString()).slice(0, 9)).toContain('');
  expect(world.sentTwice()).toEqual([]);
});

test.each<[string, PutOutcome]>([
  ['refused', { kind: 'refused', status: 400, code: 'EntityTooLarge' }],
  ['forbidden', { kind: 'refused', status: 403, code: 'AccessDenied' }],
])('files of a bundle that is %s are sent one by one', async (_, outcome) => {
  const { world, ports } = withBundles([outcome]);
  const engine = createTransferEngine(ports);
  engine.add(target, many(100));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 100, failed: 0 });
  expect(world.putCount()).toBe(100);
  expect(world.receipts.size).toBe(0);
});

test('an interrupted or damaged bundle is sent again unchanged', async () => {
  const { world, ports } = withBundles([
    { kind: 'unreachable' },
    { kind: 'refused', status: 503, code: 'SlowDown' },
    { kind: 'refused', status: 400, code: 'BadDigest' },
  ]);
  const engine = createTransferEngine(ports);
  engine.add(target, many(100));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 100, failed: 0 });
  expect(world.putCount()).toBe(1);
});

test('files are sent one by one to a store that refuses every bundle', async () => {
  const { world, ports } = withBundles(Array.from({ length: 6 }, () => ({ kind: 'unreachable' })));
  const engine = createTransferEngine(ports);
  engine.add(target, many(20));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 20, failed: 0 });
  expect(world.putCount()).toBe(20);
});

test('an unreadable bundle response is ignored, because the completion checks the store', async () => {
  const world = createWorld({ takesBundles: true });
  const engine = createTransferEngine({
    ...world.ports,
    put: async (...call) => {
      const outcome = await world.ports.put(...call);
      return outcome.kind === 'stored' ? { kind: 'stored', answer: 'null' } : outcome;
    },
  });
  engine.add(target, many(20));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 20, failed: 0 });
  expect(world.receipts.size).toBe(0);
});

test('an unreadable, a refused and a cancelled file do not affect the rest of their bundle', async () => {
  const world = createWorld({ takesBundles: true, takenNames: ['3.txt'] });
  const { api } = world.ports;
  const engine = createTransferEngine({
    ...world.ports,
    hash: async (slices, options, signal) => {
      const onSmall = (index: number, bytes: Uint8Array<ArrayBuffer>): void => {
        if (index !== 2) options.onSmall?.(index, bytes);
      };
      const sums = await world.ports.hash(slices, { ...options, onSmall }, signal);
      return sums.map((digests, index) => (index === 2 ? undefined : digests));
    },
    api: {
      ...api,
      createUploads: async (...call) => {
        const answer = await api.createUploads(...call);
        const row = trayViewOf(engine.view()).rows.find(({ name }) => name === '5.txt');
        if (row !== undefined) engine.cancel(row.id);
        return answer;
      },
    },
  });
  engine.add(target, many(50));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 47, failed: 1, conflicts: 1 });
  expect(world.sentTwice()).toEqual([]);
});

test('a repeated reservation answer has no bundles, so its files are sent one by one', async () => {
  const world = createWorld({ takesBundles: true });
  const { api } = world.ports;
  let asked = 0;
  const engine = createTransferEngine({
    ...world.ports,
    api: {
      ...api,
      createUploads: async (...call) => {
        const answer = await api.createUploads(...call);
        asked += 1;
        if (asked === 1) return err({ code: 'unreadable_answer' });
        return answer.ok ? ok({ items: answer.value.items }) : answer;
      },
    },
  });
  engine.add(target, many(30));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 30, failed: 0 });
  expect(world.created).toBe(30);
  expect(world.putCount()).toBe(30);
});

test('a bundle shows progress, and after a pause its files continue one by one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const world = createWorld({ takesBundles: true });
  const engine = createTransferEngine({
    ...world.ports,
    put: async (part, body, options) => {
      if (!part.url.startsWith('bundle/')) return await world.ports.put(part, body, options);
      options.onProgress(body.size / 2);
      await Promise.race([
        promise,
        new Promise<void>((go) => options.signal.addEventListener('abort', () => go())),
      ]);
      options.signal.throwIfAborted();
      return { kind: 'unreachable' };
    },
  });
  engine.add(
    target,
    Array.from({ length: 10 }, (_, index) => file([`${index}.bin`], Buffer.alloc(1_000, index))),
  );
  await until(() => engine.view().summary.sentBytes > 0);
  expect(engine.view().summary.sentBytes).toBeCloseTo(5_000, -2);
  engine.pauseAll();
  expect(engine.view().summary).toMatchObject({ paused: 10, running: 0 });
  engine.resumeAll();
  resolve();
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 10, failed: 0, sentBytes: 10_000 });
  expect(world.putCount()).toBe(10);
});

test('a completion never carries more receipts than allowed', async () => {
  const world = createWorld({ takesBundles: true });
  const engine = createTransferEngine(world.ports);
  for (let pair = 0; pair < 60; pair += 1)
    engine.add(target, [file([`${pair}.a`], `a${pair}`), file([`${pair}.b`], `b${pair}`)]);
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 120, failed: 0 });
  expect(world.receipts.size).toBe(120);
});

test('files of a bundle that the browser loses are sent one by one', async () => {
  const world = createWorld({ takesBundles: true });
  const engine = createTransferEngine({
    ...world.ports,
    put: async (part, ...rest) => {
      if (part.url.startsWith('bundle/')) throw new DOMException('the file is gone', 'NotReadableError');
      return await world.ports.put(part, ...rest);
    },
  });
  engine.add(target, many(20));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 20, failed: 0 });
  expect(world.putCount()).toBe(20);
});

test('a file that left its bundle no longer gets its progress', async () => {
  const world = createWorld({ takesBundles: true });
  const { promise, resolve } = Promise.withResolvers<void>();
  const reports: ((share: number) => void)[] = [];
  const engine = createTransferEngine({
    ...world.ports,
    put: async (part, body, options) => {
      const share = part.url.startsWith('bundle/') ? 0.1 : 0.9;
      if (share < 0.5) reports.push((all) => options.onProgress(all * body.size));
      options.onProgress(share * body.size);
      await promise;
      return await world.ports.put(part, body, options);
    },
  });
  engine.add(
    target,
    Array.from({ length: 10 }, (_, index) => file([`${index}.bin`], Buffer.alloc(1_000, index))),
  );
  const rowOf = (name: string) => trayViewOf(engine.view()).rows.find((row) => row.name === name);
  await until(() => engine.view().summary.sentBytes > 0);
  const last = rowOf('9.bin')?.id ?? '';
  engine.pause(last);
  engine.resume(last);
  await until(() => rowOf('9.bin')?.sentBytes === 900);
  reports[0]?.(0.5);
  expect(rowOf('0.bin')?.sentBytes).toBe(1_000);
  expect(rowOf('9.bin')?.sentBytes).toBe(900);
  resolve();
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 10, failed: 0 });
});

test('files stored but not completed at sign-out are not completed for the next person', async () => {
  const world = createWorld({ takesBundles: true });
  const { api } = world.ports;
  const asked: number[] = [];
  let bundles = 0;
  const engine = createTransferEngine({
    ...world.ports,
    // With a clock that stands still, completions are sent only when nothing else is left to do.
    now: () => 0,
    put: async (part, body, options) => {
      bundles += 1;
      if (bundles === 2)
        await new Promise((_, reject) =>
          options.signal.addEventListener('abort', () => reject(options.signal.reason)),
        );
      return await world.ports.put(part, body, options);
    },
    api: {
      ...api,
      completeUploads: async (ids, ...rest) => {
        asked.push(ids.length);
        return await api.completeUploads(ids, ...rest);
      },
    },
  });
  engine.add(target, many(4));
  engine.add(target, many(5));
  await until(
    () => trayViewOf(engine.view()).rows.filter(({ phase }) => phase === 'completing').length === 4,
  );
  engine.wipe();
  engine.add(target, many(3));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 3, failed: 0 });
  expect(asked).toEqual([3]);
});
