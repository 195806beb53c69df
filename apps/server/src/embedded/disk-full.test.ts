// Uses a small tmpfs with a real PostgreSQL on it.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MIB } from '@coffer/kit';
import { CAN_MOUNT, mountSmallDisk, type SmallDisk } from '@coffer/testing/small-disk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { connectDatabase, type Database } from '../platform/db/connect.ts';
import { isDatabaseFull } from '../platform/db/unavailable.ts';
import type { Log } from '../platform/log/log.ts';
import { openDataFolder } from './data-folder.ts';
import { createDiskReserve, RESERVE_LIMITS } from './disk-reserve.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts';

const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => log,
};

let disk: SmallDisk;
let server: EmbeddedDatabase | undefined;
let database: Database | undefined;

beforeAll(async () => {
  if (!CAN_MOUNT) return;
  disk = mountSmallDisk(512 * MIB);
  mkdirSync(join(disk.path, 'database'));
  const started = await startEmbeddedDatabase({ folder: join(disk.path, 'database'), log });
  if (!started.ok) throw new Error(JSON.stringify(started.error));
  server = started.value;
  database = connectDatabase({ connectionString: server.connectionString, log });
}, 600_000);
afterAll(async () => {
  await database?.close();
  await server?.stop();
  if (CAN_MOUNT) await disk[Symbol.asyncDispose]();
});

const grow = async (rows: number): Promise<void> => {
  await sql`insert into grown select ${'x'.repeat(2000)} from generate_series(1, ${rows})`.execute(db());
};

function db(): Database['db'] {
  if (database === undefined) throw new Error('the database was started');
  return database.db;
}

test.skipIf(!CAN_MOUNT)(
  'a full disk is detected, new content is rejected, and the reserve allows deletions',
  async () => {
    const reserve = createDiskReserve(disk.path);
    await reserve.update();
    expect(reserve.isFull).toBe(false);
    expect(existsSync(join(disk.path, 'reserve'))).toBe(true);
    await sql`create table grown (text text)`.execute(db());
    await sql`alter table grown alter column text set storage plain`.execute(db());
    await grow(100);

    disk.fillUpTo(RESERVE_LIMITS.fullBytes - MIB);
    await reserve.update();
    expect(reserve.isFull).toBe(true);
    expect(existsSync(join(disk.path, 'reserve'))).toBe(true);

    disk.fillUpTo(0);
    const refused = await grow(20_000).catch((error: unknown) => error);
    expect(isDatabaseFull(refused)).toBe(true);

    await reserve.release();
    expect(disk.freeBytes()).toBeGreaterThanOrEqual(RESERVE_LIMITS.reserveBytes - MIB);
    const { numAffectedRows } = await sql`delete from grown`.execute(db());
    expect(numAffectedRows).toBe(100n);
    expect(reserve.isFull).toBe(true);

    disk.clear();
    await reserve.update();
    expect(reserve.isFull).toBe(false);
    expect(existsSync(join(disk.path, 'reserve'))).toBe(true);
  },
  120_000,
);

test.skipIf(!CAN_MOUNT)('existing data opens with little space left, and a new folder does not', async () => {
  const path = join(disk.path, 'data');
  const first = await openDataFolder(path);
  if (!first.ok) throw new Error(first.error.code);
  first.value.close();
  disk.fillUpTo(24 * MIB);
  const again = await openDataFolder(path);
  expect(again).toMatchObject({ ok: true, value: { isNew: false, isDiskNearlyFull: true } });
  writeFileSync(join(path, 'reserve'), 'kept');
  expect(await openDataFolder(path)).toMatchObject({ error: { code: 'data_locked' } });
  expect(existsSync(join(path, 'reserve')), 'of the process that has the lock').toBe(true);
  if (again.ok) again.value.close();
  expect(await openDataFolder(join(disk.path, 'other'))).toMatchObject({ error: { code: 'disk_full' } });
  disk.clear();
});
