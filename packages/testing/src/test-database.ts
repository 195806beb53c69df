import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { sharedServer } from './environment.ts';
import { startTestServer } from './test-server.ts';

export interface TestDatabase extends AsyncDisposable {
  readonly connectionString: string;
  drop(): Promise<void>;
}

let ownServer: Promise<string> | undefined;

/** Without `COFFER_TEST_DATABASE_URL` or the global setup, the first call starts a server that ends with the process. */
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
