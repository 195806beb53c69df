import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { sharedServer } from './environment.ts';
import { startTestServer } from './test-server.ts';

/** An empty database of its own for one test file or one test. */
export interface TestDatabase extends AsyncDisposable {
  /** For `pg`. The role may do everything in this database. */
  readonly connectionString: string;
  /** Removes the database, and cuts off who is still connected. */
  drop(): Promise<void>;
}

let ownServer: Promise<string> | undefined;

/**
 * Makes an empty database on the server of this test run: the one that `COFFER_TEST_DATABASE_URL` names, or the embedded one.
 * Outside Vitest, and where the global setup is not configured, it starts a server on the first call, which ends with the process.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const server = sharedServer() ?? (await (ownServer ??= startOwnServer()));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOn(server, `create database ${name} template template0`);
  const drop = async (): Promise<void> => await runOn(server, `drop database if exists ${name} with (force)`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { connectionString: url.href, drop, [Symbol.asyncDispose]: drop };
}

async function startOwnServer(): Promise<string> {
  return (await startTestServer()).connectionString;
}

async function runOn(server: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
