import { err, ok, type Result } from '@coffer/kit';
import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import type { Db } from './db.ts';

/** The database has been changed by a newer version of the application. Nothing was done to it. */
export interface SchemaNewer {
  readonly code: 'schema_newer';
  /** Names of the migrations that this version does not know. */
  readonly unknown: readonly string[];
}

/** Which migrations ran. */
export interface Migrated {
  readonly applied: readonly string[];
}

/** Any number will do, as long as it is the same in every version. */
const LOCK_ID = 4_207_849_484;

/**
 * Brings the database to the newest schema, or to none but that. All pending migrations run in one transaction: a failure leaves the
 * old schema. Several processes may call at once; one does it and the others wait for it.
 */
export async function migrate(
  db: Db,
  migrations: Readonly<Record<string, Migration>>,
): Promise<Result<Migrated, SchemaNewer>> {
  return await db.connection().execute(async (connection) => {
    // The bounds of ordinary statements do not suit the building of an index.
    await sql`set statement_timeout = 0; set lock_timeout = 0`.execute(connection);
    try {
      await sql`select pg_advisory_lock(${sql.lit(LOCK_ID)})`.execute(connection);
      return await migrateUnderLock(connection, migrations);
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(LOCK_ID)}); reset statement_timeout; reset lock_timeout`.execute(
        connection,
      );
    }
  });
}

/** What stands between the database and the newest schema. Changes nothing. */
export async function pendingMigrations(
  db: Db,
  migrations: Readonly<Record<string, Migration>>,
): Promise<Result<readonly string[], SchemaNewer>> {
  const executed = await executedMigrations(db);
  const unknown = executed.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) return err({ code: 'schema_newer', unknown });
  return ok(Object.keys(migrations).filter((name) => !executed.includes(name)));
}

async function migrateUnderLock(
  connection: Db,
  migrations: Readonly<Record<string, Migration>>,
): Promise<Result<Migrated, SchemaNewer>> {
  const pending = await pendingMigrations(connection, migrations);
  if (!pending.ok) return pending;
  if (pending.value.length === 0) return ok({ applied: [] });
  const provider = { getMigrations: () => Promise.resolve({ ...migrations }) };
  const { error, results } = await new Migrator({ db: connection, provider }).migrateToLatest();
  if (error !== undefined) throw new Error('a migration failed; the schema is as before', { cause: error });
  return ok({ applied: (results ?? []).map((result) => result.migrationName) });
}

async function executedMigrations(db: Kysely<unknown> | Db): Promise<readonly string[]> {
  const found = await sql<{ exists: boolean }>`
    select to_regclass(${sql.lit(DEFAULT_MIGRATION_TABLE)}) is not null as exists`.execute(db);
  if (found.rows[0]?.exists !== true) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name limit 10000`.execute(db);
  return rows.map((row) => row.name);
}
