import { setTimeout as pause } from 'node:timers/promises';
import { testDatabase } from '@coffer/testing';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createLog } from '../log/create-log.ts';
import { connectDatabase, parseInt8 } from './connect.ts';
import { pingDatabase } from './ping.ts';
import { violatedConstraint } from './constraint.ts';
import { inTransaction } from './transaction.ts';
import { isDatabaseUnavailable } from './unavailable.ts';

const log = createLog({ level: 'error' });
const caught = async (work: Promise<unknown>): Promise<unknown> =>
  await work.catch((error: unknown) => error);

test('int8 is a number, timestamptz a Date, and a number that would be rounded is a bug', async () => {
  await using database = await testDatabase();
  const { db, close } = connectDatabase({ ...database, log });
  try {
    const { rows } =
      await sql`select 9007199254740991::int8 as size, timestamptz '2026-11-21 03:09Z' as at`.execute(db);
    expect(rows).toEqual([{ size: 9_007_199_254_740_991, at: new Date('2026-11-21T03:09:00Z') }]);
    expect(() => parseInt8('9007199254740992')).toThrow('safe integer');
    await expect(sql`select 9007199254740993::int8 as size`.execute(db)).rejects.toThrow('safe integer');
    expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  } finally {
    await close();
  }
});

test('statements are not compiled, whatever the server does otherwise', async () => {
  await using database = await testDatabase();
  const { db, close } = connectDatabase({ ...database, log });
  try {
    await sql`do $$ begin execute format('alter database %I set jit = on', current_database()); end $$`.execute(
      db,
    );
  } finally {
    await close();
  }
  const next = connectDatabase({ ...database, log });
  try {
    expect((await sql`show jit`.execute(next.db)).rows).toEqual([{ jit: 'off' }]);
  } finally {
    await next.close();
  }
});

test('moments are those that PostgreSQL has, in each zone and millisecond', async () => {
  await using database = await testDatabase();
  const { db, close } = connectDatabase({ ...database, log });
  const read = async (zone: string) =>
    await db.transaction().execute(async (tx) => {
      await sql`select set_config('timezone', ${zone}, true)`.execute(tx);
      const { rows } = await sql<{ at: Date; ms: number }>`
        select at, floor(extract(epoch from at) * 1000)::bigint as ms from (
          select timestamptz '2026-02-28 23:59:59Z' + n * interval '1.000457 s' from generate_series(0, 999) n
          union all select unnest(array[
            '0001-01-01 00:00Z', '0099-12-31 23:59:59.999Z', '0100-01-01 00:00Z', '1969-12-31 23:59:59.5Z', '2024-02-29 12:00:00.1Z',
            '9999-12-31 23:59:59.999999Z', '12026-01-01 00:00Z', '0044-03-15 12:00Z BC']::timestamptz[])
        ) as moment (at)`.execute(tx);
      return rows;
    });
  try {
    for (const zone of ['UTC', 'Asia/Kathmandu']) {
      const rows = await read(zone);
      expect(rows).toHaveLength(1_008);
      for (const { at, ms } of rows) expect(at.getTime()).toBe(ms);
    }
  } finally {
    await close();
  }
});

test('a slow statement is cancelled', async () => {
  await using database = await testDatabase();
  const { db, close } = connectDatabase({ ...database, log, statementTimeoutMs: 50 });
  try {
    await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toThrow(/statement timeout/);
  } finally {
    await close();
  }
});

test('a connection that breaks during a statement fails only that statement', async () => {
  await using database = await testDatabase();
  const { db, close } = connectDatabase({ ...database, log });
  try {
    await expect(sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)).rejects.toThrow(/terminat/);
    await vi.waitFor(
      async () => expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]),
      { timeout: 15_000 },
    );
  } finally {
    await close();
  }
});

test('the violated constraint is known by its name, and other errors have none', async () => {
  await using database = await testDatabase();
  const { db, close } = connectDatabase({ ...database, log });
  try {
    await sql`create table t (id int constraint t_even check (id % 2 = 0)); create unique index t_once on t (id)`.execute(
      db,
    );
    await sql`insert into t values (2)`.execute(db);
    expect(violatedConstraint(await caught(sql`insert into t values (2)`.execute(db)))).toBe('t_once');
    expect(violatedConstraint(await caught(sql`insert into t values (3)`.execute(db)))).toBe('t_even');
    expect(violatedConstraint(await caught(sql`select nothing`.execute(db)))).toBeUndefined();
    expect(violatedConstraint(new Error('t_once'))).toBeUndefined();
  } finally {
    await close();
  }
});

test('a deadlock is retried, and an exception rolls everything back', async () => {
  await using database = await testDatabase();
  const { db, close } = connectDatabase({ ...database, log });
  try {
    await sql`create table t (id int primary key, n int); insert into t values (1, 0), (2, 0)`.execute(db);
    let runs = 0;
    const bump = async (first: number, second: number): Promise<void> =>
      await inTransaction(db, async (tx) => {
        runs += 1;
        await sql`update t set n = n + 1 where id = ${first}`.execute(tx);
        await sql`select pg_sleep(0.1)`.execute(tx);
        await sql`update t set n = n + 1 where id = ${second}`.execute(tx);
      });
    await Promise.all([bump(1, 2), bump(2, 1)]);
    expect(runs).toBeGreaterThan(2);
    expect((await sql`select sum(n) as n from t`.execute(db)).rows).toEqual([{ n: 4 }]);

    const undone = inTransaction(db, async (tx) => {
      await sql`delete from t`.execute(tx);
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect((await sql`select count(*) as rows from t`.execute(db)).rows).toEqual([{ rows: 2 }]);
  } finally {
    await close();
  }
});

test('a permanent conflict fails after five attempts', async () => {
  await using database = await testDatabase();
  const { db, close } = connectDatabase({ ...database, log });
  try {
    let runs = 0;
    const work = inTransaction(db, async (tx) => {
      runs += 1;
      await sql`do $$ begin raise serialization_failure; end $$`.execute(tx);
    });
    await expect(work).rejects.toThrow('serialization_failure');
    expect(runs).toBe(5);
  } finally {
    await close();
  }
});

test('an unavailable database is distinguished from a failing statement', async () => {
  const database = await testDatabase();
  const { db, close } = connectDatabase({ ...database, log });
  try {
    await sql`select 1`.execute(db);
    expect(isDatabaseUnavailable(await caught(sql`select nothing`.execute(db)))).toBe(false);
    const killed = await caught(sql`select pg_terminate_backend(pg_backend_pid())`.execute(db));
    expect(isDatabaseUnavailable(killed)).toBe(true);
  } finally {
    await close();
    await database.drop();
  }
  const dropped = connectDatabase({ ...database, log });
  expect(await pingDatabase(dropped.db)).toEqual({
    ok: false,
    error: { reason: 'it has no database of that name', isLasting: true },
  });
  await dropped.close();
  const nowhere = connectDatabase({ connectionString: 'postgresql://a@127.0.0.1:1/a', log });
  expect(isDatabaseUnavailable(await caught(sql`select 1`.execute(nowhere.db)))).toBe(true);
  expect(await pingDatabase(nowhere.db)).toEqual({
    ok: false,
    error: { reason: 'no connection (ECONNREFUSED)', isLasting: false },
  });
  await nowhere.close();
  expect(isDatabaseUnavailable(await caught(sql`select 1`.execute(nowhere.db)))).toBe(true);
});

test.each([
  ['a lock that is not given', "set lock_timeout = '20ms'; lock table held"],
  ['a statement that takes too long', "set statement_timeout = '20ms'; select pg_sleep(5)"],
  ['a database that only reads', 'set transaction read only; create table other ()'],
  ['conflicts without an end', 'do $$ begin raise serialization_failure; end $$'],
])('%s is temporary, and not a bug', async (_, statements) => {
  await using database = await testDatabase();
  const { db, close } = connectDatabase({ ...database, log });
  try {
    await sql`create table held (id int)`.execute(db);
    const [locked, held] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const holding = inTransaction(db, async (tx) => {
      await sql`lock table held`.execute(tx);
      locked.resolve(undefined);
      await held.promise;
    });
    await locked.promise;
    const refused = await caught(inTransaction(db, async (tx) => await sql.raw(statements).execute(tx)));
    held.resolve(undefined);
    await holding;
    expect(isDatabaseUnavailable(refused)).toBe(true);
  } finally {
    await close();
  }
});

test('a transaction whose machine was suspended is temporary', async () => {
  await using database = await testDatabase();
  const { db, close } = connectDatabase({ ...database, log });
  try {
    const late = inTransaction(db, async (tx) => {
      await sql`set idle_in_transaction_session_timeout = '20ms'`.execute(tx);
      await pause(200);
      await sql`select 1`.execute(tx);
    });
    expect(isDatabaseUnavailable(await caught(late))).toBe(true);
  } finally {
    await close();
  }
});

test('closing does not wait for a database that no longer answers', async () => {
  await using database = await testDatabase();
  const { db, close } = connectDatabase({ ...database, log, connectionsMax: 1, closeWaitMs: 200 });
  const asked = sql<{ readonly pid: number }>`select pg_backend_pid() as pid`.execute(db);
  const pid = (await asked).rows[0]?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  try {
    const running = caught(sql`select 1`.execute(db));
    await pause(50);
    const startedAt = performance.now();
    await close();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(isDatabaseUnavailable(await running)).toBe(true);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});

test('closing a database lets the running transaction end, and rejects all others', async () => {
  await using database = await testDatabase();
  const { db, close } = connectDatabase({ ...database, log, connectionsMax: 1 });
  const isRunning = Promise.withResolvers<undefined>();
  const mayEnd = Promise.withResolvers<undefined>();
  const running = inTransaction(db, async (tx) => {
    isRunning.resolve(undefined);
    await mayEnd.promise;
    return (await sql`select 1 as one`.execute(tx)).rows;
  });
  await isRunning.promise;
  const waiting = caught(sql`select 1`.execute(db));
  const closing = close();
  const late = caught(sql`select 1`.execute(db));
  mayEnd.resolve(undefined);
  expect(await running).toEqual([{ one: 1 }]);
  await closing;
  for (const refused of [await waiting, await late]) expect(isDatabaseUnavailable(refused)).toBe(true);
});
