import { join, resolve } from 'node:path';
import { assert, ok, type Result } from '@coffer/kit';
import { findAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clearStaleMark, dataArgument, openCluster } from './cluster.ts';
import type { EmbeddedPostgresError } from './errors.ts';
import { makeSocketFolder, type PostgresLog, startServer } from './server-process.ts';
import { serverArguments } from './settings.ts';

export type { EmbeddedPostgresError } from './errors.ts';
export type { PostgresLog } from './server-process.ts';

export interface EmbeddedPostgresOptions {
  /** Absolute path. Made if missing; holds the data and nothing of anybody else. */
  readonly folder: string;
  /** Each name is a database, a role without special rights that owns it and nothing else, made with the data. Lower-case words. */
  readonly databases: readonly [string, ...string[]];
  /** A folder with `postgres` and `initdb`, version 15 or newer, in place of the packaged ones. */
  readonly pgBin?: string | undefined;
  /** The account for the server when this process is root. Default: `nobody`. */
  readonly runAs?: string | undefined;
  readonly log: PostgresLog;
  /** For tests: no fsync. A power cut destroys the data. */
  readonly allowDataLoss?: boolean;
  /** How long to wait for an earlier server that is shutting down. Default: 15 s. */
  readonly lockWaitMs?: number;
}

/** How to reach one database, over a Unix socket: no port of the network, no password; the kernel vouches for the account. */
export interface PostgresConnection {
  /** The socket's folder. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** The same as one string that `pg` and libpq understand. */
  readonly connectionString: string;
}

export interface EmbeddedPostgres {
  /** The way to one of `databases`; `as: 'superuser'` may do all, and is for maintenance and tests. */
  connectionTo(database: string, as?: 'owner' | 'superuser'): PostgresConnection;
  /** Settles when the server has ended, wanted or not. */
  readonly ended: Promise<void>;
  /** Ends the server; clients that are still connected are cut off. */
  stop(): Promise<void>;
}

const LOCK_WAIT_MS = 15_000;

/**
 * Starts a PostgreSQL server of our own on `folder`. It listens on a Unix socket only, and ends with this process, even when this
 * process is killed.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<Result<EmbeddedPostgres, EmbeddedPostgresError>> {
  for (const name of options.databases)
    assert(/^[a-z][a-z_]{0,40}$/.test(name), 'database names are lower-case words');
  const folder = resolve(options.folder);
  const allowDataLoss = options.allowDataLoss ?? false;

  const account = await findAccount(options.runAs ?? 'nobody');
  if (!account.ok) return account;
  const binaries = await findBinaries(options.pgBin, join(folder, 'cache'), account.value);
  if (!binaries.ok) return binaries;
  const free = await clearStaleMark(join(folder, 'data'), options.lockWaitMs ?? LOCK_WAIT_MS);
  if (!free.ok) return free;
  const data = await openCluster(
    { folder, databases: options.databases, allowDataLoss },
    binaries.value,
    account.value,
  );
  if (!data.ok) return data;
  const socketFolder = await makeSocketFolder(account.value, folder);
  if (!socketFolder.ok) return socketFolder;

  const server = await startServer({
    postgres: binaries.value.postgres,
    args: serverArguments({
      data: dataArgument(data.value, account.value),
      socketFolder: socketFolder.value,
      allowDataLoss,
    }),
    cwd: data.value,
    socketFolder: socketFolder.value,
    account: account.value,
    log: options.log,
  });
  if (!server.ok) return server;
  return ok({
    connectionTo: (database, as) => connection(socketFolder.value, database, as),
    ended: server.value.ended,
    stop: async () => await server.value.stop(),
  });
}

function connection(host: string, database: string, as: 'owner' | 'superuser' = 'owner'): PostgresConnection {
  const user = as === 'owner' ? database : 'postgres';
  const query = new URLSearchParams({ host, port: '5432' });
  return {
    host,
    port: 5432,
    user,
    database,
    connectionString: `postgresql://${user}@localhost/${database}?${query.toString()}`,
  };
}
