import { assert } from '@coffer/kit';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool, types } from 'pg';
import type { Log } from '../log/log.ts';
import type { Db } from './db.ts';
import { parseMoment } from './parse-moment.ts';
import type { Schema } from './schema.ts';
import { createSockets } from './sockets.ts';
import { boundWriters } from './space-transaction.ts';

export interface DatabaseOptions {
  readonly connectionString: string;
  readonly log: Log;
  /** Default: 16. */
  readonly connectionsMax?: number;
  /** Number of idle connections that stay open. Default: none. */
  readonly connectionsMin?: number;
  /** Default: 15 s. */
  readonly statementTimeoutMs?: number;
  /** Default: 5 s. */
  readonly connectionWaitMs?: number;
  /** How long `close` waits for statements. Default: 8 s. */
  readonly closeWaitMs?: number;
}

export interface Database {
  readonly db: Db;
  readonly close: () => Promise<void>;
}

/**
 * Connects lazily. int8 becomes a number, timestamptz a Date; statements, locks and idle transactions have timeouts.
 */
export function connectDatabase(options: DatabaseOptions): Database {
  const { connectionsMax = 16 } = options;
  const sockets = createSockets();
  const pool = new Pool({
    stream: sockets.open,
    connectionString: options.connectionString,
    application_name: 'coffer',
    max: connectionsMax,
    min: options.connectionsMin ?? 0,
    connectionTimeoutMillis: options.connectionWaitMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs ?? 15_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    // JIT compilation of a search takes seconds, running it milliseconds. Not a start-up option, because some poolers
    // refuse those.
    verify: (client, done) => client.query('set jit = off', done),
    types: {
      getTypeParser: (oid, format) =>
        (format === 'binary' ? undefined : PARSERS.get(oid)) ?? types.getTypeParser(oid, format),
    },
  });
  // Without a listener, a broken connection would crash the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', (error) => options.log.warn('database_connection_lost', { reason: error.name }));
  });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  boundWriters(db, { writersMax: Math.ceil(connectionsMax / 4) });
  let closed: Promise<void> | undefined;
  return { db, close: () => (closed ??= sockets.endBy(async () => await db.destroy(), options.closeWaitMs)) };
}

const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [types.builtins.INT8, parseInt8],
  [types.builtins.TIMESTAMPTZ, parseMoment],
]);

/** Throws for numbers of 2^53 and more, which must not be rounded silently. */
export function parseInt8(text: string): number {
  const value = Number(text);
  assert(Number.isSafeInteger(value), 'the database returned an int8 above the safe integers');
  return value;
}
