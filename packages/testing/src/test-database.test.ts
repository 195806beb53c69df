import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import { testDatabase } from './test-database.ts';

async function query(connectionString: string, text: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('two databases do not see each other, and a dropped one is gone', async () => {
  await using one = await testDatabase();
  const two = await testDatabase();
  await query(one.connectionString, 'create table mark (id int primary key)');
  await expect(query(two.connectionString, 'select * from mark')).rejects.toThrow(/does not exist/);

  await two.drop();
  await expect(query(two.connectionString, 'select 1')).rejects.toThrow(/does not exist/);
  expect(await query(one.connectionString, 'select count(*)::int as count from mark')).toEqual([
    { count: 0 },
  ]);
});

test('trigram search knows letters beyond ASCII', async () => {
  await using database = await testDatabase();
  const rows = await query(
    database.connectionString,
    `create extension pg_trgm; select show_trgm('Приём') as t`,
  ).catch((error: unknown) => error);
  expect(rows).not.toBeInstanceOf(Error);
  expect(await query(database.connectionString, `select similarity('Договор', 'договор') as s`)).toEqual([
    { s: 1 },
  ]);
});

test('dropping cuts off a client that is still connected', async () => {
  const database = await testDatabase();
  const client = new Client({ connectionString: database.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  await database.drop();
  await expect(client.query('select 1')).rejects.toThrow(/terminat|closed|not queryable/i);
});

test('the pools of many workers find room for their connections', async () => {
  await using database = await testDatabase();
  const clients = Array.from(
    { length: 200 },
    () => new Client({ connectionString: database.connectionString }),
  );
  try {
    await expect(Promise.all(clients.map(async (client) => await client.connect()))).resolves.toHaveLength(
      200,
    );
  } finally {
    await Promise.allSettled(clients.map(async (client) => await client.end()));
  }
});

test('a template is prepared once, and its copies do not see each other', async () => {
  let times = 0;
  const template = {
    name: `template_${randomUUID().replaceAll('-', '')}`,
    prepare: async (connectionString: string) => {
      times += 1;
      await query(connectionString, 'create table mark (id int primary key); insert into mark values (1)');
    },
  };
  const [one, two] = await Promise.all([testDatabase(template), testDatabase(template)]);
  await query(one.connectionString, 'insert into mark values (2)');
  expect(await query(two.connectionString, 'select id from mark')).toEqual([{ id: 1 }]);
  expect(times).toBe(1);
  await one.drop();
  await two.drop();
});

test('what a killed worker left of a template is made again', async () => {
  const name = `template_${randomUUID().replaceAll('-', '')}`;
  const failing = { name, prepare: async () => await Promise.reject(new Error('half-way')) };
  await expect(testDatabase(failing)).rejects.toThrow('half-way');
  // A second module instance is like another worker, which does not know about the failure.
  vi.resetModules();
  const { testDatabase: elsewhere } = await import('./test-database.ts');
  await using database = await elsewhere({
    name,
    prepare: async (connectionString) => void (await query(connectionString, 'create table mark (id int)')),
  });
  expect(await query(database.connectionString, 'select * from mark')).toEqual([]);
});
