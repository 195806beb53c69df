import { assert } from '@coffer/kit';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import type { Log } from '../log/log.ts';
import type { Db } from './db.ts';
import type { Schema } from './schema.ts';

export interface DatabaseOptions {
  readonly connectionString: string;
  readonly log: Log;
  /** Connections of this process at most. Default: 16. */
  readonly connectionsMax?: number;
  /** How long one statement may take. Default: 15 s. */
  readonly statementTimeoutMs?: number;
  /** How long somebody may wait for a connection while all are in use. Default: 5 s. */
  readonly connectionWaitMs?: number;
}

export interface Database {
  readonly db: Db;
  /** Waits for running statements, then lets go of all connections. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a pool of connections. int8 arrives as a number (an assertion guards its exactness), timestamptz as a Date. No statement, lock
 * or idle transaction lasts longer than a written bound. Nothing is connected yet when this returns.
 */
export function connectDatabase(options: DatabaseOptions): Database {
  const pool = new Pool({
    connectionString: options.connectionString,
    application_name: 'coffer',
    max: options.connectionsMax ?? 16,
    connectionTimeoutMillis: options.connectionWaitMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    types: {
      getTypeParser: (oid, format) =>
        oid === types.builtins.INT8 && format !== 'binary' ? parseInt8 : types.getTypeParser(oid, format),
    },
  });
  // Idle or in use: one that nobody listens to would end the process when it breaks. The pool repeats what idle ones say.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', (error) => options.log.warn('database_connection_lost', { reason: error.name }));
  });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  let closed: Promise<void> | undefined;
  return { db, close: () => (closed ??= db.destroy()) };
}

/** Every number that we keep is below 2^53; one that is not must not be rounded in silence. */
export function parseInt8(text: string): number {
  const value = Number(text);
  assert(Number.isSafeInteger(value), 'an int8 of the database is a safe integer');
  return value;
}
