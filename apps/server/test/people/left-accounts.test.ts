import { AdminPeopleQuery, SpaceId } from '@coffer/contracts';
import { DAY_MS, defined, MINUTE_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { prepareFreshSignIns, world } from '../sign-in-scene.ts';
import { errorOf, valueOf } from '../../src/live.world.ts';
import { endHold, holdSpace } from '../../src/features/spaces/administration/hold-space.ts';
import { revisionOfSpace } from '../../src/features/spaces/team.world.ts';
import { listAdminPeople } from '../../src/features/people/administration/list-people.ts';
import { archiveLeftFiles } from '../../src/features/people/removal/archive-left-files.ts';
import { deleteLeftAccounts } from '../../src/features/account/index.ts';
import { describeRemoval } from '../../src/features/people/removal/describe-removal.ts';
import { removePerson } from '../../src/features/people/removal/remove-person.ts';
import { KEEP, arrived, personalSpaceOf, remove, revisionOf, type Arrived } from './removal.world.ts';

prepareFreshSignIns();

const leftOf = async (ada: Arrived, name: string) => {
  const query = AdminPeopleQuery.parse({ status: 'removed', text: name });
  const { items, counts } = valueOf(await listAdminPeople(world.services, ada.person, query));
  const isLeft = items.some((item) => item.status !== 'invited' && item.isAccountLeft);
  return { isLeft, count: counts.leftAccounts };
};

const accountOf = async (name: string) =>
  valueOf(await world.services.pool.findAccount(`${name}@example.org`));

test('an account that the pool did not delete is listed, and tried again ever more rarely until it is gone', async () => {
  const [ada, ben] = [await arrived('ada', 'administrator'), await arrived('ben')];
  world.wire.setMode('failing');
  expect(valueOf(await remove(ada, ben)).atPool).toBe('failed');
  expect(await leftOf(ada, 'ben')).toEqual({ isLeft: true, count: 1 });
  expect(await deleteLeftAccounts(world.services), 'a minute has to pass').toBe(0);
  world.clock.advance(MINUTE_MS);
  expect(await deleteLeftAccounts(world.services)).toBe(1);
  world.clock.advance(MINUTE_MS);
  expect(await deleteLeftAccounts(world.services), 'two have to pass now').toBe(0);
  world.wire.setMode('up');
  world.clock.advance(MINUTE_MS);
  expect(await deleteLeftAccounts(world.services)).toBe(1);
  expect(await accountOf('ben')).toBeUndefined();
  expect(await leftOf(ada, 'ben')).toEqual({ isLeft: false, count: 0 });
  world.clock.advance(DAY_MS);
  expect(await deleteLeftAccounts(world.services)).toBe(0);
});

test('a server that ended before it asked the pool leaves the account to the next round', async () => {
  const [ada, ben] = [await arrived('ada', 'administrator'), await arrived('ben')];
  const { pool } = world.services;
  const dying = {
    ...world.services,
    pool: { ...pool, deleteUser: async () => await Promise.reject(new Error('killed')) },
  };
  const revision = await revisionOf(ben.person.id);
  const about = { actor: ada.person, personId: ben.person.id, files: KEEP, owners: [], revision };
  await expect(removePerson(dying, about)).rejects.toThrow('killed');
  expect(await accountOf('ben')).toBeDefined();
  expect(await leftOf(ada, 'ben'), 'nothing has failed yet').toEqual({ isLeft: false, count: 0 });
  expect(await deleteLeftAccounts(world.services)).toBe(1);
  expect(await accountOf('ben')).toBeUndefined();
});

test("another person's account with the reused name is left alone", async () => {
  const [ada, ben] = [await arrived('ada', 'administrator'), await arrived('ben')];
  world.wire.setMode('failing');
  expect(valueOf(await remove(ada, ben)).atPool).toBe('failed');
  world.wire.setMode('up');
  await world.db.updateTable('user').set({ subject: 'another' }).where('id', '=', ben.person.id).execute();
  world.clock.advance(MINUTE_MS);
  expect(await deleteLeftAccounts(world.services)).toBe(1);
  expect(await accountOf('ben')).toBeDefined();
  expect(await leftOf(ada, 'ben')).toEqual({ isLeft: false, count: 0 });
});

test('an account whose files are on hold stays, and files left before stay until the hold ends', async () => {
  const [ada, ben, cleo] = [
    await arrived('ada', 'administrator'),
    await arrived('ben'),
    await arrived('cleo'),
  ];
  const holdOf = async (who: Arrived) => {
    const { id } = defined(await personalSpaceOf(who), 'everybody has a space');
    const about = { actor: ada.person, spaceId: SpaceId.parse(id) };
    const revision = await revisionOfSpace(world.services.db, about.spaceId);
    valueOf(await holdSpace(world.services, { ...about, revision, reason: 'Case 7' }));
    return { ...about, revision: revision + 1 };
  };
  const ofBen = await holdOf(ben);
  for (const files of [KEEP, { kind: 'delete' }, { kind: 'hand_over', toId: ada.person.id }] as const) {
    expect(errorOf(await remove(ada, ben, { files })).code).toBe('under_hold');
  }
  const described = await describeRemoval(world.services, { actor: ada.person, personId: ben.person.id });
  expect(valueOf(described).files).toMatchObject({ isOnHold: true });
  expect((await ben.browser.call('deleteAccount', { confirmation: 'ben@example.org' })).code).toBe(
    'under_hold',
  );
  expect((await ben.browser.call('getSession')).body.state).toBe('signed_in');
  valueOf(await endHold(world.services, ofBen));
  valueOf(await remove(ada, ben));

  valueOf(await remove(ada, cleo, { files: { kind: 'keep', days: 3 } }));
  const ofCleo = await holdOf(cleo);
  world.clock.advance(4 * DAY_MS);
  expect(await archiveLeftFiles(world.services)).toBe(0);
  const removed = AdminPeopleQuery.parse({ status: 'removed' });
  const { items } = valueOf(await listAdminPeople(world.services, ada.person, removed));
  expect(items).toContainEqual(expect.objectContaining({ id: cleo.person.id, isOnHold: true }));
  valueOf(await endHold(world.services, ofCleo));
  expect(await archiveLeftFiles(world.services)).toBe(1);
});
