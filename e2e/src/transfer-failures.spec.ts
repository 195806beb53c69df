import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@coffer/testing';
import { expect, type Page, test } from '@playwright/test';
import { Client } from 'pg';
import {
  choose,
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
/** Unused space is released every minute. */
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
    // Not root, or root may not mount.
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

/** Slow enough to stay in progress. */
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

test('a withdrawn role fails the upload at once, frees its space within a minute, and the upload resumes with the role restored', async ({
  page,
}) => {
  const { folderId, content } = await begin(page, 'withdrawn', 40 * MIB);
  expect(await reservedBytes()).toBe(40 * MIB);
  await change(`update member set role = 'viewer'`);
  await slowDown(page);
  await expect(rowOf(page, 'film.bin')).toContainText('You don’t have permission to add files here.', {
    timeout: 60_000,
  });
  expect(await treeOf(world.person, folderId)).toEqual({});
  await expect.poll(reservedBytes, FREED).toBe(0);
  await change(`update member set role = 'owner'`);
  await trayOf(page).getByRole('button', { name: 'Retry all' }).click();
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible({ timeout: 60_000 });
  expect(await treeOf(world.person, folderId)).toEqual({ 'film.bin': sha256(content) });
});

test('a disabled account asks to sign in, and the upload resumes after the next sign-in', async ({
  page,
}) => {
  const { folderId, content } = await begin(page, 'disabled', 40 * MIB);
  await change(`update "user" set status = 'disabled'`);
  await slowDown(page);
  await expect(page.getByLabel('Email or user name')).toBeVisible({ timeout: 60_000 });
  await change(`update "user" set status = 'active'`);
  expect(await treeOf(world.person, folderId)).toEqual({});
  await world.enter(page);
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible({ timeout: 60_000 });
  expect(await treeOf(world.person, folderId)).toEqual({ 'film.bin': sha256(content) });
});

test('a file rewritten during its upload fails, stays invisible, and cancelling frees its space', async ({
  page,
}) => {
  const { folderId, path } = await begin(page, 'changed', 40 * MIB);
  writeFileSync(path, randomBytes(40 * MIB));
  await slowDown(page);
  await expect(rowOf(page, 'film.bin')).toContainText('The file was changed, moved or can’t be read', {
    timeout: 60_000,
  });
  expect(await treeOf(world.person, folderId)).toEqual({});
  await rowOf(page, 'film.bin').getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(reservedBytes).toBe(0);
});

test('a full store fails the upload, keeps what is there, and a retry succeeds with room', async ({
  page,
}) => {
  test.skip(!mayMount, 'a disk can be mounted by root on Linux only');
  const { folderId, content } = await begin(page, 'full', 60 * MIB);
  leaveFree(20 * MIB);
  await slowDown(page);
  await expect(rowOf(page, 'film.bin')).toContainText('Storage is full.', { timeout: 60_000 });
  expect(await treeOf(world.person, folderId)).toEqual({});
  leaveFree(200 * MIB);
  await trayOf(page).getByRole('button', { name: 'Retry all' }).click();
  await expect(headlineOf(page, '1 file uploaded')).toBeVisible({ timeout: 60_000 });
  expect(await treeOf(world.person, folderId)).toEqual({ 'film.bin': sha256(content) });
});
