// What befalls uploads while they run: the file, the folder, the room, the session, the line. Each time the person is told in words, nothing
// is mixed or half, and what can go on goes on.
import { randomBytes } from 'node:crypto';
import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeView } from '@coffer/contracts';
import { expect, type Page, test } from '@playwright/test';
import {
  choose,
  enterWhereAsked,
  headlineOf,
  holdParts,
  rowOf,
  sha256,
  slowDown,
  startTransferWorld,
  type TransferWorld,
  trayOf,
  treeOf,
  untilUnderWay,
} from './transfers-world.ts';

const MIB = 1024 * 1024;
const WRITTEN_AT = new Date('2026-01-01T12:00:00Z');

let world: TransferWorld;

test.beforeAll(async () => {
  world = await startTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** A file of some parts that is on its way: one of them has arrived, and the others wait for the gate to be opened. */
async function begin(page: Page, title: string) {
  const folderId = await world.open(page, title);
  const path = join(world.makeDisk(title), 'film.bin');
  const content = randomBytes(80 * MIB);
  writeFileSync(path, content);
  utimesSync(path, WRITTEN_AT, WRITTEN_AT);
  const open = await holdParts(page, 1);
  await choose(page, path);
  await untilUnderWay(page, 'film.bin');
  return { folderId, path, content, open };
}

/** The store has a part whole: from then on another file would be mixed with it. */
async function untilPartsAreHeld(folderId: NodeView['id']): Promise<void> {
  const held = async (): Promise<number> => {
    const { uploads } = await world.person.call('listUploads');
    const found = uploads.find(({ upload }) => upload.parentId === folderId)?.upload;
    if (found === undefined) return 0;
    return (await world.person.call('getUpload', { params: { uploadId: found.id } })).stored.length;
  };
  await expect.poll(held, { timeout: 120_000 }).toBeGreaterThan(0);
}

async function chooseAgain(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await trayOf(page).getByRole('button', { name: 'Choose the file again' }).click();
  await (await chooser).setFiles(path);
}

/** Leaves the page in the middle and comes back, whatever it asks. */
async function reload(page: Page): Promise<void> {
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await enterWhereAsked(page);
}

test('a file that was written anew between two runs is not taken for the first one', async ({ page }) => {
  const { folderId, path, open } = await begin(page, 'written anew');
  await reload(page);
  open();
  const later = randomBytes(80 * MIB);
  writeFileSync(path, later);
  await chooseAgain(page, path);
  await expect(page.getByText('or it has changed since').first()).toBeVisible();
  expect(await treeOf(world.person, folderId)).toEqual({});
  await trayOf(page)
    .getByRole('button', { name: /^Discard/ })
    .first()
    .click();
  await choose(page, path);
  await expect(headlineOf(page, '1 file is here')).toBeVisible({ timeout: 120_000 });
  expect(await treeOf(world.person, folderId)).toEqual({ 'film.bin': sha256(later) });
});

test('a changed file with the size and the date of the first one is found out by its bytes', async ({
  page,
}) => {
  const { folderId, path, content, open } = await begin(page, 'changed in secret');
  await untilPartsAreHeld(folderId);
  await reload(page);
  open();
  writeFileSync(path, content.toReversed());
  utimesSync(path, WRITTEN_AT, WRITTEN_AT);
  await chooseAgain(page, path);
  await expect(rowOf(page, 'film.bin')).toContainText('The file has changed since its upload began');
  expect(await treeOf(world.person, folderId)).toEqual({});
  await rowOf(page, 'film.bin').getByRole('button', { name: 'Cancel' }).click();
});

test('a file that is deleted on the way is told, and nothing of it is seen', async ({ page }) => {
  const { folderId, path, open } = await begin(page, 'deleted');
  rmSync(path);
  open();
  await expect(rowOf(page, 'film.bin')).toContainText('was changed or moved on this device', {
    timeout: 120_000,
  });
  expect(await treeOf(world.person, folderId)).toEqual({});
});

test('a full space lets in what fits and tells about the rest, which goes on when there is room', async ({
  page,
}) => {
  const folderId = await world.open(page, 'full');
  const { person, spaceId } = world;
  const space = await person.call('getSpace', { params: { spaceId } });
  const free = space.quotaBytes - space.usedBytes - space.reservedBytes - space.heldBytes;
  const body = { parentId: folderId, mediaType: '', modifiedAt: new Date().toISOString() };
  const hoarded = await person.call('createUpload', {
    body: { ...body, name: 'hoard', sizeBytes: free - 5 * MIB, conflict: 'ask' },
  });
  if (hoarded.outcome !== 'created') throw new Error('the room was not reserved');
  const disk = world.makeDisk('full');
  const contents = new Map(
    Array.from({ length: 12 }, (_, index) => [`file ${index}`, randomBytes(MIB)] as const),
  );
  for (const [name, content] of contents) writeFileSync(join(disk, name), content);
  await choose(page, ...Array.from(contents.keys(), (name) => join(disk, name)));
  await expect(headlineOf(page, '7 files could not be uploaded')).toBeVisible({ timeout: 120_000 });
  await expect(trayOf(page).getByText('There is not enough room in this space.')).toHaveCount(7);
  expect(Object.keys(await treeOf(person, folderId))).toHaveLength(5);
  await person.call('abortUpload', { params: { uploadId: hoarded.upload.id } });
  await trayOf(page).getByRole('button', { name: 'Try all again' }).click();
  await expect(headlineOf(page, '12 files are here')).toBeVisible({ timeout: 120_000 });
  const wanted = Object.fromEntries(Array.from(contents, ([name, content]) => [name, sha256(content)]));
  expect(await treeOf(person, folderId)).toEqual(wanted);
});

test('a folder that goes to the trash takes its upload along, and the person is told', async ({ page }) => {
  const { folderId, open } = await begin(page, 'trashed');
  await world.person.call('trashNodes', { body: { ids: [folderId] } });
  open();
  await expect(rowOf(page, 'film.bin')).toContainText('The folder is gone', { timeout: 120_000 });
});

test('a session that ends on the way holds the upload up until the person is back', async ({ page }) => {
  const { folderId, content, open } = await begin(page, 'signed out');
  await page.context().clearCookies();
  open();
  await expect(page.getByLabel('E-mail or user name')).toBeVisible({ timeout: 120_000 });
  await enterWhereAsked(page);
  const again = trayOf(page).getByRole('button', { name: 'Try all again' });
  const here = headlineOf(page, '1 file is here');
  await expect(here.or(again)).toBeVisible({ timeout: 120_000 });
  expect(await again.isVisible(), 'it goes on by itself').toBe(false);
  expect(await treeOf(world.person, folderId)).toEqual({ 'film.bin': sha256(content) });
});

test('a device that is offline for a while goes on by itself', async ({ page, context }) => {
  const { folderId, content, open } = await begin(page, 'offline');
  // The parts that waited are on the line when it breaks.
  await slowDown(page, 2);
  open();
  await context.setOffline(true);
  await sleep(4_000);
  await expect(headlineOf(page, /Uploading/)).toBeVisible();
  await expect(trayOf(page).getByText('Waiting for the network').first()).toBeVisible();
  await slowDown(page);
  await context.setOffline(false);
  await expect(headlineOf(page, '1 file is here')).toBeVisible({ timeout: 120_000 });
  expect(await treeOf(world.person, folderId)).toEqual({ 'film.bin': sha256(content) });
});

test('a store that has had enough for a while is given time', async ({ page }) => {
  const folderId = await world.open(page, 'slow down');
  const path = join(world.makeDisk('slow down'), 'film.bin');
  const content = randomBytes(24 * MIB);
  writeFileSync(path, content);
  let refused = 0;
  await page.route(/x-amz-signature/i, async (route) => {
    if (route.request().method() === 'OPTIONS' || refused === 8) return await route.fallback();
    refused += 1;
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/xml' };
    return await route.fulfill({ status: 503, headers, body: '<Error><Code>SlowDown</Code></Error>' });
  });
  // The pauses grow to a minute: after so many refusals they may add up to more than two.
  await choose(page, path);
  await expect(headlineOf(page, '1 file is here')).toBeVisible({ timeout: 300_000 });
  expect(refused, 'it was refused').toBe(8);
  expect(await treeOf(world.person, folderId)).toEqual({ 'film.bin': sha256(content) });
});

test('two tabs that send the same file end with two whole copies under two names', async ({
  page,
  context,
}) => {
  const { folderId, path, content, open } = await begin(page, 'two tabs');
  const other = await context.newPage();
  await other.goto(page.url());
  await enterWhereAsked(other);
  const begun = other.waitForResponse(
    (response) =>
      new URL(response.url()).pathname === '/api/v1/uploads' && response.request().method() === 'POST',
  );
  await choose(other, path);
  await begun;
  open();
  for (const tab of [page, other]) {
    await expect(headlineOf(tab, '1 file is here')).toBeVisible({ timeout: 120_000 });
  }
  const tree = await treeOf(world.person, folderId);
  expect(Object.values(tree)).toEqual([sha256(content), sha256(content)]);
});
