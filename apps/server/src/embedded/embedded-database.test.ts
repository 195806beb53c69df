import { join } from 'node:path';
import { temporaryFolder } from '@coffer/testing';
import { afterAll, expect, test } from 'vitest';
import type { Log } from '../platform/log/log.ts';
import { startEmbeddedDatabase } from './embedded-database.ts';
import { Client } from 'pg';

const folder = temporaryFolder('embedded database');
afterAll(async () => await folder.remove());

const events: string[] = [];
const log: Log = {
  debug: () => undefined,
  info: (event) => events.push(event),
  warn: (event) => events.push(event),
  error: (event) => events.push(event),
  with: () => log,
};

async function ask(connectionString: string, text: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('application and pool have a durable database each, and stopping is not a loss', async () => {
  const onLost = (): void => void events.push('lost');
  const database = await startEmbeddedDatabase({ folder: join(folder.path, 'd'), log, onLost });
  if (!database.ok) throw new Error(JSON.stringify(database.error));
  const { connectionString, poolConnectionString } = database.value;
  expect(await ask(connectionString, 'select current_user as who, current_database() as where')).toEqual([
    { who: 'coffer', where: 'coffer' },
  ]);
  expect(await ask(poolConnectionString, 'select current_user as who, current_database() as where')).toEqual([
    { who: 'coffer_pool', where: 'coffer_pool' },
  ]);
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    expect(await ask(connectionString, `show ${setting}`)).toEqual([{ [setting]: 'on' }]);
  }
  await database.value.stop();
  expect(events).toEqual([]);
});

test.skipIf(process.getuid?.() !== 0)(
  'a shared account is warned about, a dedicated one is not (needs root)',
  async () => {
    events.length = 0;
    const folders = { own: undefined, shared: 'nobody' };
    for (const [name, runAs] of Object.entries(folders)) {
      const database = await startEmbeddedDatabase({ folder: join(folder.path, name), log, runAs });
      if (!database.ok) throw new Error(JSON.stringify(database.error));
      expect(database.value.isAccountShared).toBe(name === 'shared');
      expect(events).toEqual(name === 'shared' ? ['database_account_shared'] : []);
      await database.value.stop();
    }
  },
);

test('a failure is a start error with its reason', async () => {
  const pgBin = join(folder.path, 'nowhere');
  expect(await startEmbeddedDatabase({ folder: join(folder.path, 'e'), log, pgBin })).toMatchObject({
    ok: false,
    error: { code: 'database_missing', reason: expect.stringContaining(pgBin) },
  });
});
