import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIB, SECOND_MS } from '@coffer/kit';
import { type TestDatabase, testDatabase } from '@coffer/testing';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { Client } from 'pg';
import { openStore } from '../store-client.ts';
import {
  choose,
  enterWhereAsked,
  headlineOf,
  sha256,
  startTransferWorld,
  type OwnTransferWorld,
  trayOf,
  treeOf,
} from '../transfers-world.ts';

let world: OwnTransferWorld;
let database: TestDatabase;

test.beforeAll(async () => {
  database = await testDatabase();
  const environment = { COFFER_SPACE_QUOTA: '16 MiB', DATABASE_URL: database.connectionString };
  world = await startTransferWorld({ environment });
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await database.drop();
});

/** Later than the store keeps what was deleted permanently. */
async function passPeriod(): Promise<void> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  await client.query(
    "update blob set delete_after = delete_after - interval '30 days' where state = 'quarantined'",
  );
  await client.end();
}

function toastOf(page: Page, words: string | RegExp): Locator {
  return page.getByRole('region', { name: 'Messages' }).getByText(words);
}

function trashRow(page: Page, name: string): Locator {
  return page.getByRole('row', { name: new RegExp(`^${name}`) });
}

test('a full team space is freed in its own trash, the upload that had no room goes on, and the store has the room once the period is over', async ({
  page,
}) => {
  test.setTimeout(180 * SECOND_MS);
  const { person } = world;
  const store = await openStore(world.coffer, world.data);
  const { id: spaceId, rootId } = await person.call('createSpace', {
    body: { name: 'Full', color: 'orange' },
  });
  const old = await person.upload(rootId, 'old.bin', randomBytes(14 * MIB));
  const oldKeys = (await store.keys()).filter((key) => key.includes('/blobs/'));
  expect(oldKeys).toHaveLength(1);
  await page.goto(`${world.coffer.url}/s/${spaceId}/${rootId}`);
  await enterWhereAsked(page);
  const content = randomBytes(3 * MIB);
  const path = join(world.makeDisk('full space'), 'new.bin');
  writeFileSync(path, content);
  await choose(page, path);
  await expect(trayOf(page).getByText('Not enough storage space.')).toBeVisible();
  await person.call('trashNodes', { body: { ids: [old.id] } });

  await trayOf(page).getByRole('link', { name: 'Open trash' }).click();
  await expect(page).toHaveURL(`${world.coffer.url}/trash/${spaceId}`);
  await expect(page.getByText('Trash takes 14.7 MB.')).toBeVisible();
  const use = page.getByRole('navigation', { name: 'Main' }).getByText('of 16.8 MB used');
  await expect(use).toHaveText('14.7 MB of 16.8 MB used');
  const deleters = page.getByRole('columnheader', { name: 'Deleted by' });
  await deleters.getByRole('button').click();
  await expect(deleters).toHaveAttribute('aria-sort', 'ascending');
  await expect(trashRow(page, 'old.bin')).toBeVisible();
  await page.getByRole('button', { name: 'Empty trash' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Empty trash?' });
  await expect(dialog).toContainText('1 item (14.7 MB) will be deleted permanently. This can’t be undone.');
  await dialog.getByRole('button', { name: 'Empty trash' }).click();
  await expect(toastOf(page, 'Deleted old.bin permanently')).toBeVisible();
  await expect(page.getByText('Trash is empty')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeFocused();
  await expect(use).toHaveText('3.1 MB of 16.8 MB used');
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible();
  expect(await treeOf(person, rootId)).toEqual({ 'new.bin': sha256(content) });
  const purgedBytes = async () => (await person.call('getSpace', { params: { spaceId } })).purgedBytes;
  expect(await purgedBytes()).toBe(14 * MIB);
  expect(await store.keys()).toEqual(expect.arrayContaining(oldKeys));
  await passPeriod();
  await expect.poll(purgedBytes, { intervals: [SECOND_MS], timeout: 100 * SECOND_MS }).toBe(0);
  expect(await store.keys()).not.toEqual(expect.arrayContaining(oldKeys));
  expect(await treeOf(person, rootId)).toEqual({ 'new.bin': sha256(content) });
});

test('items are deleted permanently by keyboard alone, after a question that can be declined', async ({
  page,
}) => {
  const folderId = await world.open(page, 'keyboard');
  for (const name of ['one.txt', 'two.txt', 'three.txt']) {
    const { id } = await world.person.upload(folderId, name, Buffer.from(name));
    await world.person.call('trashNodes', { body: { ids: [id] } });
  }
  await page.goto(`${world.coffer.url}/trash`);
  await enterWhereAsked(page);
  await expect(trashRow(page, 'three.txt')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(trashRow(page, 'three.txt')).toBeFocused();
  await page.keyboard.press('Shift+Delete');
  const dialog = page.getByRole('alertdialog', { name: 'Delete permanently?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(trashRow(page, 'three.txt')).toBeFocused();

  await page.keyboard.press('Shift+Delete');
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Delete permanently' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Deleted three.txt permanently')).toBeVisible();
  await expect(trashRow(page, 'three.txt')).toHaveCount(0);
  await expect(trashRow(page, 'two.txt')).toBeFocused();

  await page.keyboard.press('Control+a');
  await page.keyboard.press('Shift+Delete');
  await expect(dialog).toContainText('2 items (14 bytes) will be deleted permanently.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Trash is empty')).toBeVisible();
});

test('a long deletion leaves the list at once and says that it continues', async ({ page }) => {
  const folderId = await world.open(page, 'long');
  const { id } = await world.person.upload(folderId, 'slow.txt', Buffer.from('slow'));
  await world.person.call('trashNodes', { body: { ids: [id] } });
  let deleting = 1;
  await page.route('**/trash/summary', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), deleting } });
  });
  await page.goto(`${world.coffer.url}/trash`);
  await enterWhereAsked(page);
  await trashRow(page, 'slow.txt').click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByRole('progressbar', { name: 'Deleting 1 item permanently…' })).toBeVisible();
  await expect(trashRow(page, 'slow.txt')).toHaveCount(0);
  deleting = 0;
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await page.unrouteAll({ behavior: 'wait' });
});

test('trashed items are restored into a chosen folder', async ({ page }) => {
  const { person } = world;
  const folderId = await world.open(page, 'from here');
  const target = await person.call('createFolder', { body: { parentId: folderId, name: 'Target' } });
  const { id } = await person.upload(folderId, 'wanted.txt', Buffer.from('wanted'));
  const { id: otherId } = await person.upload(target.id, 'other.txt', Buffer.from('other'));
  await person.call('trashNodes', { body: { ids: [otherId, id] } });
  await page.goto(`${world.coffer.url}/trash`);
  await enterWhereAsked(page);
  // By the folder that they were in.
  const both = page.getByRole('row', { name: /^(wanted|other)\.txt/ });
  const places = page.getByRole('columnheader', { name: 'Original location' });
  await places.getByRole('button').click();
  await expect(places).toHaveAttribute('aria-sort', 'ascending');
  await expect(both).toContainText([/wanted.*from here/, /other.*Target/]);
  await places.getByRole('button').click();
  await expect(both).toContainText([/other/, /wanted/]);
  await trashRow(page, 'wanted.txt').click();
  await page.getByRole('button', { name: 'Restore to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore “wanted.txt”' });
  await expect(dialog.getByText('Files', { exact: true })).toBeVisible();
  await dialog.getByRole('row', { name: 'from here' }).click();
  await dialog.getByRole('row', { name: 'Target' }).click();
  await expect(dialog.getByText('No folders in here')).toBeVisible();
  await dialog.getByRole('button', { name: 'Restore here' }).click();
  await expect(toastOf(page, 'Restored 1 item to Target')).toBeVisible();
  await expect(trashRow(page, 'wanted.txt')).toHaveCount(0);
  await page.getByRole('button', { name: 'Open folder' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Target' })).toBeVisible();
  expect(await treeOf(person, target.id)).toEqual({ 'wanted.txt': sha256(Buffer.from('wanted')) });
});
