import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

export interface DataFolder extends AsyncDisposable {
  readonly path: string;
  /** For `startCoffer`. Empty when everything is embedded. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * `COFFER_E2E_POSTGRES` (a URL that may create databases) and `COFFER_E2E_S3` (JSON of `COFFER_S3_*` variables without
 * the bucket) select external storage.
 */
export async function createDataFolder(name: string): Promise<DataFolder> {
  const outer = mkdtempSync(join(tmpdir(), `coffer ${name} `));
  const unique = `coffer-${name}-${randomBytes(4).toString('hex')}`.replaceAll(/[^a-z0-9-]/g, '-');
  const database = await createDatabase(unique.replaceAll('-', '_'));
  return {
    path: join(outer, 'data'),
    environment: { ...database?.environment, ...storeEnvironment(unique) },
    [Symbol.asyncDispose]: async () => {
      await database?.drop();
      await rm(outer, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function createDatabase(name: string) {
  const server = process.env['COFFER_E2E_POSTGRES'];
  if (server === undefined) return undefined;
  const run = async (statement: string): Promise<void> => {
    const client = new Client({ connectionString: server });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name} template template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { environment: { DATABASE_URL: url.href }, drop: () => run(`drop database ${name} with (force)`) };
}

function storeEnvironment(bucket: string): Record<string, string> {
  const given: unknown = JSON.parse(process.env['COFFER_E2E_S3'] ?? 'null');
  if (typeof given !== 'object' || given === null) return {};
  const variables = Object.entries(given).map(([key, value]) => [key, String(value)]);
  return { ...Object.fromEntries(variables), COFFER_S3_BUCKET: bucket };
}
