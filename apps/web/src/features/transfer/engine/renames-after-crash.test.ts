import { err, MIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import { createBrowser } from './crashing-page.world.ts';
import { file, filesOf, smallFiles, target } from './entries.world.ts';
import { findNewPath } from '../model/apply-renames.ts';
import type { TransferEngine, UploadEntry } from '../model/transfer-engine.ts';
import type { TransferPorts } from '../send/ports.ts';
import { trayViewOf } from '../ui/tray-view.ts';
import { createWorld, phases, settled, until } from './transfer.world.ts';

/** Renames the failed item at the top level of its upload. */
function rename(engine: TransferEngine, from: string, to: string): void {
  const { batchId = '' } = engine.failed().find(({ path }) => path[0] === from) ?? {};
  const renamings = [{ batchId, refused: [from], name: to }];
  engine.rename(batchId, renamings, findNewPath(renamings));
}

/** Crashes a page that renamed a refused folder and a refused file, once the store has `puts` parts. */
async function renameAndCrash(puts: number, entries: readonly UploadEntry[]) {
  const browser = createBrowser(createWorld({ files: ['album'], folders: ['x.txt'] }));
  const page = browser.openPage();
  let isOver = false;
  browser.world.afterPut(puts, () => {
    page.crash();
    isOver = true;
  });
  const engine = createTransferEngine(page.ports);
  engine.add(target, entries);
  await settled(engine);
  const [asked] = trayViewOf(engine.view()).conflicts;
  if (asked !== undefined) engine.decide(asked.first.id, 'replace', false);
  await settled(engine);
  rename(engine, 'album', 'pictures');
  rename(engine, 'x.txt', 'y.txt');
  await until(() => isOver);
  return browser;
}

test.each(Array.from({ length: 6 }, (_, index) => index))(
  'renames survive a crash and are not asked for again (%i)',
  async (seed) => {
    const entries = [
      file(['x.txt'], 'x'),
      ...smallFiles(30, 'album'),
      file(['album', 'film.bin'], Buffer.alloc(20 * MIB, seed)),
      { kind: 'folder' as const, path: ['album', 'empty'] },
    ];
    const { world, nextPage, storedBatches } = await renameAndCrash(1 + seed * 6, entries);
    const before = world.folders.length;
    const engine = await nextPage();
    const roots = new Set(trayViewOf(engine.view()).rows.map(({ path }) => path[0]));
    expect([...roots].filter((root) => root !== 'pictures' && root !== 'y.txt')).toEqual([]);
    // The files are matched by their names on disk.
    engine.matchFiles(filesOf(entries));
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
    expect(storedBatches()).toBe(0);
  },
);

test.each([
  { becomes: 'stays', folders: ['x.txt'], with: [] },
  { becomes: 'goes', folders: [], with: [] },
  { becomes: 'stays', folders: ['x.txt'], with: ['z.txt'] },
  { becomes: 'goes', folders: [], with: ['z.txt'] },
])(
  'the next page asks only about a refused name without a rename ($with, the folder $becomes)',
  async ({ folders, with: others }) => {
    const entries = ['x.txt', ...others].map((name) => file([name], name));
    const { openPage, nextPage, storedBatches } = createBrowser(createWorld({ folders: ['x.txt'] }));
    const page = openPage();
    const engine = createTransferEngine(page.ports);
    engine.add(target, entries);
    await settled(engine);
    const [asked] = trayViewOf(engine.view()).conflicts;
    if (asked !== undefined) engine.decide(asked.first.id, 'replace', false);
    await until(() => engine.failed().length === 1);
    rename(engine, 'x.txt', 'y.txt');
    page.crash();
    const later = createWorld({ folders });
    const next = await nextPage(later.ports);
    expect(trayViewOf(next.view()).rows.map(({ name }) => name)).toEqual(['y.txt']);
    next.matchFiles(filesOf(entries));
    await settled(next);
    expect(next.view().summary).toMatchObject({ done: 1, failed: 0, conflicts: 0 });
    expect(later.committed().map(({ name }) => name)).toEqual(['y.txt']);
    expect(storedBatches()).toBe(0);
  },
);

test('a second refused name is replaced by its own rename on the next page', async () => {
  const { nextPage } = await renameAndCrash(1, [
    file(['x.txt'], 'x'),
    file(['album', 'film.bin'], Buffer.alloc(20 * MIB)),
  ]);
  const engine = await nextPage();
  const { batchId = '' } = trayViewOf(engine.view()).rows[0] ?? {};
  const renamings = [{ batchId, refused: ['pictures'], name: 'third' }];
  engine.rename(batchId, renamings, findNewPath(renamings));
  const later = await nextPage();
  expect(trayViewOf(later.view()).rows.map(({ path }) => path[0])).toContain('third');
});

test('an upload that the server has completed is shown as done, even if its folder can no longer be created', async () => {
  const { world, crashBeforeCompletion, nextPage, storedBatches } = createBrowser();
  await crashBeforeCompletion([file(['trip', 'a.txt'], 'A'), file(['trip', 'b.txt'], 'B')]);
  const engine = await nextPage(refusingTrip(world.ports));
  await until(() => engine.view().summary.done === 2);
  expect(storedBatches()).toBe(0);
});

test('a pending reservation is found again, even if its folder’s name is taken meanwhile', async () => {
  const entry = file(['trip', 'big.bin'], Buffer.alloc(60 * MIB, 1));
  const { world, openPage, nextPage } = createBrowser(createWorld({ firstAnswerLost: ['big.bin'] }));
  const page = openPage();
  createTransferEngine(page.ports).add(target, [entry], [readableRoot('trip', filesOf([entry]))]);
  await until(() => world.created === 1);
  page.crash();
  const ports = refusingTrip(world.ports);
  let hasFailed = false;
  const createUpload: typeof ports.api.createUpload = async (...call) => {
    await until(() => hasFailed);
    return await ports.api.createUpload(...call);
  };
  const engine = await nextPage({ ...ports, api: { ...ports.api, createUpload } });
  await until(() => engine.failed().length === 1);
  hasFailed = true;
  await until(() => engine.failed()[0]?.uploadId !== undefined);
  rename(engine, 'trip', 'journey');
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.created).toBe(1);
});

/** The same server, where a file now has the name of the folder `trip`. */
function refusingTrip(ports: TransferPorts): TransferPorts {
  const createFolder: TransferPorts['api']['createFolder'] = async (body, signal) =>
    body.name === 'trip' ? err({ code: 'name_taken' }) : await ports.api.createFolder(body, signal);
  return { ...ports, api: { ...ports.api, createFolder } };
}

/** A handle with a persistent read permission. */
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
