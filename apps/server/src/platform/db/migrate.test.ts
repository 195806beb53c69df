import { readdirSync } from 'node:fs';
import { testDatabase } from '@coffer/testing';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../migrations/migrations.ts';
import { createLog } from '../log/create-log.ts';
import { connectDatabase, type Database } from './connect.ts';
import { migrate, pendingMigrations } from './migrate.ts';

const log = createLog({ level: 'error' });

async function withDatabase(run: (one: Database, other: Database) => Promise<void>): Promise<void> {
  await using database = await testDatabase();
  const one = connectDatabase({ ...database, log });
  const other = connectDatabase({ ...database, log });
  try {
    await run(one, other);
  } finally {
    await one.close();
    await other.close();
  }
}

test('the list of migrations equals the folder, and their names ascend', () => {
  const folder = new URL('../../migrations/', import.meta.url);
  const files = readdirSync(folder).filter((name) => /^\d{12}-/.test(name) && !name.endsWith('.test.ts'));
  expect(Object.keys(MIGRATIONS)).toEqual(files.map((name) => name.replace(/\.ts$/, '')).toSorted());
});

test('two processes that migrate concurrently apply each migration once, and a third has nothing to do', async () => {
  await withDatabase(async (one, other) => {
    const both = await Promise.all([migrate(one.db, MIGRATIONS), migrate(other.db, MIGRATIONS)]);
    const applied = both.flatMap((result) => (result.ok ? result.value.applied : ['failed']));
    expect(applied).toEqual(Object.keys(MIGRATIONS));
    expect(await migrate(one.db, MIGRATIONS)).toEqual({ ok: true, value: { applied: [] } });
  });
});

test('a database of a newer version is not changed', async () => {
  await withDatabase(async ({ db }) => {
    await migrate(db, MIGRATIONS);
    await sql`insert into kysely_migration (name, timestamp) values ('209901010000-add-moon', 'later')`.execute(
      db,
    );
    const refused = { ok: false, error: { code: 'schema_newer', unknown: ['209901010000-add-moon'] } };
    expect(await migrate(db, MIGRATIONS)).toEqual(refused);
    expect(await pendingMigrations(db, MIGRATIONS)).toEqual(refused);
  });
});

test('a migration older than an applied one is applied as well', async () => {
  await withDatabase(async ({ db }) => {
    const late = '202611260020-add-link-kinds';
    const before = Object.entries(MIGRATIONS).filter(([name]) => name !== late);
    await migrate(db, Object.fromEntries(before));
    expect(await migrate(db, MIGRATIONS)).toEqual({ ok: true, value: { applied: [late] } });
    expect(await migrate(db, MIGRATIONS)).toEqual({ ok: true, value: { applied: [] } });
  });
});

test('a failed migration leaves the schema unchanged', async () => {
  await withDatabase(async ({ db }) => {
    await migrate(db, MIGRATIONS);
    const half = {
      ...MIGRATIONS,
      '209901010000-break': {
        up: async (tx: Kysely<unknown>) => {
          await sql`create table moon (id int)`.execute(tx);
          await sql`select 1 / 0`.execute(tx);
        },
      },
    };
    await expect(migrate(db, half)).rejects.toThrow('the schema is as before');
    const { rows } = await sql<{ there: boolean }>`select to_regclass('moon') is not null as there`.execute(
      db,
    );
    expect(rows).toEqual([{ there: false }]);
    expect(await pendingMigrations(db, half)).toEqual({ ok: true, value: ['209901010000-break'] });
  });
});

test('the normal statement timeouts apply again after a migration', async () => {
  await withDatabase(async ({ db }) => {
    await migrate(db, MIGRATIONS);
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
    expect(rows).toEqual([{ statement_timeout: '15s' }]);
  });
});
