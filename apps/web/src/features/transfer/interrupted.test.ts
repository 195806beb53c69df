// The page ends in the middle of uploads; the next page, or another device, goes on.
import { UploadId } from '@coffer/contracts';
import { err, MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import { createMemory, mortal } from './interrupted-world.contract.ts';
import { renamed } from './renamings.ts';
import type { Entry } from './transfer-engine.ts';
import { shownOf } from './shown.ts';
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
  expect(shownOf(engine.view()).rows).toMatchObject([
    { phase: 'interrupted', lack: 'file', name: 'big.bin' },
  ]);
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
  expect(shownOf(engine.view()).rows).toMatchObject([{ phase: 'failed', failure: { code: 'file_changed' } }]);
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

/** A page whose folder, and one file beside it, were refused and got other names; it ends once the store holds `puts` parts. */
async function renamedAndInterrupted(puts: number, entries: readonly Entry[]) {
  const world = createWorld({ files: ['album'], folders: ['x.txt'] });
  const memory = createMemory();
  const keep = memory.page();
  const page = mortal({ ...world.ports, keep: () => keep });
  let isOver = false;
  world.afterPut(puts, () => {
    page.kill();
    isOver = true;
  });
  const engine = createTransferEngine(page.ports);
  engine.add(target, entries);
  await settled(engine);
  const [asked] = shownOf(engine.view()).conflicts;
  if (asked !== undefined) engine.decide(asked.first.id, 'replace', false);
  await settled(engine);
  for (const [from, to] of [
    ['album', 'pictures'],
    ['x.txt', 'y.txt'],
  ] as const) {
    const { batchId = '' } = engine.failed().find(({ path }) => path[0] === from) ?? {};
    const renamings = [{ batchId, refused: [from], name: to }];
    engine.rename(batchId, renamings, renamed(renamings));
  }
  await until(() => isOver);
  return { world, memory, next: () => nextPage(world, memory) };
}

test.each(Array.from({ length: 6 }, (_, index) => index))(
  'other names outlive the page, and nothing is asked about them again (%i)',
  async (seed) => {
    const entries = [
      file(['x.txt'], 'x'),
      ...Array.from({ length: 30 }, (_, index) => file(['album', `${index}.txt`], `content ${index}`)),
      file(['album', 'film.bin'], Buffer.alloc(20 * MIB, seed)),
      { kind: 'folder' as const, path: ['album', 'empty'] },
    ];
    const { world, memory, next } = await renamedAndInterrupted(1 + seed * 6, entries);
    const before = world.folders.length;
    const engine = await next();
    const roots = new Set(shownOf(engine.view()).rows.map(({ path }) => path[0]));
    expect([...roots].filter((root) => root !== 'pictures' && root !== 'y.txt')).toEqual([]);
    // They are found by the names that they have on the disk.
    engine.offer(filesOf(entries));
    await until(() => engine.view().summary.interrupted === 0);
    await settled(engine);
    expect(engine.view().summary).toMatchObject({ failed: 0, conflicts: 0 });
    const names = world.committed().map(({ name }) => name);
    expect(names.toSorted()).toEqual(
      filesOf(entries)
        .map(({ name }) => name.replace('x.', 'y.'))
        .toSorted(),
    );
    expect(new Set(world.folders)).toEqual(new Set(['pictures', 'empty']));
    expect(world.folders.length).toBeLessThanOrEqual(before + 2);
    expect(world.sentTwice()).toEqual([]);
    expect(memory.kept()).toBe(0);
  },
);

test.each([
  { becomes: 'stays', folders: ['x.txt'], with: [] },
  { becomes: 'goes', folders: [], with: [] },
  { becomes: 'stays', folders: ['x.txt'], with: ['z.txt'] },
  { becomes: 'goes', folders: [], with: ['z.txt'] },
])(
  'another name that nobody was asked about yet is the only one that the next page asks about ($with, the folder $becomes)',
  async ({ folders, with: others }) => {
    const entries = ['x.txt', ...others].map((name) => file([name], name));
    const world = createWorld({ folders: ['x.txt'] });
    const memory = createMemory();
    const keep = memory.page();
    const page = mortal({ ...world.ports, keep: () => keep });
    const engine = createTransferEngine(page.ports);
    engine.add(target, entries);
    await settled(engine);
    const [asked] = shownOf(engine.view()).conflicts;
    if (asked !== undefined) engine.decide(asked.first.id, 'replace', false);
    await until(() => engine.failed().length === 1);
    const { batchId = '' } = engine.failed()[0] ?? {};
    const renamings = [{ batchId, refused: ['x.txt'], name: 'y.txt' }];
    engine.rename(batchId, renamings, renamed(renamings));
    page.kill();
    const later = createWorld({ folders });
    const next = await nextPage(later, memory);
    expect(shownOf(next.view()).rows.map(({ name }) => name)).toEqual(['y.txt']);
    next.offer(filesOf(entries));
    await settled(next);
    expect(next.view().summary).toMatchObject({ done: 1, failed: 0, conflicts: 0 });
    expect(later.committed().map(({ name }) => name)).toEqual(['y.txt']);
    expect(memory.kept()).toBe(0);
  },
);

test('what is refused again after that gets its next name on the page after', async () => {
  const { world, memory, next } = await renamedAndInterrupted(1, [
    file(['x.txt'], 'x'),
    file(['album', 'film.bin'], Buffer.alloc(20 * MIB)),
  ]);
  const engine = await next();
  const { batchId = '' } = shownOf(engine.view()).rows[0] ?? {};
  const renamings = [{ batchId, refused: ['pictures'], name: 'third' }];
  engine.rename(batchId, renamings, renamed(renamings));
  const later = await nextPage(world, memory);
  expect(shownOf(later.view()).rows.map(({ path }) => path[0])).toContain('third');
});

test('what the server has by now is told to be there, though its folder cannot be made any more', async () => {
  const world = createWorld();
  const memory = createMemory();
  const keep = memory.page();
  const page = mortal({ ...world.ports, keep: () => keep });
  const { api } = page.ports;
  let isReached = false;
  createTransferEngine({
    ...page.ports,
    api: {
      ...api,
      completeUploads: () => {
        isReached = true;
        return new Promise(() => undefined);
      },
    },
  }).add(target, [file(['trip', 'a.txt'], 'A'), file(['trip', 'b.txt'], 'B')]);
  await until(() => isReached);
  page.kill();
  const engine = await nextPage(withoutFolders(world), memory);
  await until(() => engine.view().summary.done === 2);
  expect(memory.kept()).toBe(0);
});

test('room that was asked for is found, though the folder loses its name before the server has answered', async () => {
  const entry = file(['trip', 'big.bin'], Buffer.alloc(60 * MIB, 1));
  const world = createWorld({ silent: ['big.bin'] });
  const memory = createMemory();
  const keep = memory.page();
  const page = mortal({ ...world.ports, keep: () => keep });
  createTransferEngine(page.ports).add(target, [entry], [readableRoot('trip', filesOf([entry]))]);
  await until(() => world.created === 1);
  page.kill();
  const { ports } = withoutFolders(world);
  const later = memory.page();
  let hasFailed = false;
  const createUpload: typeof ports.api.createUpload = async (...call) => {
    await until(() => hasFailed);
    return await ports.api.createUpload(...call);
  };
  const engine = createTransferEngine({ ...ports, keep: () => later, api: { ...ports.api, createUpload } });
  await engine.takeUp();
  await until(() => engine.failed().length === 1);
  hasFailed = true;
  await until(() => engine.failed()[0]?.uploadId !== undefined);
  const { batchId = '' } = engine.failed()[0] ?? {};
  const renamings = [{ batchId, refused: ['trip'], name: 'journey' }];
  engine.rename(batchId, renamings, renamed(renamings));
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.created).toBe(1);
});

/** The same server, where a file has the name of the folder by now. */
function withoutFolders(world: ReturnType<typeof createWorld>): ReturnType<typeof createWorld> {
  const { api } = world.ports;
  const createFolder: typeof api.createFolder = async (body, signal) =>
    body.name === 'trip' ? err({ code: 'name_taken' }) : await api.createFolder(body, signal);
  return { ...world, ports: { ...world.ports, api: { ...api, createFolder } } };
}

/** A way to a folder for which the browser keeps the leave. */
function readableRoot(name: string, files: readonly File[]): FileSystemHandle {
  const root = {
    kind: 'directory' as const,
    name,
    isSameEntry: () => Promise.resolve(false),
    queryPermission: () => Promise.resolve('granted' as const),
    getFileHandle: (wanted: string) =>
      Promise.resolve({ kind: 'file', getFile: () => files.find((one) => one.name === wanted) }),
  };
  return root;
}

test('another device shows what was begun, and takes it over with the same file', async () => {
  const entries = [big()];
  const { world } = await interruptedAfter(2, entries);
  const engine = await nextPage(world, createMemory());
  expect(shownOf(engine.view()).rows).toMatchObject([{ phase: 'interrupted', lack: 'elsewhere' }]);
  expect(engine.offer(filesOf(entries))).toBe(1);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.sentTwice()).toEqual([]);
});

test('what this browser has begun is not shown as begun elsewhere', async () => {
  const { next } = await interruptedAfter(2, [big()]);
  expect(shownOf((await next()).view()).rows).toMatchObject([{ lack: 'file' }]);
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
