import { err, ok, type Result } from '@coffer/kit';
import { type Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { MIGRATIONS } from '../../migrations/migrations.ts';
import { type Db, SCHEMA_NAME, type Tables } from './database.ts';

/** Must stay the same in every version. */
const LOCK_ID = 4_707_127_001;
const LOCK_TIMEOUT_MS = 60_000;

/** Forward only, under an advisory lock. `schema_newer`: a later version has already migrated the database. */
export async function migrate(db: Db): Promise<Result<void, { readonly code: 'schema_newer' }>> {
  return await db.connection().execute(async (connection) => {
    await sql`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, false)`.execute(connection);
    await sql`select set_config('statement_timeout', '0', false)`.execute(connection);
    await sql`select pg_advisory_lock(${LOCK_ID})`.execute(connection);
    try {
      return await migrateLocked(connection);
    } finally {
      await sql`select pg_advisory_unlock(${LOCK_ID})`.execute(connection);
      await sql`reset lock_timeout`.execute(connection);
      await sql`reset statement_timeout`.execute(connection);
    }
  });
}

async function migrateLocked(
  connection: Kysely<Tables>,
): Promise<Result<void, { readonly code: 'schema_newer' }>> {
  await sql`create schema if not exists ${sql.id(SCHEMA_NAME)}`.execute(connection);
  const migrator = new Migrator({
    db: connection.withoutPlugins(),
    provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS }) },
    migrationTableSchema: SCHEMA_NAME,
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  });
  if (await hasForeignMigration(connection)) return err({ code: 'schema_newer' });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw new Error('the user pool could not migrate its schema', { cause: error });
  return ok(undefined);
}

async function hasForeignMigration(connection: Kysely<Tables>): Promise<boolean> {
  const table = await sql<{
    found: boolean;
  }>`select to_regclass(${`${SCHEMA_NAME}.migration`}) is not null as found`.execute(connection);
  if (table.rows[0]?.found !== true) return false;
  const names = await sql<{
    name: string;
  }>`select name from ${sql.id(SCHEMA_NAME, 'migration')} order by name limit 10000`.execute(connection);
  return names.rows.some(({ name }) => !Object.hasOwn(MIGRATIONS, name));
}
