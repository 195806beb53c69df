import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../live.world.ts';
import { connectDatabase } from './connect.ts';
import type { Db } from './db.ts';
import { asLeader, LEADERSHIPS, type Leadership } from './leader.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('one of several servers does the work, and any of them the next round', async () => {
  const other = connectDatabase({ connectionString: world.connectionString, log: world.services.log });
  const others = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const work = async (): Promise<number> => {
    running += 1;
    most = Math.max(most, running);
    await others.promise;
    running -= 1;
    return 1;
  };
  let refused = 0;
  const attempt = async (db: Db): Promise<number | undefined> => {
    const done = await asLeader(db, 'trash', work);
    if (done === undefined) refused += 1;
    if (refused === 2 || most > 1) others.resolve();
    return done;
  };
  const done = await Promise.all([world.services.db, other.db, other.db].map(attempt));
  expect(done.filter((value) => value === 1)).toHaveLength(1);
  expect(most).toBe(1);
  expect(await asLeader(other.db, 'trash', work)).toBe(1);
  await expect(asLeader(other.db, 'trash', () => Promise.reject(new Error('it failed')))).rejects.toThrow(
    'it failed',
  );
  const apart = await Promise.all([
    asLeader(world.services.db, 'trash', work),
    asLeader(other.db, 'uploads', work),
  ]);
  expect(apart).toEqual([1, 1]);
  await other.close();
});

test('more leaders than connections begin at once, and each gets a connection for its work', async () => {
  const small = connectDatabase({
    connectionString: world.connectionString,
    log: world.services.log,
    connectionsMax: 2,
    connectionWaitMs: 30_000,
  });
  const leaderships: readonly Leadership[] = ['jobs', 'mail', 'quotas', 'orphans', 'audit', 'versions'];
  const query = sql<{ pid: number }>`select pg_backend_pid() as pid`;
  const done = await Promise.all(
    leaderships.map((each) =>
      asLeader(small.db, each, async () => (await query.execute(small.db)).rows.length),
    ),
  );
  expect(done).toEqual([1, 1, 1, 1, 1, 1]);
  await small.close();
});

test('a lost connection costs one round', async () => {
  const other = connectDatabase({ connectionString: world.connectionString, log: world.services.log });
  const lost = asLeader(other.db, 'quotas', async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid <> pg_backend_pid() and query like '%pg_try_advisory_lock%' and datname = current_database()
        and pid in (select pid from pg_locks where locktype = 'advisory' and objid = ${LEADERSHIPS.quotas})`.execute(
      world.services.db,
    );
    await sql`select pg_sleep(0.1)`.execute(other.db);
  });
  await expect(lost).rejects.toThrow(/connection|terminat/i);
  expect(await asLeader(other.db, 'quotas', () => Promise.resolve(1))).toBe(1);
  await other.close();
});

test('the work of a dead server is available again', async () => {
  const dying = connectDatabase({ connectionString: world.connectionString, log: world.services.log });
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const held = asLeader(dying.db, 'scrub', async () => {
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  expect(await asLeader(world.services.db, 'scrub', () => Promise.resolve(1))).toBeUndefined();
  end.resolve();
  await held;
  await dying.close();
  expect(await asLeader(world.services.db, 'scrub', () => Promise.resolve(1))).toBe(1);
});
