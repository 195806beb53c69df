// What is taken away in the middle of an upload: the right to add, the account, the file, the room at the store. The person is told in words,
// nothing half is ever to be seen, no room stays taken, and it goes on where it is given back.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@coffer/testing';
import { expect, type Page, test } from '@playwright/test';
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
/** The loop that frees the room runs every minute. */
const FREED = { timeout: 90_000 };

let world: TransferWorld;
let database: TestDatabase;
let storeFolder: string;
const mayMount = canMount();

test.beforeAll(async () => {
  database = await testDatabase();
  world = await startTransferWorld({
    environment: { DATABASE_URL: database.connectionString },
    ...(mayMount ? { prepare: ownDisk } : {}),
  });
});

test.afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await database.drop();
});

/** A disk for the store alone, whose size can be changed while it is used. */
function ownDisk(dataFolder: string): Disposable {
  storeFolder = join(dataFolder, 'store');
  mkdirSync(storeFolder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1g,mode=700', 'tmpfs', storeFolder]);
  return { [Symbol.dispose]: () => execFileSync('umount', ['-l', storeFolder]) };
}

function leaveFree(bytes: number): void {
  const { blocks, bfree, bsize } = statfsSync(storeFolder);
  const size = (blocks - bfree) * bsize + bytes;
  execFileSync('mount', ['-o', `remount,size=${size}`, storeFolder]);
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.env['COFFER_E2E_S3'] !== undefined) return false;
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    // Not root, or a system that lets even root mount nothing.
    if (error instanceof Error) return false;
    throw error;
  }
}

async function change(statement: string): Promise<void> {
  const client = new Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A file of some parts that is on its way, so slowly that it stays so while something is taken away. */
async function begin(page: Page, title: string, sizeBytes: number) {
  const folderId = await world.open(page, title);
  const path = join(world.makeDisk(title), 'film.bin');
  const content = randomBytes(sizeBytes);
  writeFileSync(path, content);
  await slowDown(page, 1);
  await choose(page, path);
  await untilUnderWay(page, 'film.bin');
  return { folderId, path, content };
}

async function reservedBytes(): Promise<number> {
  const { person, spaceId } = world;
  return (await person.call('getSpace', { params: { spaceId } })).reservedBytes;
}

test('a role that is withdrawn: told at once, the room is free within a minute, and it goes on with the role', async ({
  page,
}) => {
  const { folderId, content } = await begin(page, 'withdrawn', 40 * MIB);
  expect(await reservedBytes()).toBe(40 * MIB);
  await change(`update member set role = 'viewer'`);
  await slowDown(page);
  await expect(rowOf(page, 'film.bin')).toContainText('You may not add files here.', { timeout: 60_000 });
  expect(await treeOf(world.person, folderId)).toEqual({});
  await expect.poll(reservedBytes, FREED).toBe(0);
  await change(`update member set role = 'owner'`);
  await trayOf(page).getByRole('button', { name: 'Try all again' }).click();
  await expect(headlineOf(page, '1 file is here')).toBeVisible({ timeout: 60_000 });
  expect(await treeOf(world.person, folderId)).toEqual({ 'film.bin': sha256(content) });
});

test('an account that is disabled: the page asks to sign in, and goes on with whoever comes back', async ({
  page,
}) => {
  const { folderId, content } = await begin(page, 'disabled', 40 * MIB);
  await change(`update "user" set status = 'disabled'`);
  await slowDown(page);
  await expect(page.getByLabel('E-mail or user name')).toBeVisible({ timeout: 60_000 });
  await change(`update "user" set status = 'active'`);
  expect(await treeOf(world.person, folderId)).toEqual({});
  await enterWhereAsked(page);
  await expect(headlineOf(page, '1 file is here')).toBeVisible({ timeout: 60_000 });
  expect(await treeOf(world.person, folderId)).toEqual({ 'film.bin': sha256(content) });
});

test('a file that is written anew on the way: told, nothing of it is seen, and giving it up frees the room', async ({
  page,
}) => {
  const { folderId, path } = await begin(page, 'changed', 40 * MIB);
  writeFileSync(path, randomBytes(40 * MIB));
  await slowDown(page);
  await expect(rowOf(page, 'film.bin')).toContainText('was changed or moved on this device', {
    timeout: 60_000,
  });
  expect(await treeOf(world.person, folderId)).toEqual({});
  await rowOf(page, 'film.bin').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(reservedBytes).toBe(0);
});

test('a store that runs full: told, what is there stays, and it goes on when there is room', async ({
  page,
}) => {
  test.skip(!mayMount, 'a disk can be mounted by root on Linux only');
  const { folderId, content } = await begin(page, 'full', 60 * MIB);
  leaveFree(20 * MIB);
  await slowDown(page);
  await expect(rowOf(page, 'film.bin')).toContainText('The store is full.', { timeout: 60_000 });
  expect(await treeOf(world.person, folderId)).toEqual({});
  leaveFree(200 * MIB);
  await trayOf(page).getByRole('button', { name: 'Try all again' }).click();
  await expect(headlineOf(page, '1 file is here')).toBeVisible({ timeout: 60_000 });
  expect(await treeOf(world.person, folderId)).toEqual({ 'film.bin': sha256(content) });
});
