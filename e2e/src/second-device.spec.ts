// Device clocks are mocked; server time is changed in the database.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS, type NodeView, SERVER_LIMITS } from '@coffer/contracts';
import { type TestDatabase, testDatabase } from '@coffer/testing';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { Client } from 'pg';
import {
  choose,
  enterWhereAsked,
  headlineOf,
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

let world: TransferWorld;
let database: TestDatabase;
test.beforeAll(async () => {
  database = await testDatabase();
  world = await startTransferWorld({ environment: { DATABASE_URL: database.connectionString } });
});
test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await database.drop();
});

async function letTimePass(): Promise<void> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    const statement = 'update upload set updated_at = updated_at - make_interval(secs => $1)';
    await client.query(statement, [SERVER_LIMITS.uploadHeldMs / 1_000]);
  } finally {
    await client.end();
  }
}

async function passMinute(page: Page): Promise<void> {
  await page.clock.fastForward(LIMITS.uploadHeartbeatEveryMs);
}

async function begin(page: Page, title: string) {
  await page.clock.install();
  const folderId = await world.open(page, title);
  const path = join(world.makeDisk(title), 'film.bin');
  const content = randomBytes(80 * MIB);
  writeFileSync(path, content);
  await slowDown(page, 2);
  await choose(page, path);
  await untilUnderWay(page, 'film.bin');
  await expect.poll(async () => (await stored(folderId)).length).toBeGreaterThan(0);
  return { folderId, path, content };
}

async function uploadInto(folderId: NodeView['id']) {
  const { uploads } = await world.person.call('listUploads');
  return uploads.find(({ upload }) => upload.parentId === folderId);
}

async function stored(folderId: NodeView['id']): Promise<readonly number[]> {
  const found = await uploadInto(folderId);
  if (found === undefined) return [];
  const status = await world.person.call('getUpload', { params: { uploadId: found.upload.id } });
  return status.stored.map(({ number }) => number);
}

/** Its clock is ahead. */
async function secondDevice(browser: Browser, folderId: NodeView['id']) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${world.coffer.url}/s/${world.spaceId}/${folderId}`);
  await enterWhereAsked(page);
  await page.clock.setSystemTime(Date.now() + 600_000);
  await page.reload();
  return { page, [Symbol.asyncDispose]: () => context.close() };
}

test('an upload active on one device cannot be resumed on another, whatever their clocks say', async ({
  page: laptop,
  browser,
}) => {
  const { folderId, content } = await begin(laptop, 'held');
  const row = rowOf(laptop, 'film.bin');
  await row.getByRole('button', { name: 'Pause' }).click();
  await expect(row).toContainText('Paused at');

  const isHeld = async (): Promise<void> => {
    const said = laptop.waitForResponse((answer) => answer.url().endsWith('/batch/uploads/heartbeat'));
    await passMinute(laptop);
    expect((await said).status()).toBe(204);
  };
  await test.step('it says so every minute', async () => {
    await letTimePass();
    expect(await uploadInto(folderId)).toMatchObject({ isActive: false });
    await passMinute(laptop);
    await isHeld();
    expect(await uploadInto(folderId)).toMatchObject({ isActive: true });
  });

  await using second = await secondDevice(browser, folderId);
  const { page: phone } = second;
  const there = rowOf(phone, 'film.bin');
  const question = phone.getByRole('alertdialog', { name: 'This upload continues on another device' });
  await test.step('the other device shows it, and offers nothing that would end it', async () => {
    await expect(headlineOf(phone, '1 upload continues on another device')).toBeVisible();
    await expect(there).toContainText('Continues on another device');
    await expect(trayOf(phone).getByRole('button', { name: /Discard|Choose|Cancel/ })).toHaveCount(0);
    await there.getByRole('button', { name: 'About this upload' }).click();
    await expect(question).toContainText('that device starts over');
    await expect(question.getByRole('button', { name: 'Keep uploading' })).toBeFocused();
    await question.getByRole('button', { name: 'Keep uploading' }).click();
    await expect(question).toHaveCount(0);
  });

  await test.step('it is left by a device that is gone, until that one is back', async () => {
    await letTimePass();
    await passMinute(phone);
    await expect(there).toContainText('Started on another device');
    await expect(trayOf(phone).getByRole('button', { name: 'Choose file again' })).toBeVisible();
    await isHeld();
    await there.getByRole('button', { name: 'Discard' }).click();
    await question.getByRole('button', { name: 'Keep uploading' }).click();
    await expect(there).toContainText('Continues on another device');
  });

  await test.step('it arrives, and the other device sees that', async () => {
    await slowDown(laptop);
    await row.getByRole('button', { name: 'Resume' }).click();
    await expect(headlineOf(laptop, '1 file uploaded')).toBeVisible();
    expect(await treeOf(world.person, folderId)).toEqual({ 'film.bin': sha256(content) });
    await passMinute(phone);
    await expect(headlineOf(phone, '1 file uploaded')).toBeVisible();
    await expect(phone.getByRole('row', { name: 'film.bin' })).toBeVisible();
  });
});

test('an upload that its device left is resumed on another with the same file, and nothing is sent twice', async ({
  page: laptop,
  browser,
}) => {
  const { folderId, path, content } = await begin(laptop, 'left');
  await laptop.close({ runBeforeUnload: false });
  const before = await stored(folderId);
  await using second = await secondDevice(browser, folderId);
  const { page: phone } = second;
  await expect(rowOf(phone, 'film.bin')).toContainText('Continues on another device');
  await letTimePass();
  await passMinute(phone);
  await expect(headlineOf(phone, '1 upload was interrupted')).toBeVisible();
  const sent: number[] = [];
  phone.on('request', (request) => {
    const number = new URL(request.url()).searchParams.get('partNumber');
    if (request.method() === 'PUT' && number !== null) sent.push(Number(number));
  });
  const chooser = phone.waitForEvent('filechooser');
  await trayOf(phone).getByRole('button', { name: 'Choose file again' }).click();
  await (await chooser).setFiles(path);
  await expect(headlineOf(phone, '1 file uploaded')).toBeVisible();
  expect(sent.filter((number) => before.includes(number))).toEqual([]);
  expect(await treeOf(world.person, folderId)).toEqual({ 'film.bin': sha256(content) });
});
