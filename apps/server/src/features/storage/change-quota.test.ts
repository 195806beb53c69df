import { SpaceId } from '@coffer/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, startWorld, valueOf, type World } from '../../live.world.ts';
import { changeSpaceQuota } from './change-quota.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('the limit of a person and of a team have their own rows in the audit trail', async () => {
  const { db } = world.services;
  const admin = { ...(await world.addOwner()).person, role: 'administrator' as const };
  const [ben, cleo] = [await world.addOwner(), await world.addOwner()];
  await db.updateTable('space').set({ kind: 'team' }).where('id', '=', cleo.spaceId).execute();
  const quotaBytes = 5_000_000_000;
  const change = async (spaceId: string) =>
    await changeSpaceQuota(world.services, admin, { spaceId: SpaceId.parse(spaceId), quotaBytes });
  valueOf(await change(ben.spaceId));
  valueOf(await change(cleo.spaceId));
  valueOf(await change(cleo.spaceId));
  const rows = await db
    .selectFrom('audit')
    .select(['action', 'subject_kind', 'subject_id', 'facts'])
    .orderBy('sequence')
    .execute();
  const facts = { from: 1_000_000_000, to: quotaBytes };
  expect(rows).toEqual([
    { action: 'person_quota_changed', subject_kind: 'person', subject_id: ben.person.id, facts },
    { action: 'quota_changed', subject_kind: 'space', subject_id: cleo.spaceId, facts },
  ]);
  expect(errorOf(await change(world.services.newId()))).toEqual({ code: 'space_not_found' });
});
