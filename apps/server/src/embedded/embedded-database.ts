import { dirname } from 'node:path';
import { findRunningPostgres, startEmbeddedPostgres } from '@coffer/embedded-postgres';
import { err, ok, type Result } from '@coffer/kit';
import type { Log } from '../platform/log/log.ts';
import { ownAccount } from './owner.ts';
import type { StartError } from './start-errors.ts';

const DATABASE = 'coffer';

/** A PostgreSQL server of this process: it listens on a Unix socket only and ends with us. */
export interface EmbeddedDatabase {
  readonly connection: {
    /** Folder of the socket. */
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
  readonly connectionString: string;
  /** True when PostgreSQL runs as an account of other processes, which could then read the data. */
  readonly isAccountShared: boolean;
  /** The embedded pool's database, with a separate role that the application's role cannot read. */
  readonly poolConnectionString: string;
  stop(): Promise<void>;
}

export async function startEmbeddedDatabase(options: {
  readonly folder: string;
  /** Folder of `postgres` and `initdb`, instead of the packaged ones. */
  readonly pgBin?: string | undefined;
  /** The account of the server when this process is root. */
  readonly runAs?: string | undefined;
  readonly log: Log;
  /** The server ended unexpectedly. */
  readonly onLost?: () => void;
}): Promise<Result<EmbeddedDatabase, StartError>> {
  const log = options.log.with({ part: 'database' });
  const started = await startEmbeddedPostgres({
    folder: options.folder,
    databases: [DATABASE, 'coffer_pool'],
    pgBin: options.pgBin,
    runAs: options.runAs,
    log: ({ level, message, isRecovery }) => {
      if (isRecovery) log.warn('database_recovers', { message });
      else if (level === 'log') log.debug('database_says', { message });
      else log.warn('database_says', { level, message });
    },
  });
  if (!started.ok) {
    switch (started.error.code) {
      case 'locked':
        // We have the lock of the data folder, so this PostgreSQL is left from an earlier server whose guard was killed.
        return err({
          code: 'database_failed',
          reason: `an earlier PostgreSQL still works on the data; end it with: kill -INT ${started.error.pid}`,
        });
      case 'data_newer':
      case 'data_other_major': {
        const { dataMajor, serverMajor } = started.error;
        return err({ code: 'database_other_version', dataMajor, serverMajor });
      }
      case 'data_not_writable': {
        // Whoever took the database has also written beside it, so the whole data folder is named.
        const folder = dirname(options.folder);
        return err({ ...started.error, folder, account: ownAccount() });
      }
      case 'binaries_missing':
        return err({ code: 'database_missing', reason: started.error.reason });
      case 'failed':
        return err({ code: 'database_failed', reason: started.error.reason });
    }
  }
  const server = started.value;
  if (server.isAccountShared) log.warn('database_account_shared');
  const stopping = new AbortController();
  void reportLoss({ ended: server.ended, stopping: stopping.signal, log, onLost: options.onLost });
  const { connectionString, ...connection } = server.connectionTo(DATABASE);
  return ok({
    connection,
    connectionString,
    poolConnectionString: server.connectionTo('coffer_pool').connectionString,
    isAccountShared: server.isAccountShared,
    stop: async () => {
      stopping.abort();
      await server.stop();
    },
  });
}

/** Connection string of a database that another process runs on this folder. Undefined while none is ready. */
export async function findRunningDatabase(folder: string): Promise<string | undefined> {
  return (await findRunningPostgres(folder, DATABASE))?.connectionString;
}

async function reportLoss(watch: {
  readonly ended: Promise<void>;
  readonly stopping: AbortSignal;
  readonly log: Log;
  readonly onLost: (() => void) | undefined;
}): Promise<void> {
  await watch.ended;
  if (watch.stopping.aborted) return;
  watch.log.error('database_lost');
  watch.onLost?.();
}
