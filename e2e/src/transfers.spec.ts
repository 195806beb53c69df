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
  joinTransferWorld,
  type TransferWorld,
  trayOf,
  treeOf,
  untilUnderWay,
} from './transfers-world.ts';
import { controlPauses } from './waits/skip-pauses.ts';

const MIB = 1024 * 1024;
const WRITTEN_AT = new Date('2026-01-01T12:00:00Z');

let world: TransferWorld;

test.beforeAll(async () => {
  world = await joinTransferWorld();
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

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

/** A changed file must not be mixed with the stored part. */
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
  await trayOf(page).getByRole('button', { name: 'Choose file again' }).click();
  await (await chooser).setFiles(path);
}

async function reload(page: Page): Promise<void> {
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await world.enter(page);
}

test('a file rewritten between two runs is not resumed', async ({ page }) => {
  const { folderId, path, open } = await begin(page, 'written anew');
  await reload(page);
  open();
  const later = randomBytes(80 * MIB);
  writeFileSync(path, later);
  await chooseAgain(page, path);
  await expect(page.getByText('or they changed since').first()).toBeVisible();
  expect(await treeOf(world.person, folderId)).toEqual({});
  await trayOf(page)
    .getByRole('button', { name: /^Discard/ })
    .first()
    .click();
  await choose(page, path);
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible({ timeout: 120_000 });
  expect(await treeOf(world.person, folderId)).toEqual({ 'film.bin': sha256(later) });
});

test('a changed file of equal size and date is detected by its bytes', async ({ page }) => {
  const { folderId, path, content, open } = await begin(page, 'changed in secret');
  await untilPartsAreHeld(folderId);
  await reload(page);
  open();
  writeFileSync(path, content.toReversed());
  utimesSync(path, WRITTEN_AT, WRITTEN_AT);
  await chooseAgain(page, path);
  await expect(rowOf(page, 'film.bin')).toContainText('The file changed after the upload started');
  expect(await treeOf(world.person, folderId)).toEqual({});
  await rowOf(page, 'film.bin').getByRole('button', { name: 'Cancel' }).click();
});

test('a file deleted during its upload fails and stays invisible', async ({ page }) => {
  const { folderId, path, open } = await begin(page, 'deleted');
  rmSync(path);
  open();
  await expect(rowOf(page, 'film.bin')).toContainText('was changed, moved or can’t be read', {
    timeout: 120_000,
  });
  expect(await treeOf(world.person, folderId)).toEqual({});
});

test('a full space accepts what fits, reports the rest, and a retry succeeds with room', async ({ page }) => {
  const pauses = await controlPauses(page);
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
  const failed = headlineOf(page, 'Couldn’t upload 7 files');
  await pauses.skipUntil(async () => await failed.isVisible());
  await expect(trayOf(page).getByText('Not enough storage space.')).toHaveCount(7);
  expect(Object.keys(await treeOf(person, folderId))).toHaveLength(5);
  await person.call('abortUpload', { params: { uploadId: hoarded.upload.id } });
  await trayOf(page).getByRole('button', { name: 'Retry all' }).click();
  await expect(headlineOf(page, '12 files uploaded')).toBeVisible({ timeout: 120_000 });
  const wanted = Object.fromEntries(Array.from(contents, ([name, content]) => [name, sha256(content)]));
  expect(await treeOf(person, folderId)).toEqual(wanted);
});

test('an upload without room says so after a reload, with its ways out, until it is discarded', async ({
  page,
}) => {
  const folderId = await world.open(page, 'without room');
  const { person, spaceId } = world;
  const space = await person.call('getSpace', { params: { spaceId } });
  const sizeBytes = space.quotaBytes - space.usedBytes - space.reservedBytes - space.heldBytes;
  const body = { parentId: folderId, mediaType: '', modifiedAt: new Date().toISOString() };
  const hoarded = await person.call('createUpload', {
    body: { ...body, name: 'hoard', sizeBytes, conflict: 'ask' },
  });
  if (hoarded.outcome !== 'created') throw new Error('the room was not reserved');
  const disk = world.makeDisk('without room');
  for (const name of ['late.txt', 'other.txt']) writeFileSync(join(disk, name), name);
  await choose(page, join(disk, 'late.txt'));
  const noRoom = 'Not enough storage space.';
  await expect(rowOf(page, 'late.txt')).toContainText(noRoom);
  expect(await treeOf(person, folderId)).toEqual({});
  page.on('dialog', (leaving) => void leaving.accept());
  await page.reload();
  await expect(headlineOf(page, '1 upload was interrupted')).toBeVisible();
  await expect(rowOf(page, 'late.txt')).toContainText(noRoom);
  await expect(rowOf(page, 'late.txt').getByRole('link', { name: 'Open trash' })).toBeVisible();
  await page.goto(`${world.coffer.url}/transfers`);
  const attention = page.getByRole('list', { name: 'Needs you' });
  await expect(attention).toContainText(noRoom);
  await expect(attention.getByRole('link', { name: 'Open trash' })).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await attention.getByRole('button', { name: 'Choose file again' }).click();
  await (await chooser).setFiles(join(disk, 'other.txt'));
  const messages = page.getByRole('region', { name: 'Messages' });
  const refused = messages.getByText('None of the chosen files match');
  await expect(refused).toBeVisible();
  await page.getByRole('button', { name: 'Discard all' }).click();
  await expect(refused).toHaveCount(0);
  await expect(attention).toHaveCount(0);
  await person.call('abortUpload', { params: { uploadId: hoarded.upload.id } });
});

test('moving the folder to the trash fails its upload with a message', async ({ page }) => {
  const { folderId, open } = await begin(page, 'trashed');
  await world.person.call('trashNodes', { body: { ids: [folderId] } });
  open();
  await expect(rowOf(page, 'film.bin')).toContainText('The folder no longer exists', { timeout: 120_000 });
});

test('an expired session pauses the upload until the next sign-in', async ({ page }) => {
  const { folderId, content, open } = await begin(page, 'signed out');
  await page.context().clearCookies();
  open();
  await expect(page.getByLabel('Email or user name')).toBeVisible({ timeout: 120_000 });
  await expect(page.getByText('1 upload waits for you to sign in.', { exact: false })).toBeVisible();
  const isAsked = await page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  expect(isAsked, 'leaving the page is asked about').toBe(true);
  await world.enter(page);
  const again = trayOf(page).getByRole('button', { name: 'Retry all' });
  const here = headlineOf(page, '1 file uploaded');
  await expect(here.or(again)).toBeVisible({ timeout: 120_000 });
  expect(await again.isVisible(), 'it goes on by itself').toBe(false);
  expect(await treeOf(world.person, folderId)).toEqual({ 'film.bin': sha256(content) });
});

test('an upload resumes automatically after the device was offline', async ({ page, context }) => {
  const { folderId, content, open } = await begin(page, 'offline');
  // The waiting parts are in flight when the connection breaks.
  await slowDown(page, 2);
  open();
  await context.setOffline(true);
  await sleep(4_000);
  await expect(headlineOf(page, /Uploading/)).toBeVisible();
  await expect(trayOf(page).getByText('Waiting for connection').first()).toBeVisible();
  await slowDown(page);
  await context.setOffline(false);
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible({ timeout: 120_000 });
  expect(await treeOf(world.person, folderId)).toEqual({ 'film.bin': sha256(content) });
});

test('an overloaded store is retried later', async ({ page }) => {
  const pauses = await controlPauses(page);
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
  await choose(page, path);
  const done = headlineOf(page, '1 file uploaded');
  await pauses.skipUntil(async () => await done.isVisible());
  expect(refused, 'it was refused').toBe(8);
  expect(await treeOf(world.person, folderId)).toEqual({ 'film.bin': sha256(content) });
});

test('two tabs that upload the same file create two complete copies', async ({ page, context }) => {
  const { folderId, path, content, open } = await begin(page, 'two tabs');
  const other = await context.newPage();
  await other.goto(page.url());
  await enterWhereAsked(other, world.account);
  const begun = other.waitForResponse(
    (response) =>
      new URL(response.url()).pathname === '/api/v1/uploads' && response.request().method() === 'POST',
  );
  await choose(other, path);
  await begun;
  open();
  for (const tab of [page, other]) {
    await expect(headlineOf(tab, '1 file uploaded')).toBeVisible({ timeout: 120_000 });
  }
  const tree = await treeOf(world.person, folderId);
  expect(Object.values(tree)).toEqual([sha256(content), sha256(content)]);
});
