import type { Person } from '@coffer/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, valueOf, type World } from '../../live.world.ts';
import { getOverview } from './get-overview.ts';

type Owner = Awaited<ReturnType<World['addOwner']>>;

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const status = { version: '1', health: async () => ({ checks: {} }), brokenTasks: () => [] };

test('all nearly full spaces are counted, though five are listed', async () => {
  const owners: Owner[] = [];
  for (let each = 0; each < 10; each += 1) owners.push(await world.addOwner());
  const auditor: Person = { ...(await world.addOwner()).person, role: 'auditor' };
  const { db } = world.services;
  const fill = async (index: number, bytes: number) =>
    await db
      .updateTable('space')
      .set({ used_bytes: bytes, quota_bytes: 100 })
      .where('id', '=', owners[index]?.spaceId ?? '')
      .execute();
  for (const index of [0, 1, 2, 3, 4, 5, 6]) await fill(index, 95);
  await fill(7, 94);
  await fill(8, 79);
  const { spaces } = valueOf(
    await getOverview({ ...world.services, config: { mail: undefined }, status }, auditor),
  );
  expect(spaces).toMatchObject({ fullCount: 8, nearlyFullCount: 7 });
  expect(spaces.full).toHaveLength(5);
});
