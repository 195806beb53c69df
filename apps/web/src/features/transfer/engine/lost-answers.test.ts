import { err, MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import { trayViewOf } from '../ui/tray-view.ts';
import { file, target } from './entries.world.ts';
import { createWorld, phases, settled, until } from './transfer.world.ts';

const phaseOf = (engine: ReturnType<typeof createTransferEngine>, name: string) =>
  trayViewOf(engine.view()).rows.find((transfer) => transfer.name === name)?.phase;

test('an upload keeps its first reservation, however many answers are lost', async () => {
  const world = createWorld({ lostAnswers: 12 });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A')]);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.created).toBe(1);
});

test('resuming repeats the same reservation request', async () => {
  const world = createWorld({ firstAnswerLost: ['a.txt'] });
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

test('cancelling frees a reservation whose answer is missing', async () => {
  const world = createWorld({ firstAnswerLost: ['a.txt'] });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.txt'], 'A')]);
  await until(() => world.created === 1);
  engine.cancelAll();
  expect(phases(engine)).toEqual(['cancelled']);
  await until(() => world.aborted.length === 1);
  expect(world.created).toBe(1);
});

test('files cancelled while the server is away are not committed once it is back', async () => {
  const world = createWorld();
  const { api } = world.ports;
  let isAway = true;
  let tries = 0;
  const engine = createTransferEngine({
    ...world.ports,
    api: {
      ...api,
      completeUploads: async (...call) => {
        tries += 1;
        return isAway ? err({ code: 'offline' }) : await api.completeUploads(...call);
      },
      abortUpload: async (id) => (isAway ? err({ code: 'offline' }) : await api.abortUpload(id)),
    },
  });
  engine.add(target, [file(['a.txt'], 'A'), file(['b.txt'], 'B'), file(['kept.txt'], 'C')]);
  await until(() => tries > 1);
  for (const { id, name } of trayViewOf(engine.view()).rows) if (name !== 'kept.txt') engine.cancel(id);
  isAway = false;
  await settled(engine);
  await until(() => world.aborted.length === 2);
  expect(world.committed().map(({ name }) => name)).toEqual(['kept.txt']);
});

test.each(['offline', 'rate_limited', 'not_signed_in'])(
  'a cancelled upload is given up although the call fails with %s',
  async (code) => {
    const world = createWorld();
    const { api } = world.ports;
    let failing = 2;
    const engine = createTransferEngine({
      ...world.ports,
      put: () => new Promise<never>(() => undefined),
      api: {
        ...api,
        abortUpload: async (id) => {
          failing -= 1;
          return failing >= 0 ? err({ code }) : await api.abortUpload(id);
        },
      },
    });
    engine.add(target, [file(['a.txt'], 'A')]);
    await until(() => phases(engine)[0] === 'uploading');
    engine.cancelAll();
    await until(() => world.aborted.length === 1);
    expect(failing).toBe(-1);
  },
);

test('cancelling an upload that was not reserved calls no server', async () => {
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

test('a retry reuses the reservation of an upload with a refused part', async () => {
  const refused = { kind: 'refused', status: 400, code: 'BadDigest' } as const;
  const world = createWorld({ puts: Array.from({ length: 6 }, () => refused) });
  const engine = createTransferEngine(world.ports);
  engine.add(target, [file(['a.bin'], Buffer.alloc(MIB, 1))]);
  await settled(engine);
  expect(trayViewOf(engine.view()).rows[0]).toMatchObject({
    phase: 'failed',
    failure: { code: 'checksum_mismatch' },
  });
  engine.retryAll();
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.created).toBe(1);
});

test('a decision for all includes files whose reservation is under way', async () => {
  const world = createWorld({ takenNames: ['a.txt', 'big.bin'] });
  const { api } = world.ports;
  let release: (() => void) | undefined;
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const engine = createTransferEngine({
    ...world.ports,
    api: {
      ...api,
      createUpload: async (body, key, signal) => {
        if (body.name === 'big.bin' && body.conflict === 'ask') await blocked;
        return await api.createUpload(body, key, signal);
      },
    },
  });
  engine.add(target, [file(['a.txt'], 'A'), file(['big.bin'], Buffer.alloc(9 * MIB))]);
  await until(() => phaseOf(engine, 'a.txt') === 'conflict');
  const asked = trayViewOf(engine.view()).rows.find((transfer) => transfer.phase === 'conflict');
  engine.decide(asked?.id ?? '', 'replace', true);
  release?.();
  await settled(engine);
  expect(phases(engine)).toEqual(['done', 'done']);
});

test.each(['timed_out', 'offline', 'unreadable_answer', 'pool_unavailable'])(
  'a call that fails with %s is retried',
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

test('a retry waits as long as Retry-After says', async () => {
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

test('creating a folder is retried after a temporary failure', async () => {
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
