import { createIdMaker } from '../ids.ts';
import { manualClock, testDatabase } from '@coffer/testing';
import { err, ok } from '@coffer/kit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createLog } from '../log/create-log.ts';
import { connectDatabase } from './connect.ts';
import { boundWriters, DatabaseBusyError, inSpaceTransaction } from './space-transaction.ts';
import { beforeCommit, inTransaction, keepOnError, onCommit } from './transaction.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const newId = createIdMaker(manualClock('2030-01-01T00:00:00.000Z'));

async function world(connectionsMax: number) {
  const database = await testDatabase();
  const connected = connectDatabase({ ...database, connectionsMax, log: createLog({ level: 'error' }) });
  return {
    db: connected.db,
    [Symbol.asyncDispose]: async () => {
      await connected.close();
      await database.drop();
    },
  };
}

test('many writers waiting for one space block neither readers nor writers of other spaces', async () => {
  await using here = await world(4);
  const gate = Promise.withResolvers<void>();
  const [busy, quiet] = [newId(), newId()];
  let running = 0;
  const writers = Array.from({ length: 100 }, async () =>
    inSpaceTransaction(here.db, busy, async () => {
      running += 1;
      await gate.promise;
      running -= 1;
    }),
  );
  await sql`select 1`.execute(here.db);
  await expect.poll(() => running).toBe(1);
  expect((await sql`select 1 as one`.execute(here.db)).rows).toEqual([{ one: 1 }]);
  gate.resolve();
  await Promise.all(writers);
  expect(running).toBe(0);
  expect(await inSpaceTransaction(here.db, quiet, async () => await Promise.resolve('written'))).toBe(
    'written',
  );
});

test('spaces take turns, and a failed transaction frees its slot', async () => {
  await using here = await world(2);
  const order: string[] = [];
  const write = async (name: string, spaceId: string): Promise<void> =>
    await inSpaceTransaction(here.db, spaceId, async (tx) => {
      order.push(name);
      await sql`select 1`.execute(tx);
      if (name === 'a1') throw new Error('changed my mind');
    });
  const [a, b] = [newId(), newId()];
  const writes = [write('a1', a), write('a2', a), write('a3', a), write('b1', b)];
  await expect(writes[0]).rejects.toThrow('changed my mind');
  await Promise.all(writes.slice(1));
  expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('with too many waiting writers the database counts as unavailable', async () => {
  await using here = await world(2);
  boundWriters(here.db, { writersMax: 1, waitingMax: 1 });
  const gate = Promise.withResolvers<void>();
  const space = newId();
  const write = async (): Promise<void> =>
    await inSpaceTransaction(here.db, space, async () => await gate.promise);
  const writes = [write(), write()];
  const refused = await write().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DatabaseBusyError);
  expect(isDatabaseUnavailable(refused)).toBe(true);
  gate.resolve();
  await Promise.all(writes);
});

test('a transaction that ends in an error changes nothing, unless its work keeps what it wrote', async () => {
  await using here = await world(2);
  const { db } = here;
  let woken = 0;
  let steps = 0;
  onCommit(db, () => {
    woken += 1;
  });
  await sql`create table note (text text)`.execute(db);
  const write = async (text: string, end: 'ok' | 'error' | 'kept') =>
    await inTransaction(db, async (tx) => {
      await sql`insert into note values (${text})`.execute(tx);
      beforeCommit(tx, async () => {
        steps += 1;
        await Promise.resolve();
      });
      if (end === 'kept') keepOnError(tx);
      return end === 'ok' ? ok(text) : err({ code: 'limit_reached' });
    });
  expect(await write('one', 'error')).toEqual({ ok: false, error: { code: 'limit_reached' } });
  expect([woken, steps]).toEqual([0, 0]);
  expect(await write('two', 'kept')).toEqual({ ok: false, error: { code: 'limit_reached' } });
  expect(await write('three', 'ok')).toEqual({ ok: true, value: 'three' });
  expect([woken, steps]).toEqual([2, 2]);
  expect((await sql`select text from note order by text`.execute(db)).rows).toEqual([
    { text: 'three' },
    { text: 'two' },
  ]);
});
