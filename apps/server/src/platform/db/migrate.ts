import { err, ok, type Result } from '@coffer/kit';
import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { DatabaseError } from 'pg';
import type { Db, Tx } from './db.ts';

/** A newer version of Coffer has migrated the database. */
export interface SchemaNewer {
  readonly code: 'schema_newer';
  readonly unknown: readonly string[];
}

/** A PostgreSQL extension is not installed on the server, or the role may not create it. */
export interface ExtensionMissing {
  readonly code: 'extension_missing';
  readonly reason: string;
}

export interface Migrated {
  readonly applied: readonly string[];
}

/** The value is arbitrary, but must never change. */
const LOCK_ID = 4_207_849_484;

/** Runs all migrations in one transaction. Concurrent processes wait for the first one. */
export async function migrate(
  db: Db,
  migrations: Readonly<Record<string, Migration>>,
): Promise<Result<Migrated, SchemaNewer | ExtensionMissing>> {
  return await db.connection().execute(async (connection) => {
    // Index builds may exceed the normal timeouts.
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

/** Runs all migrations in a transaction of the caller, which may roll them back. */
export async function migrateIn(
  tx: Tx,
  migrations: Readonly<Record<string, Migration>>,
): Promise<Result<Migrated, SchemaNewer | ExtensionMissing>> {
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
    pg_advisory_xact_lock(${sql.lit(LOCK_ID)})`.execute(tx);
  return await migrateUnderLock(tx, migrations);
}

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
): Promise<Result<Migrated, SchemaNewer | ExtensionMissing>> {
  const pending = await pendingMigrations(connection, migrations);
  if (!pending.ok) return pending;
  if (pending.value.length === 0) return ok({ applied: [] });
  const provider = { getMigrations: () => Promise.resolve({ ...migrations }) };
  // Branches may land in a different order from their timestamps, so a migration may be older than one that was already
  // applied.
  const migrator = new Migrator({ db: connection, provider, allowUnorderedMigrations: true });
  const { error, results } = await migrator.migrateToLatest();
  if (isExtensionMissing(error)) return err({ code: 'extension_missing', reason: error.message });
  if (error !== undefined) throw new Error('a migration failed; the schema is as before', { cause: error });
  return ok({ applied: (results ?? []).map((result) => result.migrationName) });
}

/**
 * `insufficient_privilege`, `feature_not_supported` and `undefined_file`.
 * @see https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const EXTENSION_REFUSED = new Set(['42501', '0A000', '58P01']);

function isExtensionMissing(error: unknown): error is DatabaseError {
  return (
    error instanceof DatabaseError &&
    EXTENSION_REFUSED.has(error.code ?? '') &&
    error.message.includes('extension')
  );
}

async function executedMigrations(db: Kysely<unknown> | Db): Promise<readonly string[]> {
  const found = await sql<{ exists: boolean }>`
    select to_regclass(${sql.lit(DEFAULT_MIGRATION_TABLE)}) is not null as exists`.execute(db);
  if (found.rows[0]?.exists !== true) return [];
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name limit 10000`.execute(db);
  return rows.map((row) => row.name);
}
