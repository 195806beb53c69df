import { testDatabase } from '@coffer/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase, type Database } from './database.ts';
import { defineStatement } from './statement.ts';

let server: Awaited<ReturnType<typeof testDatabase>>;
let database: Database;

beforeAll(async () => {
  server = await testDatabase();
  database = connectDatabase({ connectionString: server.connectionString }, () => undefined);
});

afterAll(async () => {
  await database.close();
  await server.drop();
});

test('values are bound to their names, however often and in whatever order', async () => {
  const join = defineStatement<{ readonly one: string; readonly other: string }, { readonly text: string }>(
    (value) => `select ${value('other')}::text || ${value('one')}::text || ${value('other')}::text as text`,
  );
  expect(await join(database.db, { one: 'a', other: 'b' })).toEqual([{ text: 'bab' }]);
  expect(await join(database.db, { other: 'd', one: 'c' })).toEqual([{ text: 'dcd' }]);
});

test('a value is never a part of the text', async () => {
  const tell = defineStatement<{ readonly name: string }, { readonly name: string }>(
    (value) => `select ${value('name')}::text as name`,
  );
  const name = "'; select 1; --";
  expect(await tell(database.db, { name })).toEqual([{ name }]);
});

test('a statement takes part in a transaction', async () => {
  const isInTransaction = defineStatement<object, { readonly xid: string | null }>(
    () => 'select txid_current_if_assigned()::text as xid',
  );
  const xid = await database.db.transaction().execute(async (tx) => {
    await defineStatement<object, never>(() => 'select txid_current()')(tx, {});
    return (await isInTransaction(tx, {}))[0]?.xid;
  });
  expect(xid).toEqual(expect.any(String));
  expect((await isInTransaction(database.db, {}))[0]?.xid).toBeNull();
});
