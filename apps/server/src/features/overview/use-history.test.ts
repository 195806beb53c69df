import { type Person, UseHistoryQuery } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, type Owner, startWorld, valueOf, type World } from '../../live.world.ts';
import { recordUse } from '../spaces/index.ts';
import { getUseHistory } from './get-use-history.ts';

let world: World;
let one: Owner;
let other: Owner;
let auditor: Person;

beforeAll(async () => {
  world = await startWorld();
  auditor = { ...(await world.addOwner()).person, role: 'auditor' };
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  const { db } = world.services;
  await db.deleteFrom('space_use_day').execute();
  await db.deleteFrom('use_day').execute();
  await db.updateTable('space').set({ used_bytes: 0 }).execute();
  one = await world.addOwner();
});

const hold = async (owner: Owner, bytes: number): Promise<void> => {
  await world.services.db
    .updateTable('space')
    .set({ used_bytes: bytes })
    .where('id', '=', owner.spaceId)
    .execute();
};
const nextDay = (days = 1): void => {
  world.clock.set(new Date(world.clock.now().getTime() + days * DAY_MS));
};
const read = async (days?: number) =>
  valueOf(
    await getUseHistory(
      world.services,
      auditor,
      UseHistoryQuery.parse(days === undefined ? {} : { days: `${days}` }),
    ),
  );

test('each day keeps the usage at its end, in total and by space; days without a run repeat the day before', async () => {
  await hold(one, 10);
  await recordUse(world.services);
  await hold(one, 30);
  await recordUse(world.services);
  nextDay();
  other = await world.addOwner();
  await hold(other, 5);
  await recordUse(world.services);
  nextDay(2);
  await hold(one, 20);
  await recordUse(world.services);
  const { usedBytes, spaces } = await read();
  expect(usedBytes).toEqual([30, 35, 35, 25]);
  expect(spaces.map(({ id, usedBytes: bytes }) => [id, bytes])).toEqual([
    [one.spaceId, [30, 30, 30, 20]],
    [other.spaceId, [null, 5, 5, 5]],
  ]);
});

test('an unchanged space has one row, which stays when older days are deleted', async () => {
  await hold(one, 10);
  await recordUse(world.services);
  nextDay(399);
  await recordUse(world.services);
  const rows = async () =>
    await world.services.db
      .selectFrom('space_use_day')
      .select('used_bytes')
      .where('space_id', '=', one.spaceId)
      .execute();
  expect(await rows()).toEqual([{ used_bytes: 10 }]);
  nextDay(2);
  await recordUse(world.services);
  await recordUse(world.services);
  expect(await rows()).toEqual([{ used_bytes: 10 }]);
  const { usedBytes, spaces } = await read(400);
  expect(usedBytes).toEqual([10, 10, 10]);
  expect(spaces[0]?.usedBytes).toEqual([10, 10, 10]);
  expect((await read(2)).usedBytes).toEqual([10, 10]);
});

test('before the first run only today is known; at most 400 days are returned, and members get nothing', async () => {
  await hold(one, 7);
  const { usedBytes, spaces } = await read();
  expect(usedBytes).toEqual([7]);
  expect(spaces[0]?.usedBytes).toEqual([7]);
  expect(UseHistoryQuery.safeParse({ days: '401' }).success).toBe(false);
  const refused = await getUseHistory(world.services, one.person, { days: 90 });
  expect(errorOf(refused).code).toBe('not_allowed');
});
