import { startEmbeddedPostgres } from '@coffer/embedded-postgres';
import { temporaryFolder } from './temporary-folder.ts';

export interface TestServer extends AsyncDisposable {
  /** The role is a superuser. */
  readonly connectionString: string;
  stop(): Promise<void>;
}

export async function startTestServer(): Promise<TestServer> {
  const folder = temporaryFolder('postgres');
  const errors: string[] = [];
  const started = await startEmbeddedPostgres({
    folder: folder.path,
    databases: ['coffer'],
    allowDataLoss: true,
    // Many workers share this server, each with several connection pools.
    connectionsMax: 500,
    log: ({ level, message }) => {
      if (level !== 'log' && errors.length < 20) errors.push(message);
    },
  });
  if (!started.ok)
    throw new Error(`no PostgreSQL for tests: ${JSON.stringify(started.error)} ${errors.join(' ')}`);
  const stop = async (): Promise<void> => {
    await started.value.stop();
    await folder.remove();
  };
  const { connectionString } = started.value.connectionTo('postgres', 'superuser');
  return { connectionString, stop, [Symbol.asyncDispose]: stop };
}
