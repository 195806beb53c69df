import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { sharedServer } from './environment.ts';
import { startTestServer } from './test-server.ts';

export interface TestDatabase extends AsyncDisposable {
  readonly connectionString: string;
  drop(): Promise<void>;
}

/** Created once for all workers and then copied, which takes a tenth of the time of migrations. */
export interface TemplateDatabase {
  /** Must differ for each state of the schema, because a server can outlive a run. */
  readonly name: string;
  /** Must close all its connections. */
  readonly prepare: (connectionString: string) => Promise<void>;
}

/** The value is arbitrary. */
const TEMPLATE_LOCK = 731_204;
const LOOK_MS = 20;
const LOOKS_MAX = 10;

let ownServer: Promise<string> | undefined;
const templates = new Map<string, Promise<void>>();

/** Without `COFFER_TEST_DATABASE_URL` or the global setup, the first call starts a server that ends with the process. */
export async function testDatabase(template?: TemplateDatabase): Promise<TestDatabase> {
  const server = sharedServer() ?? (await (ownServer ??= startOwnServer()));
  if (template !== undefined) {
    const made = templates.get(template.name) ?? makeTemplate(server, template);
    templates.set(template.name, made);
    await made;
  }
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, async (client) => await create(client, name, template?.name ?? 'template0'));
  const drop = async (): Promise<void> =>
    await onServer(server, async (client) => {
      await untilLeft(client, name);
      await client.query(`drop database if exists ${name} with (force)`);
    });
  return { connectionString: urlOf(server, name), drop, [Symbol.asyncDispose]: drop };
}

/** Waits until all connections are closed. A pool's `end` returns earlier, and cutting its connections would throw. */
async function untilLeft(client: Client, name: string): Promise<void> {
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
    if (rowCount === 0) return;
    await sleep(LOOK_MS);
  }
}

async function startOwnServer(): Promise<string> {
  return (await startTestServer()).connectionString;
}

/**
 * The first worker creates the template; the others wait. A template that a killed worker left unfinished is created
 * again.
 */
async function makeTemplate(server: string, { name, prepare }: TemplateDatabase): Promise<void> {
  await onServer(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await client.query('select from pg_database where datname = $1 and datistemplate', [
      name,
    ]);
    if (rowCount === 1) return;
    await client.query(`drop database if exists ${name} with (force)`);
    await create(client, name, 'template0');
    await prepare(urlOf(server, name));
    await client.query(`alter database ${name} is_template true`);
  });
}

/** Copying files begins and ends with a checkpoint, which is cheap if nothing is flushed to disk. */
async function create(client: Client, name: string, template: string): Promise<void> {
  const { rows } = await client.query<{ fsync: string }>('show fsync');
  const strategy = rows[0]?.fsync === 'off' ? ' strategy file_copy' : '';
  await client.query(`create database ${name} template ${template}${strategy}`);
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer(server: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
