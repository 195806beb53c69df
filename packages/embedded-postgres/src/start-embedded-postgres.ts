import { join, resolve } from 'node:path';
import { assert, err, ok, type Result } from '@coffer/kit';
import { findAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clearStaleMark, dataArgument, openCluster } from './cluster.ts';
import { connectionTo, type PostgresConnection } from './connection.ts';
import type { EmbeddedPostgresError } from './errors.ts';
import { hasCode } from './run-tool.ts';
import { makeSocketFolder, type PostgresLog, startServer } from './server-process.ts';
import { serverArguments } from './settings.ts';

export type { EmbeddedPostgresError } from './errors.ts';
export type { PostgresLog } from './server-process.ts';

export interface EmbeddedPostgresOptions {
  /** Absolute path, created if missing. The folder must contain nothing else. */
  readonly folder: string;
  /** Each name becomes a database and an unprivileged role that owns it. Lower case. */
  readonly databases: readonly [string, ...string[]];
  /** Folder with `postgres` and `initdb`, version 15 or newer. Default: the packaged ones. */
  readonly pgBin?: string | undefined;
  /** Account for the server when this process is root. Default: `coffer-postgres`, created if missing. */
  readonly runAs?: string | undefined;
  readonly log: PostgresLog;
  /** For tests: disables fsync. */
  readonly allowDataLoss?: boolean;
  readonly connectionsMax?: number;
  readonly lockWaitMs?: number;
}

export interface EmbeddedPostgres {
  connectionTo(database: string, as?: 'owner' | 'superuser'): PostgresConnection;
  /** Whether other processes may run as the server's account, and could read its data. */
  readonly isAccountShared: boolean;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

const LOCK_WAIT_MS = 15_000;
const CONNECTIONS_MAX = 60;

/** Starts PostgreSQL on `folder`. It listens on a Unix socket only, and ends with this process, even after SIGKILL. */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<Result<EmbeddedPostgres, EmbeddedPostgresError>> {
  for (const name of options.databases)
    assert(
      /^[a-z][a-z_]{0,40}$/.test(name),
      'a database name must consist of lower-case letters and underscores',
    );
  const folder = resolve(options.folder);
  const allowDataLoss = options.allowDataLoss ?? false;

  const account = await findAccount(options.runAs);
  if (!account.ok) return account;
  const binaries = await findBinaries(options.pgBin, join(folder, 'cache'), account.value);
  if (!binaries.ok) return binaries;
  const cluster = { folder, databases: options.databases, allowDataLoss };
  const data = await unlessForeign(async () => {
    const free = await clearStaleMark(join(folder, 'data'), options.lockWaitMs ?? LOCK_WAIT_MS);
    return free.ok ? await openCluster(cluster, binaries.value, account.value) : free;
  });
  if (!data.ok) return data;
  const socketFolder = await makeSocketFolder(account.value, folder);
  if (!socketFolder.ok) return socketFolder;

  const server = await startServer({
    postgres: binaries.value.postgres,
    args: serverArguments({
      data: dataArgument(data.value, account.value),
      socketFolder: socketFolder.value,
      allowDataLoss,
      connectionsMax: options.connectionsMax ?? CONNECTIONS_MAX,
    }),
    cwd: data.value,
    socketFolder: socketFolder.value,
    account: account.value,
    log: options.log,
  });
  if (!server.ok) return server;
  return ok({
    connectionTo: (database, as) => connectionTo(socketFolder.value, database, as),
    isAccountShared: account.value.isShared,
    ended: server.value.ended,
    stop: async () => await server.value.stop(),
  });
}

async function unlessForeign<T>(
  open: () => Promise<Result<T, EmbeddedPostgresError>>,
): Promise<Result<T, EmbeddedPostgresError>> {
  try {
    return await open();
  } catch (error) {
    for (const reason of ['EACCES', 'EPERM'])
      if (hasCode(error, reason)) return err({ code: 'data_not_writable', reason });
    throw error;
  }
}
