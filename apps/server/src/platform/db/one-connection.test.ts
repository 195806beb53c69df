import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migratedDatabase } from '../../migrated-database.world.ts';
import { createLog } from '../log/create-log.ts';
import { connectDatabase } from './connect.ts';
import { holdOneConnection } from './one-connection.world.ts';
import { inTransaction } from './transaction.ts';

test('a transaction of a test that asks for a second connection fails', async () => {
  await using database = await migratedDatabase();
  const { db, close } = connectDatabase({ ...database, log: createLog({ level: 'error' }) });
  holdOneConnection(db);
  const read = async () => await sql`select 1`.execute(db);
  try {
    await expect(inTransaction(db, read)).rejects.toThrow('second connection');
    await expect(inTransaction(db, async (tx) => await sql`select 1`.execute(tx))).resolves.toBeDefined();
    await read();
  } finally {
    await close();
  }
});
