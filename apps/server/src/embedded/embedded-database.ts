import { startEmbeddedPostgres } from '@coffer/embedded-postgres';
import { err, ok, type Result } from '@coffer/kit';
import type { Log } from '../platform/log/log.ts';
import type { StartError } from './start-errors.ts';

/** A PostgreSQL server that belongs to this process: it listens on a Unix socket only and ends with us. */
export interface EmbeddedDatabase {
  readonly connection: {
    /** The socket's folder. */
    readonly host: string;
    readonly port: number;
    readonly user: string;
    readonly database: string;
  };
  /** The application's own database. */
  readonly connectionString: string;
  /** The embedded pool's database: another role, which the application's role cannot look into. */
  readonly poolConnectionString: string;
  stop(): Promise<void>;
}

export async function startEmbeddedDatabase(options: {
  readonly folder: string;
  /** A folder with `postgres` and `initdb`, in place of the packaged ones. */
  readonly pgBin?: string | undefined;
  /** The account of the server when this process is root. */
  readonly runAs?: string | undefined;
  readonly log: Log;
  /** The server ended without having been asked to. */
  readonly onLost?: () => void;
}): Promise<Result<EmbeddedDatabase, StartError>> {
  const log = options.log.with({ part: 'database' });
  const started = await startEmbeddedPostgres({
    folder: options.folder,
    databases: ['coffer', 'coffer_pool'],
    pgBin: options.pgBin,
    runAs: options.runAs,
    log: ({ level, message }) => {
      if (level === 'log') log.debug('database_says', { message });
      else log.warn('database_says', { level, message });
    },
  });
  if (!started.ok) {
    switch (started.error.code) {
      case 'locked':
        // Nobody else has the data folder, which is locked for us: the guard of an earlier server was killed, and left it behind.
        return err({
          code: 'database_failed',
          reason: `an earlier PostgreSQL still works on the data; end it with: kill -INT ${started.error.pid}`,
        });
      case 'data_newer':
      case 'data_other_major': {
        const { dataMajor, serverMajor } = started.error;
        return err({ code: 'database_other_version', dataMajor, serverMajor });
      }
      case 'binaries_missing':
        return err({ code: 'database_missing', reason: started.error.reason });
      case 'failed':
        return err({ code: 'database_failed', reason: started.error.reason });
    }
  }
  const server = started.value;
  const stopping = new AbortController();
  void reportLoss({ ended: server.ended, stopping: stopping.signal, log, onLost: options.onLost });
  const { connectionString, ...connection } = server.connectionTo('coffer');
  return ok({
    connection,
    connectionString,
    poolConnectionString: server.connectionTo('coffer_pool').connectionString,
    stop: async () => {
      stopping.abort();
      await server.stop();
    },
  });
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
