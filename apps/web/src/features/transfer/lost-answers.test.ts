// What becomes of a reservation whose answer the browser never saw: the server holds room for it.
import { err, MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import { shownOf } from './shown.ts';
import { createWorld, file, phases, settled, target, until } from './transfer-world.contract.ts';

const phaseOf = (engine: ReturnType<typeof createTransferEngine>, name: string) =>
  shownOf(engine.view()).rows.find((transfer) => transfer.name === name)?.phase;

test('however many answers are lost, it goes on with the first reservation', async () => {
  const world = createWorld({ lostAnswers: 12 });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A')]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.created).toBe(1);
});

test('a resume asks exactly what was asked before, whatever was learned meanwhile', async () => {
  const world = createWorld({ silent: ['a.txt'] });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A')]);
  await until(() => world.created === 1);
  engine.add(target, [file(['b.txt'], 'B')]);
  await until(() => phaseOf(engine, 'b.txt') === 'done');
  engine.pauseAll();
  engine.resumeAll();
  await settled(engine);
  expect(phases(engine)).toEqual(['done', 'done']);
  expect(world.created).toBe(2);
});

test('cancel frees a reservation whose answer has not come', async () => {
  const world = createWorld({ silent: ['a.txt'] });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A')]);
  await until(() => world.created === 1);
  engine.cancelAll();
  expect(phases(engine)).toEqual(['cancelled']);
  await until(() => world.aborted.length === 1);
  expect(world.created).toBe(1);
});

test('cancel asks nothing of the server for what was never asked', async () => {
  const world = createWorld({ slow: true });
  const engine = createTransferEngine(world.ports);
  engine.add(
    target,
    Array.from({ length: 20 }, (_, index) => file([`${index}.txt`], 'x')),
  );
  engine.cancelAll();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(world.created).toBe(0);
});

test('a part that the store keeps refusing leaves its reservation to the retry', async () => {
  const refused = { kind: 'refused', status: 400, code: 'BadDigest' } as const;
  const world = createWorld({ puts: Array.from({ length: 6 }, () => refused) });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.bin'], Buffer.alloc(MIB, 1))]);
  await settled(engine);
  expect(shownOf(engine.view()).rows[0]).toMatchObject({
    phase: 'failed',
    failure: { code: 'checksum_mismatch' },
  });
  engine.retryAll();
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.created).toBe(1);
});

test('a decision for all holds for files whose names are being asked at that moment', async () => {
  const world = createWorld({ taken: ['a.txt', 'big.bin'] });
  const { api } = world.ports;
  let letGo: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const engine = createTransferEngine({
    ...world.ports,
    api: {
      ...api,
      createUpload: async (body, key, signal) => {
        if (body.name === 'big.bin' && body.conflict === 'ask') await held;
        return await api.createUpload(body, key, signal);
      },
    },
  });
  engine.add(target, [file(['a.txt'], 'A'), file(['big.bin'], Buffer.alloc(9 * MIB))]);
  await until(() => phaseOf(engine, 'a.txt') === 'conflict');
  const asked = shownOf(engine.view()).rows.find((transfer) => transfer.phase === 'conflict');
  engine.decide(asked?.id ?? '', 'replace', true);
  letGo?.();
  await settled(engine);
  expect(phases(engine)).toEqual(['done', 'done']);
});

test.each(['timed_out', 'offline', 'unreadable_answer', 'pool_unavailable'])(
  'a call that ended with %s is made again',
  async (code) => {
    const world = createWorld();
    const { api } = world.ports;
    const failing = new Set(['createUpload', 'signParts', 'completeUpload', 'completeUploads']);
    const engine = createTransferEngine({
      ...world.ports,
      api: {
        ...api,
        createUpload: async (...call) =>
          failing.delete('createUpload') ? err({ code }) : await api.createUpload(...call),
        signParts: async (...call) =>
          failing.delete('signParts') ? err({ code }) : await api.signParts(...call),
        completeUpload: async (...call) =>
          failing.delete('completeUpload') ? err({ code }) : await api.completeUpload(...call),
        completeUploads: async (...call) =>
          failing.delete('completeUploads') ? err({ code }) : await api.completeUploads(...call),
      },
    });
    engine.add(target, [file(['a.txt'], 'A'), file(['big.bin'], Buffer.alloc(9 * MIB))]);
    await settled(engine);
    expect(phases(engine)).toEqual(['done', 'done']);
    expect(failing.size).toBe(0);
  },
);

test('no call is made again before the server wants it', async () => {
  const world = createWorld();
  const { api } = world.ports;
  const slept: number[] = [];
  let isLimited = true;
  const engine = createTransferEngine({
    ...world.ports,
    sleep: async (ms, signal) => {
      slept.push(ms);
      await world.ports.sleep(ms, signal);
    },
    api: {
      ...api,
      completeUploads: async (...call) => {
        if (!isLimited) return await api.completeUploads(...call);
        isLimited = false;
        return err({ code: 'rate_limited', retryAfterMs: 12_000 });
      },
    },
  });
  engine.add(target, [file(['a.txt'], 'A')]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(slept.filter((ms) => ms >= 12_000)).toHaveLength(1);
});

test('a folder whose making met a passing failure is asked for again', async () => {
  const world = createWorld();
  const { api } = world.ports;
  let isFailing = true;
  const engine = createTransferEngine({
    ...world.ports,
    api: {
      ...api,
      createFolder: async (...call) => {
        if (!isFailing) return await api.createFolder(...call);
        isFailing = false;
        return err({ code: 'offline' });
      },
    },
  });
  engine.add(target, [file(['trip', 'a.txt'], 'A'), file(['trip', 'b.txt'], 'B')]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done', 'done']);
  expect(world.folders).toEqual(['trip']);
});
