import { ok } from '@coffer/kit';
import { expect, test } from 'vitest';
import { findNewPath } from '../model/apply-renames.ts';
import type { TransferEngine, UploadEntry } from '../model/transfer-engine.ts';
import { trayViewOf } from '../ui/tray-view.ts';
import { createBrowser } from './crashing-page.world.ts';
import { createTransferEngine } from './engine.ts';
import { file, filesOf, largeFile, target } from './entries.world.ts';
import { phases, settled, until } from './transfer.world.ts';

const names = (engine: TransferEngine) => trayViewOf(engine.view()).rows.map(({ name }) => name);

/** Crashes a page after a name was refused, or while the file is sent under another name. */
async function refusedAndCrashed(entries: readonly UploadEntry[], renamedTo?: string) {
  const browser = createBrowser();
  const page = browser.openPage();
  const engine = createTransferEngine(page.ports);
  engine.add(target, entries);
  await settled(engine);
  const [refused] = engine.failed();
  expect(refused).toMatchObject({ name: 'bad.', failure: { code: 'invalid_request' } });
  if (renamedTo !== undefined) {
    const renamings = [{ batchId: refused?.batchId ?? '', refused: ['bad.'], name: renamedTo }];
    let isSending = false;
    browser.world.afterPut(1, () => {
      isSending = true;
    });
    engine.rename(refused?.batchId ?? '', renamings, findNewPath(renamings));
    await until(() => isSending);
  }
  page.crash();
  return browser;
}

test('a file that was refused for its name is not offered again after a reload', async () => {
  const { nextPage, storedBatches } = await refusedAndCrashed([file(['bad.'], 'x'), file(['good.txt'], 'y')]);
  const engine = await nextPage();
  expect(names(engine)).toEqual([]);
  expect(storedBatches()).toBe(0);
});

test('what was interrupted beside it is offered, and nothing else', async () => {
  const { world, openPage, nextPage } = createBrowser();
  const page = openPage();
  const entries = [file(['bad.'], 'x'), largeFile()];
  const engine = createTransferEngine(page.ports);
  let isOver = false;
  world.afterPut(2, () => {
    isOver = true;
  });
  engine.add(target, entries);
  await until(() => isOver && engine.failed().length === 1);
  page.crash();
  const next = await nextPage();
  expect(names(next)).toEqual(['big.bin']);
  expect(next.matchFiles(filesOf(entries))).toBe(1);
  await settled(next);
  expect(phases(next)).toEqual(['done']);
});

test('a refused file that was cancelled is not offered again beside what was interrupted', async () => {
  const { openPage, nextPage } = createBrowser();
  const page = openPage();
  const engine = createTransferEngine(page.ports);
  engine.add(target, [file(['bad.'], 'x'), largeFile()]);
  await until(() => engine.failed().length === 1);
  engine.pauseAll();
  for (const { id } of engine.failed()) engine.cancel(id);
  page.crash();
  expect(names(await nextPage())).toEqual(['big.bin']);
});

test('a refused file that was given another name is offered under it', async () => {
  const entries = [file(['bad.'], Buffer.alloc(60_000_000, 1))];
  const { nextPage } = await refusedAndCrashed(entries, 'good.bin');
  const engine = await nextPage();
  expect(names(engine)).toEqual(['good.bin']);
  expect(trayViewOf(engine.view()).rows).toMatchObject([{ phase: 'interrupted' }]);
  expect(engine.matchFiles(filesOf(entries))).toBe(1);
  await settled(engine);
  expect(phases(engine)).toEqual(['done']);
});

test('a file for which there was no room says so after a reload, and goes on once there is', async () => {
  const { openPage, nextPage, storedBatches } = createBrowser();
  const page = openPage();
  const facts = { space_id: 'space', quota: 10, used: 9, needed: 2 };
  const createUploads: typeof page.ports.api.createUploads = async (uploads) =>
    ok({ items: uploads.map(() => ({ outcome: 'failed' as const, code: 'quota_exceeded', facts })) });
  const engine = createTransferEngine({ ...page.ports, api: { ...page.ports.api, createUploads } });
  const entries = [file(['a.txt'], 'xx'), file(['b.txt'], 'xx')];
  engine.add(target, entries);
  await until(() => engine.failed().length === 2);
  page.crash();
  const next = await nextPage();
  const [row] = trayViewOf(next.view()).rows;
  expect(row).toMatchObject({
    phase: 'interrupted',
    failure: { code: 'quota_exceeded', facts: { space_id: 'space', quota: 10, needed: 2 } },
  });
  expect(next.matchFiles(filesOf(entries))).toBe(2);
  await settled(next);
  expect(phases(next)).toEqual(['done', 'done']);
  expect(storedBatches()).toBe(0);
});
