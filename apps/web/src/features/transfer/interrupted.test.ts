// The page ends in the middle of uploads; the next page, or another device, goes on.
import { UploadId } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import { createMemory, mortal } from './interrupted-world.contract.ts';
import type { Entry } from './transfer-engine.ts';
import { createWorld, file, pause, phases, settled, target, until } from './transfer-world.contract.ts';

const big = (fill = 1): Entry => file(['big.bin'], Buffer.alloc(60 * MIB, fill));
const filesOf = (entries: readonly Entry[]): File[] =>
  entries.flatMap((entry) => (entry.kind === 'file' && entry.file !== undefined ? [entry.file] : []));

const many = (count: number): Entry[] =>
  Array.from({ length: count }, (_, index) => file(['trip', `${index}.txt`], `content ${index}`));

/**
 * A page that brings up `entries` and ends while its bundles are on their way to the store, which gets none of them; or before it is
 * told of their room.
 */
async function interruptedOnTheWay(entries: readonly Entry[], isTold = true) {
  const world = createWorld({ takesBundles: true });
  const memory = createMemory();
  const keep = memory.page();
  const page = mortal({ ...world.ports, keep: () => keep });
  const never = new Promise<never>(() => undefined);
  let left = Math.ceil(entries.length / 100);
  const { api } = page.ports;
  const createUploads: typeof api.createUploads = async (...call) => {
    const answer = await api.createUploads(...call);
    if (isTold) return answer;
    left -= 1;
    return await never;
  };
  const put = (): Promise<never> => {
    left -= 1;
    return never;
  };
  createTransferEngine({ ...page.ports, put, api: { ...api, createUploads } }).add(target, entries);
  await until(() => left === 0);
  page.kill();
  return { world, memory };
}

/** A page that brings up `entries` and ends once the store holds `puts` parts. */
async function interruptedAfter(puts: number, entries: readonly Entry[]) {
  const world = createWorld();
  const memory = createMemory();
  const keep = memory.page();
  const page = mortal({ ...world.ports, keep: () => keep });
  let isOver = false;
  world.afterPut(puts, () => {
    page.kill();
    isOver = true;
  });
  createTransferEngine(page.ports).add(target, entries);
  await until(() => isOver);
  return { world, memory, next: () => nextPage(world, memory) };
}

async function nextPage(world: ReturnType<typeof createWorld>, memory: ReturnType<typeof createMemory>) {
  const keep = memory.page();
  const engine = createTransferEngine({ ...world.ports, keep: () => keep });
  await engine.takeUp();
  return engine;
}

test('after a reload the file is chosen again, and only what is missing is sent', async () => {
  const entries = [big()];
  const { world, memory, next } = await interruptedAfter(3, entries);
  const engine = await next();
  expect(engine.view().rows).toMatchObject([{ phase: 'interrupted', lack: 'file', name: 'big.bin' }]);
  expect(engine.offer(filesOf(entries))).toBe(1);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.sentTwice()).toEqual([]);
  expect(world.created).toBe(1);
  expect(memory.kept()).toBe(0);
});

test('a file of the same name, size and date with other bytes is never mixed with what is there', async () => {
  const { world, next } = await interruptedAfter(3, [big()]);
  const engine = await next();
  expect(engine.offer(filesOf([big(2)]))).toBe(1);
  await settled(engine);
  expect(engine.view().rows).toMatchObject([{ phase: 'failed', failure: { code: 'file_changed' } }]);
  expect(world.committed()).toEqual([]);
});

test('a file that was changed since is not taken for the one that was begun', async () => {
  const { next } = await interruptedAfter(3, [big()]);
  const engine = await next();
  const changed = new File([Buffer.alloc(60 * MIB, 1)], 'big.bin', { lastModified: 2_000 });
  expect(engine.offer([changed, new File(['x'], 'big.bin', { lastModified: 1_000 })])).toBe(0);
  expect(phases(engine)).toEqual(['interrupted']);
});

test('discarding frees the room, and nothing of it comes back', async () => {
  const { world, memory, next } = await interruptedAfter(3, [big()]);
  const engine = await next();
  engine.cancelAll();
  await until(() => world.aborted.length === 1);
  expect(memory.kept()).toBe(0);
  expect((await nextPage(world, memory)).view().summary.total).toBe(0);
});

test('what the store has whole needs no file', async () => {
  const world = createWorld();
  const memory = createMemory();
  const keep = memory.page();
  const page = mortal({ ...world.ports, keep: () => keep });
  const { api } = page.ports;
  const completing = { isReached: false };
  createTransferEngine({
    ...page.ports,
    api: {
      ...api,
      completeUploads: () => {
        completing.isReached = true;
        return new Promise(() => undefined);
      },
    },
  }).add(target, [file(['a.txt'], 'A'), file(['b.txt'], 'B')]);
  await until(() => completing.isReached);
  page.kill();
  const engine = await nextPage(world, memory);
  await until(() => engine.view().summary.done === 2);
  expect(world.putCount()).toBe(2);
});

test.each([
  ['were on their way', true],
  ['had just been asked for', false],
] as const)('small files that %s go together again, in the room that they have', async (_, isTold) => {
  const entries = many(200);
  const { world, memory } = await interruptedOnTheWay(entries, isTold);
  const engine = await nextPage(world, memory);
  expect(engine.view().summary).toMatchObject({ interrupted: 200 });
  // As a page does that need not ask for them: before the server has said what became of them.
  engine.offer(filesOf(entries));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 200, failed: 0 });
  // Two bundles, and the few that had their turn before it was known that the store has nothing of them.
  expect(world.putCount()).toBeLessThan(10);
  expect(world.created).toBe(200);
  expect(world.committed()).toHaveLength(200);
  expect(world.sentTwice()).toEqual([]);
  expect(memory.kept()).toBe(0);
});

test('one that has other bytes by now, or was given up elsewhere, keeps none of the others from going together', async () => {
  const entries = many(100);
  const { world, memory } = await interruptedOnTheWay(entries);
  const [given] = [...world.stored.keys()];
  await world.ports.api.abortUpload(UploadId.parse(given));
  const engine = await nextPage(world, memory);
  const other = file(['trip', '7.txt'], 'CONTENT 7');
  const changed = entries.map((entry) => (entry.path[1] === '7.txt' ? other : entry));
  await until(() => memory.kept() === 1);
  await pause(5);
  engine.offer(filesOf(changed));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 100, failed: 0 });
  expect(world.putCount()).toBe(3);
  expect(new Set(world.committed().map(({ name }) => name)).size).toBe(100);
  expect([...world.stored.values()].map((parts) => String(parts.get(1)))).toContain('CONTENT 7');
});

test.each(Array.from({ length: 24 }, (_, index) => index))(
  'killed at any point, the next page brings everything up once (%i)',
  async (seed) => {
    const entries = [
      ...Array.from({ length: 30 }, (_, index) => file(['trip', `${index}.txt`], `content ${index}`)),
      file(['trip', 'film.bin'], Buffer.alloc(20 * MIB, seed)),
      { kind: 'folder' as const, path: ['trip', 'empty'] },
    ];
    const { world, memory, next } = await interruptedAfter(1 + ((seed * 7) % 32), entries);
    const engine = await next();
    engine.offer(filesOf(entries));
    await settled(engine);
    await until(() => engine.view().summary.interrupted === 0);
    const names = world.committed().map(({ name }) => name);
    expect(engine.view().summary.failed).toBe(0);
    expect(new Set(names).size).toBe(31);
    expect(names).toHaveLength(31);
    expect(world.sentTwice()).toEqual([]);
    expect(memory.kept()).toBe(0);
  },
);

test('another device shows what was begun, and takes it over with the same file', async () => {
  const entries = [big()];
  const { world } = await interruptedAfter(2, entries);
  const engine = await nextPage(world, createMemory());
  expect(engine.view().rows).toMatchObject([{ phase: 'interrupted', lack: 'elsewhere' }]);
  expect(engine.offer(filesOf(entries))).toBe(1);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.sentTwice()).toEqual([]);
});

test('what this browser has begun is not shown as begun elsewhere', async () => {
  const { next } = await interruptedAfter(2, [big()]);
  expect((await next()).view().rows).toMatchObject([{ lack: 'file' }]);
});

test('a session that has ended fails nothing: its person comes back, and it goes on', async () => {
  const world = createWorld();
  const { api } = world.ports;
  const door = Promise.withResolvers<void>();
  let isOut = false;
  const outOr = async <T>(call: () => Promise<T>) =>
    isOut ? { ok: false as const, error: { code: 'not_signed_in' } } : await call();
  const engine = createTransferEngine({
    ...world.ports,
    signedIn: () => door.promise,
    api: {
      ...api,
      signParts: (...call) => outOr(() => api.signParts(...call)),
      completeUpload: (...call) => outOr(() => api.completeUpload(...call)),
      completeUploads: (...call) => outOr(() => api.completeUploads(...call)),
    },
  });
  world.afterPut(3, () => {
    isOut = true;
  });
  engine.add(target, [big(), file(['a.txt'], 'A')]);
  await until(() => isOut);
  expect(engine.view().summary.failed).toBe(0);
  isOut = false;
  door.resolve();
  await settled(engine);
  expect(phases(engine)).toEqual(['done', 'done']);
});
