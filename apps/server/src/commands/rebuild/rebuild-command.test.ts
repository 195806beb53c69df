import { freePort, temporaryFolder, testDatabase } from '@coffer/testing';
import { runCoffer } from '@coffer/testing/coffer-command';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { MIGRATIONS } from '../../migrations/migrations.ts';
import { connectDatabase } from '../../platform/db/connect.ts';
import type { Db } from '../../platform/db/db.ts';
import { migrate } from '../../platform/db/migrate.ts';
import type { Log } from '../../platform/log/log.ts';

const folder = temporaryFolder('rebuild command');
afterAll(async () => await folder.remove());

const log: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  with: () => log,
};

const ASKED_MS = 180_000;

async function rebuild(connectionString: string, name: string, args: readonly string[]) {
  return await runCoffer(['rebuild', ...args], {
    COFFER_DATA: `${folder.path}/${name}`,
    DATABASE_URL: connectionString,
    COFFER_STORE_PORT: String(await freePort()),
    COFFER_POOL_PORT: String(await freePort()),
  });
}

/** Tables, schemas and applied migrations. */
async function contentOf(db: Db): Promise<readonly unknown[]> {
  const { rows: tables } = await sql`select table_schema, table_name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2`.execute(db);
  const { rows: schemas } = await sql`select nspname from pg_namespace where nspname not like 'pg\\_%'
    order by 1`.execute(db);
  return [...tables, ...schemas];
}

test(
  'a database of an older version that is in use is refused untouched',
  async () => {
    await using database = await testDatabase();
    const { db, close } = connectDatabase({ ...database, log });
    try {
      const first = Object.fromEntries(Object.entries(MIGRATIONS).slice(0, 1));
      expect(await migrate(db, first)).toMatchObject({ ok: true });
      await sql`insert into "user" (id, issuer, subject, username, email, email_verified, name, status, role,
        quota_bytes, created_at, updated_at) values (gen_random_uuid(), 'i', 's', 'u', 'e', true, 'n', 'active',
        'member', 0, now(), now())`.execute(db);
      const before = await contentOf(db);
      for (const args of [['--dry-run'], []]) {
        const refused = await rebuild(database.connectionString, 'in use', args);
        expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
        expect(refused.stderr).toContain('The database is not empty');
        expect(await contentOf(db)).toEqual(before);
      }
    } finally {
      await close();
    }
  },
  ASKED_MS,
);

test(
  'a dry run reads and says, and leaves an empty database empty',
  async () => {
    await using database = await testDatabase();
    const { db, close } = connectDatabase({ ...database, log });
    try {
      const before = await contentOf(db);
      const asked = await rebuild(database.connectionString, 'empty', ['--dry-run']);
      expect(asked).toMatchObject({ exitCode: 2, stdout: '' });
      expect(asked.stderr).toContain('There is neither a journal nor a file');
      expect(await contentOf(db)).toEqual(before);
    } finally {
      await close();
    }
  },
  ASKED_MS,
);
