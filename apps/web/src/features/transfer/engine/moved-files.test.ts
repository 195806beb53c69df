// What the next page knows of the files of an earlier one: their handles, and the decision for taken names.
import { expect, test } from 'vitest';
import { createTransferEngine } from './engine.ts';
import { createBrowser } from './crashing-page.world.ts';
import { file, filesOf, largeFile, target } from './entries.world.ts';
import type { TransferEngine, UploadEntry } from '../model/transfer-engine.ts';
import { trayViewOf } from '../ui/tray-view.ts';
import { createWorld, phases, settled, until } from './transfer.world.ts';

/** The handle of a file, with a persistent read permission. */
function fileRoot(name: string, open: () => Promise<File>): FileSystemHandle {
  const root = {
    kind: 'file' as const,
    name,
    isSameEntry: () => Promise.resolve(false),
    queryPermission: () => Promise.resolve('granted' as const),
    requestPermission: () => Promise.resolve('granted' as const),
    getFile: open,
  };
  return root;
}

test('a file that was moved since can be chosen again, and only the missing parts are sent', async () => {
  const entries = [largeFile()];
  const { world, openPage, nextPage } = createBrowser();
  const page = openPage();
  let isCrashed = false;
  world.afterPut(3, () => {
    page.crash();
    isCrashed = true;
  });
  const moved = fileRoot('big.bin', () => Promise.reject(new DOMException('moved', 'NotFoundError')));
  createTransferEngine(page.ports).add(target, entries, [moved]);
  await until(() => isCrashed);
  const engine = await nextPage();
  const isMissing = (): boolean => trayViewOf(engine.view()).rows[0]?.blockedBy === 'file_missing';
  await until(isMissing);
  await engine.resumeWithPermission();
  await until(isMissing);
  expect(phases(engine)).toEqual(['interrupted']);
  expect(engine.matchFiles(filesOf(entries))).toBe(1);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
  expect(world.sentTwice()).toEqual([]);
  expect(world.created).toBe(1);
});

test('files of the same name are not read from the handle of another', async () => {
  const entries = [file(['x.txt'], 'A'), file(['x.txt'], 'BB')];
  const { world, openPage, nextPage } = createBrowser();
  const page = openPage();
  const roots = filesOf(entries).map((one) => fileRoot('x.txt', () => Promise.resolve(one)));
  const first = createTransferEngine(page.ports);
  first.add(target, entries, roots);
  expect(first.view().summary).toMatchObject({ lostOnReload: 2 });
  page.crash();
  const engine = await nextPage();
  expect(engine.view().summary).toMatchObject({ interrupted: 2, failed: 0 });
  expect(engine.matchFiles(filesOf(entries).toReversed())).toBe(2);
  await settled(engine);
  expect([...world.stored.values()].map((parts) => String(parts.get(1)))).toEqual(['A', 'BB']);
});

test.each([
  [
    'of the person',
    async (engine: TransferEngine, entries: readonly UploadEntry[]) => {
      engine.add(target, entries);
      await until(() => engine.view().summary.conflicts === 2);
      engine.decide([...engine.jobs.keys()][0] ?? '', 'replace', true);
    },
  ],
  [
    'of an import',
    async (engine: TransferEngine, entries: readonly UploadEntry[]) => {
      engine.addImported(target, entries);
    },
  ],
])('the decision %s for all taken names lasts beyond a reload', async (_, begin) => {
  const entries = ['a.txt', 'b.txt'].map((name) => file([name], name));
  const { world, openPage, nextPage } = createBrowser(createWorld({ takenNames: ['a.txt', 'b.txt'] }));
  const page = openPage();
  await begin(createTransferEngine(page.ports), entries);
  page.crash();
  const engine = await nextPage();
  expect(engine.matchFiles(filesOf(entries))).toBe(2);
  await settled(engine);
  expect(engine.view().summary).toMatchObject({ done: 2, conflicts: 0 });
  expect(world.committed().map(({ conflict }) => conflict)).toEqual(['replace', 'replace']);
});
