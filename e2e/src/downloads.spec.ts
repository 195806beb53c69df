import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CDPSession, type Download, expect, type Locator, type Page, test } from '@playwright/test';
import { unzipped } from '../../apps/web/src/features/download/zip-reader.world.ts';
import { dropFiles } from './drop.ts';
import { judge } from './judge-screens.ts';
import { recordSaid } from './said.ts';
import {
  choose,
  headlineOf,
  sha256,
  joinTransferWorld,
  type TransferWorld,
  trayOf,
} from './transfers-world.ts';

const MIB = 1024 * 1024;

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

type Tree = Record<string, Buffer | null>;

function write(folder: string, tree: Tree): void {
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(content === null ? join(folder, path) : dirname(join(folder, path)), { recursive: true });
    if (content !== null) writeFileSync(join(folder, path), content);
  }
}

async function openWith(page: Page, title: string, tree: Tree): Promise<void> {
  await world.open(page, title);
  const disk = world.makeDisk(title);
  write(disk, tree);
  const tops = [...new Set(Object.keys(tree).map((path) => path.split('/')[0] ?? ''))];
  await dropFiles(
    page,
    tops.map((name) => join(disk, name)),
  );
  await expect(headlineOf(page, /uploaded$/)).toBeVisible({ timeout: 120_000 });
  await trayOf(page).getByRole('button', { name: 'Close' }).click();
  // The list follows within a second.
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(tops.length + 1));
}

function digests(tree: Record<string, Buffer | null>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(tree)
      .map(([path, content]) => [path.replace(/\/$/, ''), content === null ? null : sha256(content)] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

async function contentOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

const downloadsOf = (page: Page): Locator => page.getByRole('region', { name: 'Downloads' });

async function downloadAll(page: Page): Promise<void> {
  await page.getByRole('row').nth(1).focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
}

const sessions = new WeakMap<Page, CDPSession>();

/** Without a number, removes the limit. */
async function slowDown(page: Page, mibPerSecond?: number): Promise<void> {
  // Throttling belongs to the DevTools session.
  const devtools = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, devtools);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: mibPerSecond === undefined ? -1 : mibPerSecond * MIB,
    uploadThroughput: -1,
  });
}

test('a selection is downloaded completely, and no byte passes the server', async ({ page }) => {
  const tree: Tree = {
    'loose.bin': randomBytes(12 * MIB),
    all: null,
    'all/empty': null,
    'all/nothing.txt': Buffer.alloc(0),
    'all/👩‍🚀 تقرير 報告.txt': randomBytes(30),
  };
  for (let number = 0; number < 260; number += 1) {
    tree[`all/shelf ${number % 13}`] = null;
    tree[`all/shelf ${number % 13}/note ${number}.txt`] = randomBytes(10 + number);
  }
  const said = await recordSaid(page);
  await openWith(page, 'Down', tree);
  const calls: string[] = [];
  let bytesOfServer = 0;
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    // The service worker answers under an application address.
    if (origin !== world.coffer.url || response.fromServiceWorker()) return;
    calls.push(pathname);
    bytesOfServer += Number(response.headers()['content-length'] ?? 0);
  });
  const arriving = page.waitForEvent('download');
  await downloadAll(page);
  const download = await arriving;
  expect(download.suggestedFilename()).toBe('Down.zip');
  expect(digests(unzipped(await contentOf(download)))).toEqual(digests(tree));
  await expect(downloadsOf(page).getByRole('heading', { name: '1 download complete' })).toBeVisible();
  await expect.poll(async () => await said('polite')).toContain('Download of Down.zip complete');
  expect(await judge(page)).toEqual([]);
  const batches = calls.filter((path) => path.startsWith('/api/v1/batch/'));
  expect(batches.length).toBeLessThanOrEqual(8);
  expect(bytesOfServer).toBeLessThan(MIB);
  await page.reload();
  await expect(page.getByRole('grid')).toBeVisible();
});

test('a folder is downloaded by keyboard under its own name', async ({ page }) => {
  await openWith(page, 'Keys', { 'Trip: day 1/a.txt': Buffer.from('A'), 'Trip: day 1/b': null });
  const row = page.getByRole('row', { name: /^Trip: day 1/ });
  await row.focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Download' }).waitFor();
  const arriving = page.waitForEvent('download');
  while (
    !(await page.getByRole('menuitem', { name: 'Download' }).evaluate((item) => item.matches(':focus')))
  ) {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  const download = await arriving;
  expect(download.suggestedFilename()).toBe('Trip_ day 1.zip');
  expect(digests(unzipped(await contentOf(download)))).toEqual({
    'Trip_ day 1': null,
    'Trip_ day 1/a.txt': sha256('A'),
    'Trip_ day 1/b': null,
  });
});

test('a single file is downloaded as it is, and a deleted one is reported within the page', async ({
  page,
}) => {
  await openWith(page, 'One', { 'one.txt': Buffer.from('one') });
  await page.getByRole('row', { name: /^one\.txt/ }).focus();
  await page.keyboard.press('Space');
  const arriving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  const download = await arriving;
  expect([download.suggestedFilename(), String(await contentOf(download))]).toEqual(['one.txt', 'one']);
  await page.route('**/content?*', (route) =>
    route.fulfill({ status: 404, contentType: 'application/problem+json', body: GONE }),
  );
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('was deleted');
  await expect(page.getByRole('grid')).toBeVisible();
});

const GONE = JSON.stringify({
  type: 'about:blank',
  title: 'Not found',
  status: 404,
  code: 'node_not_found',
  requestId: 'r',
});

test('a file missing in the store is named, never truncates the zip file, and can be excluded', async ({
  page,
}) => {
  const said = await recordSaid(page);
  await openWith(page, 'Lost', {
    'Set/a.txt': Buffer.from('A'),
    'Set/b.txt': Buffer.from('B'),
    'Set/c.txt': Buffer.from('C'),
  });
  await page.route(/127\.0\.0\.1.*b\.txt/, (route) => route.fulfill({ status: 404, body: '' }));
  const first = page.waitForEvent('download');
  await downloadAll(page);
  await expect(downloadsOf(page).getByText('b.txt no longer exists.')).toBeVisible();
  await expect.poll(async () => await said('assertive')).toContain('Download of Set.zip stopped');
  expect(await (await first).failure()).not.toBeNull();
  expect(await judge(page)).toEqual([]);
  const second = page.waitForEvent('download');
  await downloadsOf(page).getByRole('button', { name: 'Try again without it' }).click();
  const read = unzipped(await contentOf(await second));
  expect(Object.keys(read).toSorted()).toEqual(['Set/', 'Set/a.txt', 'Set/c.txt']);
  await expect(downloadsOf(page).getByText('1 item skipped')).toBeVisible();
});

test('a broken connection loses nothing', async ({ page, context }) => {
  const content = randomBytes(24 * MIB);
  await openWith(page, 'Line', { 'Set/film.bin': content });
  await slowDown(page, 2);
  const arriving = page.waitForEvent('download');
  await downloadAll(page);
  await untilUnderWay(page);
  await context.setOffline(true);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await slowDown(page);
  await context.setOffline(false);
  const read = unzipped(await contentOf(await arriving));
  expect(digests(read)['Set/film.bin']).toBe(sha256(content));
});

test('a paused download asks for nothing, keeps its focus, and goes on where it was', async ({ page }) => {
  const content = randomBytes(10 * MIB);
  await openWith(page, 'Pause', { 'Set/film.bin': content });
  await slowDown(page, 2);
  const arriving = page.waitForEvent('download');
  await downloadAll(page);
  await untilUnderWay(page);
  await downloadsOf(page).getByRole('button', { name: 'Pause download of Set.zip' }).press('Enter');
  await expect(downloadsOf(page).getByRole('heading', { name: '1 download paused' })).toBeVisible();
  await expect(downloadsOf(page).getByText(/^Paused at .* of 10/)).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/blobs/')) asked.push(request.url());
  });
  await slowDown(page);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(asked).toEqual([]);
  expect(await judge(page)).toEqual([]);
  const resume = downloadsOf(page).getByRole('button', { name: 'Resume download of Set.zip' });
  await expect(resume).toBeFocused();
  await resume.press('Enter');
  expect(digests(unzipped(await contentOf(await arriving)))['Set/film.bin']).toBe(sha256(content));
  await expect(downloadsOf(page).getByRole('heading', { name: '1 download complete' })).toBeVisible();
  expect(asked).toHaveLength(1);
  const dismiss = downloadsOf(page).getByRole('button', { name: 'Dismiss Set.zip' });
  await expect(dismiss).toBeFocused();
  await dismiss.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('leaving during a download asks, and cancelling leaves no file', async ({ page }) => {
  await openWith(page, 'Stop', { 'Set/film.bin': randomBytes(40 * MIB) });
  await slowDown(page, 0.5);
  const arriving = page.waitForEvent('download');
  await downloadAll(page);
  await untilUnderWay(page);
  await page.getByRole('grid').click();
  const asked = page.waitForEvent('dialog');
  const reloading = page.evaluate(() => location.reload());
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await reloading;
  await downloadsOf(page).getByRole('button', { name: 'Cancel download of Set.zip' }).click();
  await expect(downloadsOf(page).getByText('Cancelled')).toBeVisible();
  expect(await (await arriving).failure()).not.toBeNull();
  await downloadsOf(page).getByRole('button', { name: 'Dismiss Set.zip' }).click();
  await expect(downloadsOf(page)).toHaveCount(0);
});

test('a running download and upload share one corner', async ({ page }) => {
  await openWith(page, 'Both', { 'Set/film.bin': randomBytes(16 * MIB) });
  await slowDown(page, 0.25);
  await downloadAll(page);
  await untilUnderWay(page);
  const disk = world.makeDisk('Both');
  writeFileSync(join(disk, 'up.txt'), 'up');
  await choose(page, join(disk, 'up.txt'));
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible();
  const [down, up] = [await downloadsOf(page).boundingBox(), await trayOf(page).boundingBox()];
  if (down === null || up === null) throw new Error('both are to be seen');
  expect(down.y + down.height).toBeLessThanOrEqual(up.y);
  expect(down.y).toBeGreaterThan(0);
  await downloadsOf(page).getByRole('button', { name: 'Cancel download of Set.zip' }).click();
});

test('a slow download is complete, and one whose page is closed leaves no file', async ({
  page,
  context,
}) => {
  const content = randomBytes(36 * MIB);
  await openWith(page, 'Slow', { 'Set/film.bin': content });
  await slowDown(page, 3);
  const first = page.waitForEvent('download');
  await downloadAll(page);
  // Longer than the worker's check for the page.
  const read = unzipped(await contentOf(await first));
  expect(digests(read)['Set/film.bin']).toBe(sha256(content));
  const other = await context.newPage();
  await slowDown(page, 0.5);
  const second = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download', exact: true }).click();
  await untilUnderWay(page);
  const download = await second;
  await page.close({ runBeforeUnload: false });
  expect(await download.failure()).not.toBeNull();
  await other.close();
});

async function untilUnderWay(page: Page): Promise<void> {
  const bar = downloadsOf(page).getByRole('progressbar', { name: 'Download of Set.zip' });
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { intervals: [50] })
    .toBeGreaterThan(0);
}
