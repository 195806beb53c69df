import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@coffer/testing';
import { MIGRATIONS } from './migrations/migrations.ts';
import { connectDatabase } from './platform/db/connect.ts';
import { migrate } from './platform/db/migrate.ts';
import { createLog } from './platform/log/create-log.ts';

/** A copy of a database with the newest schema. */
export async function migratedDatabase(): Promise<TestDatabase> {
  return await testDatabase({ name: `coffer_${schemaHash()}`, prepare });
}

async function prepare(connectionString: string): Promise<void> {
  const log = createLog({ level: 'error', destination: process.stderr });
  const { db, close } = connectDatabase({ connectionString, log });
  const migrated = await migrate(db, MIGRATIONS);
  await close();
  if (!migrated.ok) throw new Error(migrated.error.code);
}

function schemaHash(): string {
  const folder = join(import.meta.dirname, 'migrations');
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).toSorted())
    hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}
