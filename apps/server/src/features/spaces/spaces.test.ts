import { SpaceId } from '@coffer/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/transaction.ts';
import { errorOf, startWorld, valueOf, type World } from '../../live.world.ts';
import { createPersonalSpace } from './create-personal-space.ts';
import { findPersonalSpace } from './find-personal-space.ts';
import { getSpace, listSpaces } from './get-space.ts';
import { roleIn } from './store/spaces.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

test('a person gets one personal space, however often and at once it is asked for', async () => {
  const { person } = await world.addOwner();
  const { db, newId } = world.services;
  await db.deleteFrom('member').where('user_id', '=', person.id).execute();
  await db.deleteFrom('node').where('created_by', '=', person.id).execute();
  await db.deleteFrom('space').where('owner_id', '=', person.id).execute();
  expect(await findPersonalSpace(db, person.id)).toBeUndefined();
  const create = async () =>
    await inTransaction(
      db,
      async (tx) =>
        await createPersonalSpace(tx, { userId: person.id, now: new Date(), newId, quotaBytes: 10 }),
    );
  const made = await Promise.all(Array.from({ length: 8 }, create));
  expect(new Set(made.map((space) => `${space.spaceId} ${space.rootId}`)).size).toBe(1);
  expect(await findPersonalSpace(db, person.id)).toEqual(made[0]);
  expect(await create()).toEqual(made[0]);
  expect((await listSpaces(world.services, person)).items).toHaveLength(1);
});

test('only members see a space and its usage', async () => {
  const owner = await world.addOwner({ quotaBytes: 77 });
  const stranger = await world.addOwner();
  const id = SpaceId.parse(owner.spaceId);
  expect(valueOf(await getSpace(world.services, owner.person, id))).toEqual({
    id: owner.spaceId,
    name: 'Personal',
    description: '',
    color: 'teal',
    kind: 'personal',
    rootId: owner.rootId,
    role: 'owner',
    quotaBytes: 77,
    usedBytes: 0,
    reservedBytes: 0,
    heldBytes: 0,
    purgedBytes: 0,
    isOnHold: false,
    revision: 1,
  });
  expect(errorOf(await getSpace(world.services, stranger.person, id))).toEqual({ code: 'space_not_found' });
  expect(await roleIn(world.services.db, owner.spaceId, owner.person.id)).toBe('owner');
  expect(await roleIn(world.services.db, owner.spaceId, stranger.person.id)).toBeUndefined();
});
