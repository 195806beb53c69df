import { UploadId } from '@coffer/contracts';
import { MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import { createBrowser } from './crashing-page.world.ts';
import { file, filesOf, largeFile, smallFiles, target } from './entries.world.ts';
import type { UploadEntry } from '../model/transfer-engine.ts';
import { trayViewOf } from '../ui/tray-view.ts';
import { createWorld, pause, phases, settled, until } from './transfer.world.ts';

/** Crashes the page while it is sending its bundles, none of which arrives, or before its reservation is answered. */
async function crashWhileSending(entries: readonly UploadEntry[], isAnswered = true) {
  const browser = createBrowser(createWorld({ takesBundles: true }));
  const page = browser.openPage();
  const never = new Promise<never>(() => undefined);
  let left = Math.ceil(entries.length / 100);
  const { api } = page.ports;
  const createUploads: typeof api.createUploads = async (...call) => {
    const answer = await api.createUploads(...call);
    if (isAnswered) return answer;
    left -= 1;
    return await never;
  };
  const put = (): Promise<never> => {
    left -= 1;
    return never;
  };
  createTransferEngine({ ...page.ports, put, api: { ...api, createUploads } }).add(target, entries);
  await until(() => left === 0);
  page.crash();
  return browser;
}

test('after a reload, choosing the file again sends only the missing parts', async () => {
  const entries = [largeFile()];
  const { world, crashAfter, nextPage, storedBatches } = createBrowser();
  await crashAfter(3, entries);
  const engine = await nextPage();
  expect(trayViewOf(engine.view()).rows).toMatchObject([
    { phase: 'interrupted', blockedBy: 'file_missing', name: 'big.bin' },
  ]);
  expect(engine.matchFiles(filesOf(entries))).toBe(1);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.sentTwice()).toEqual([]);
  expect(world.created).toBe(1);
  expect(storedBatches()).toBe(0);
});

test('a file with equal name, size and date but other bytes is not mixed with stored parts', async () => {
  const { world, crashAfter, nextPage } = createBrowser();
  await crashAfter(3, [largeFile()]);
  const engine = await nextPage();
  expect(engine.matchFiles(filesOf([largeFile('big.bin', 2)]))).toBe(1);
  await settled(engine);
  expect(trayViewOf(engine.view()).rows).toMatchObject([
    { phase: 'failed', failure: { code: 'file_changed' } },
  ]);
  expect(world.committed()).toEqual([]);
});

test('a file that changed since does not match the interrupted upload', async () => {
  const { crashAfter, nextPage } = createBrowser();
  await crashAfter(3, [largeFile()]);
  const engine = await nextPage();
  const changed = new File([Buffer.alloc(60 * MIB, 1)], 'big.bin', { lastModified: 2_000 });
  expect(engine.matchFiles([changed, new File(['x'], 'big.bin', { lastModified: 1_000 })])).toBe(0);
  expect(phases(engine)).toEqual(['interrupted']);
});

test('discarding frees the reservation, and the upload does not come back', async () => {
  const { world, crashAfter, nextPage, storedBatches } = createBrowser();
  await crashAfter(3, [largeFile()]);
  const engine = await nextPage();
  engine.cancelAll();
  await until(() => world.aborted.length === 1);
  expect(storedBatches()).toBe(0);
  expect((await nextPage()).view().summary.total).toBe(0);
});

test('discarding notifies the listeners once the reservation is freed', async () => {
  const { world, crashAfter, nextPage } = createBrowser();
  await crashAfter(2, [largeFile()]);
  const engine = await nextPage();
  const abortedWhenNotified: (readonly string[])[] = [];
  engine.onUploaded(() => abortedWhenNotified.push([...world.aborted]));
  engine.cancelAll();
  await until(() => abortedWhenNotified.length > 0);
  expect(abortedWhenNotified[0]).toHaveLength(1);
});

test('an upload that the store has completely needs no file', async () => {
  const { world, crashBeforeCompletion, nextPage } = createBrowser();
  await crashBeforeCompletion([file(['a.txt'], 'A'), file(['b.txt'], 'B')]);
  const engine = await nextPage();
  await until(() => engine.view().summary.done === 2);
  expect(world.putCount()).toBe(2);
});

test('stored uploads that are discarded while the server is away are not completed', async () => {
  const { world, crashBeforeCompletion, nextPage } = createBrowser();
  await crashBeforeCompletion([file(['a.txt'], 'A'), file(['b.txt'], 'B')]);
  const { api } = world.ports;
  let isAway = true;
  let tries = 0;
  const unlessAway = async <T>(call: () => Promise<T>) => {
    tries += 1;
    return isAway ? { ok: false as const, error: { code: 'offline' } } : await call();
  };
  const engine = await nextPage({
    ...world.ports,
    api: {
      ...api,
      completeUploads: (...call) => unlessAway(() => api.completeUploads(...call)),
      abortUpload: (...call) => unlessAway(() => api.abortUpload(...call)),
    },
  });
  await until(() => tries > 1);
  engine.cancelAll();
  isAway = false;
  await until(() => world.aborted.length === 2);
  expect(world.committed()).toEqual([]);
});

test.each([
  ['being sent', true],
  ['being reserved', false],
] as const)('small files that were %s are bundled again under their reservations', async (_, isAnswered) => {
  const entries = smallFiles(200);
  const { world, nextPage, storedBatches } = await crashWhileSending(entries, isAnswered);
  const engine = await nextPage();
  expect(engine.view().summary).toMatchObject({ interrupted: 200 });
  engine.matchFiles(filesOf(entries));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 200, failed: 0 });
  // Two bundles, and the files that were sent one by one until the store turned out to have none of them.
  expect(world.putCount()).toBeLessThan(10);
  expect(world.created).toBe(200);
  expect(world.committed()).toHaveLength(200);
  expect(world.sentTwice()).toEqual([]);
  expect(storedBatches()).toBe(0);
});

test('a changed file and a cancelled upload do not stop the rest of their batch', async () => {
  const entries = smallFiles(100);
  const { world, nextPage, storedBatches } = await crashWhileSending(entries);
  const [given] = [...world.stored.keys()];
  await world.ports.api.abortUpload(UploadId.parse(given));
  const engine = await nextPage();
  const other = file(['trip', '7.txt'], 'CONTENT 7');
  const changed = entries.map((entry) => (entry.path[1] === '7.txt' ? other : entry));
  await until(() => storedBatches() === 1);
  await pause(5);
  engine.matchFiles(filesOf(changed));
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 100, failed: 0 });
  expect(world.putCount()).toBe(3);
  expect(new Set(world.committed().map(({ name }) => name)).size).toBe(100);
  expect([...world.stored.values()].map((parts) => String(parts.get(1)))).toContain('CONTENT 7');
});

test.each(Array.from({ length: 24 }, (_, index) => index))(
  'after a crash at any point, the next page uploads everything exactly once (%i)',
  async (seed) => {
    const entries = [
      ...smallFiles(30),
      file(['trip', 'film.bin'], Buffer.alloc(20 * MIB, seed)),
      { kind: 'folder' as const, path: ['trip', 'empty'] },
    ];
    const { world, crashAfter, nextPage, storedBatches } = createBrowser();
    await crashAfter(1 + ((seed * 7) % 32), entries);
    const engine = await nextPage();
    engine.matchFiles(filesOf(entries));
    await settled(engine);
    await until(() => engine.view().summary.interrupted === 0);
    const names = world.committed().map(({ name }) => name);
    expect(engine.view().summary.failed).toBe(0);
    expect(new Set(names).size).toBe(31);
    expect(names).toHaveLength(31);
    expect(world.sentTwice()).toEqual([]);
    expect(storedBatches()).toBe(0);
  },
);

test('another device shows an interrupted upload and resumes it with the same file', async () => {
  const entries = [largeFile()];
  const { world, crashAfter } = createBrowser();
  await crashAfter(2, entries);
  const engine = await createBrowser(world).nextPage();
  expect(trayViewOf(engine.view()).rows).toMatchObject([{ phase: 'interrupted', blockedBy: 'other_device' }]);
  expect(engine.matchFiles(filesOf(entries))).toBe(1);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.sentTwice()).toEqual([]);
});

test('files alike go on with their own bytes when the folder above is chosen', async () => {
  const entries = [file(['root', 'a', 'x.js'], 'A'), file(['root', 'b', 'x.js'], 'B')];
  const { world, nextPage } = await crashWhileSending(entries, false);
  const engine = await nextPage();
  const chosen = filesOf(entries).map((one, at) =>
    Object.assign(one, { webkitRelativePath: `up/root/${at === 0 ? 'a' : 'b'}/x.js` }),
  );
  expect(engine.matchFiles(chosen.toReversed())).toBe(2);
  await settled(engine);
  expect([...world.stored.values()].map((parts) => String(parts.get(1)))).toEqual(['A', 'B']);
});

test('a folder that cannot be asked for does not stop the others', async () => {
  const { openPage, nextPage } = createBrowser();
  const page = openPage();
  const roots = [rootOf('one', 'granted'), rootOf('two', 'gone'), rootOf('three', 'granted')];
  const { api } = page.ports;
  const never = new Promise<never>(() => undefined);
  const entries = roots.map(({ name }) => file([name, 'a.txt'], name));
  createTransferEngine({ ...page.ports, api: { ...api, createUploads: () => never } }).add(
    target,
    entries,
    roots,
  );
  page.crash();
  const engine = await nextPage();
  await engine.resumeWithPermission();
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 2, interrupted: 1, needPermission: 1 });
});

test('a tree of very many files is taken over at once', async () => {
  const { openPage, nextPage } = createBrowser();
  const page = openPage();
  createTransferEngine(page.ports).add(target, smallFiles(50_000));
  page.crash();
  const began = performance.now();
  const engine = await nextPage();
  expect(engine.view().summary.interrupted).toBe(50_000);
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('uploads of this browser are not shown as those of another device', async () => {
  const { crashAfter, nextPage } = createBrowser();
  await crashAfter(2, [largeFile()]);
  expect(trayViewOf((await nextPage()).view()).rows).toMatchObject([{ blockedBy: 'file_missing' }]);
});

test('an upload waits while the session is expired and resumes after the sign-in', async () => {
  const world = createWorld();
  const { api } = world.ports;
  const signedInAgain = Promise.withResolvers<void>();
  let isExpired = false;
  const unlessExpired = async <T>(call: () => Promise<T>) =>
    isExpired ? { ok: false as const, error: { code: 'not_signed_in' } } : await call();
  const engine = createTransferEngine({
    ...world.ports,
    untilSignedIn: () => signedInAgain.promise,
    api: {
      ...api,
      signParts: (...call) => unlessExpired(() => api.signParts(...call)),
      completeUpload: (...call) => unlessExpired(() => api.completeUpload(...call)),
      completeUploads: (...call) => unlessExpired(() => api.completeUploads(...call)),
    },
  });
  world.afterPut(3, () => {
    isExpired = true;
  });
  engine.add(target, [largeFile(), file(['a.txt'], 'A')]);
  await until(() => isExpired);
  expect(engine.view().summary.failed).toBe(0);
  isExpired = false;
  signedInAgain.resolve();
  await settled(engine);
  expect(phases(engine)).toEqual(['done', 'done']);
});

function rootOf(name: string, answer: 'granted' | 'gone'): FileSystemHandle {
  const root = {
    kind: 'directory',
    name,
    queryPermission: async () => 'prompt',
    requestPermission: async () => {
      if (answer === 'gone') throw new DOMException('gone', 'NotFoundError');
      return answer;
    },
    getFileHandle: async (inner: string) => ({
      kind: 'file',
      getFile: async () => new File([name], inner, { lastModified: 1_000 }),
    }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these members are used
  return root as unknown as FileSystemHandle;
}
