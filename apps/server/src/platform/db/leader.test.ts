import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../live-world.contract.ts';
import { connectDatabase } from './connect.ts';
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
  let running = 0;
  let most = 0;
  const work = async (): Promise<number> => {
    running += 1;
    most = Math.max(most, running);
    await sleep(50);
    running -= 1;
    return 1;
  };
  const both = [world.services.db, other.db, other.db];
  const done = await Promise.all(both.map(async (db) => await asLeader(db, 'trash', work)));
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
  const held = asLeader(dying.db, 'scrub', async () => await sleep(200));
  await sleep(50);
  expect(await asLeader(world.services.db, 'scrub', () => Promise.resolve(1))).toBeUndefined();
  await held;
  await dying.close();
  expect(await asLeader(world.services.db, 'scrub', () => Promise.resolve(1))).toBe(1);
});
