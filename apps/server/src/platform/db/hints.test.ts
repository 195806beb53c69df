import { setTimeout as sleep } from 'node:timers/promises';
import { testDatabase } from '@coffer/testing';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createLog } from '../log/create-log.ts';
import { connectDatabase } from './connect.ts';
import { openCommitHints } from './hints.ts';
import { changedNothing, inTransaction } from './transaction.ts';

const log = createLog({ level: 'error' });

async function openServer(connectionString: string) {
  const { db, close } = connectDatabase({ connectionString, log });
  const hints = openCommitHints({ connectionString, databases: [db], log });
  let heard = Promise.withResolvers<void>();
  hints.onHint(() => heard.resolve());
  return {
    db,
    forget: () => (heard = Promise.withResolvers()),
    heard: async () => await heard.promise,
    isListening: async () => {
      const query = sql`select from pg_stat_activity where datname = current_database()
        and application_name = 'coffer-listen' and query like 'listen%'`;
      return (await query.execute(db)).rows.length;
    },
    close: async () => {
      await hints.close();
      await close();
    },
  };
}

test('a commit reaches this server and others, also after a lost connection', async () => {
  const database = await testDatabase();
  const [here, there] = [
    await openServer(database.connectionString),
    await openServer(database.connectionString),
  ];
  try {
    await expect.poll(here.isListening).toBe(2);
    await inTransaction(here.db, async (tx) => await sql`select 1`.execute(tx));
    await Promise.all([here.heard(), there.heard()]);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'coffer-listen'`.execute(here.db);
    await expect.poll(here.isListening, { timeout: 60_000 }).toBe(2);
    for (const server of [here, there]) server.forget();
    await inTransaction(there.db, async (tx) => await sql`select 1`.execute(tx));
    await Promise.all([here.heard(), there.heard()]);
  } finally {
    await here.close();
    await there.close();
    await database.drop();
  }
});

test('a transaction that changed nothing notifies no one', async () => {
  await using database = await testDatabase();
  const { db, close } = connectDatabase({ connectionString: database.connectionString, log });
  const hints = openCommitHints({ connectionString: database.connectionString, databases: [db], log });
  let received = 0;
  hints.onHint(() => (received += 1));
  await inTransaction(db, async (tx) => {
    await sql`select 1`.execute(tx);
    changedNothing(tx);
  });
  await sleep(200);
  expect(received).toBe(0);
  await inTransaction(db, async (tx) => await sql`select 1`.execute(tx));
  await expect.poll(() => received).toBe(1);
  await hints.close();
  await close();
});
