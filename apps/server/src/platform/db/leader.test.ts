import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../live.world.ts';
import { connectDatabase } from './connect.ts';
import type { Db } from './db.ts';
import { asLeader } from './leader.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('of several servers one does the work, and the next round is anybody’s', async () => {
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

test('the work of a server that dies is free again', async () => {
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
