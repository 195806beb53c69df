import { AdminPeopleQuery, CHOICE_DEFAULTS, NodeId, SpaceId, UserId } from '@coffer/contracts';
import { DAY_MS, defined } from '@coffer/kit';
import { expect, test } from 'vitest';
import { prepareFreshSignIns, world } from '../sign-in-scene.ts';
import { PASSWORD } from '../sign-in-world.ts';
import { errorOf, valueOf } from '../../src/live.world.ts';
import { createFolder } from '../../src/features/files/create-folder.ts';
import { changeNotificationSettings } from '../../src/features/notifications/notification-settings.ts';
import { restoreAdminSpace } from '../../src/features/spaces/administration/archive-admin-space.ts';
import { giveAdminSpace } from '../../src/features/spaces/administration/give-admin-space.ts';
import { createGrants } from '../../src/features/sharing/create-grants.ts';
import { listAdminPeople } from '../../src/features/people/administration/list-people.ts';
import { disablePerson } from '../../src/features/people/disable-person.ts';
import { handOverFiles } from '../../src/features/people/hand-over-files.ts';
import { archiveLeftFiles } from '../../src/features/people/removal/archive-left-files.ts';
import { describeRemoval } from '../../src/features/people/removal/describe-removal.ts';
import { removePerson } from '../../src/features/people/removal/remove-person.ts';
import {
  KEEP,
  addMember,
  arrived,
  grantsNow,
  ownersOf,
  personalSpaceOf,
  remove,
  revisionOf,
  spaceRow,
  teamOf,
  told,
} from './removal.world.ts';

prepareFreshSignIns();

test('everything ends at once: sessions, sign-in, rights, groups; the account at the pool is deleted', async () => {
  const [ada, ben, cleo] = [
    await arrived('ada', 'administrator'),
    await arrived('ben'),
    await arrived('cleo'),
  ];
  const spaceId = await teamOf(cleo, 'Orchard');
  await addMember(cleo, ben, { spaceId, role: 'editor' });
  const files = defined(await personalSpaceOf(ben), 'everybody has a space');
  expect(valueOf(await remove(ada, ben))).toEqual({ atPool: 'deleted', wasRemoved: false });
  expect((await ben.browser.call('getSession')).body.state).toBe('signed_out');
  expect(world.wire.count('AdminDeleteUser')).toBe(1);
  expect((await world.browser().prove('ben@example.org', PASSWORD)).status).not.toBe(200);
  const members = await world.db
    .selectFrom('member')
    .select('user_id')
    .where('space_id', '=', spaceId)
    .execute();
  expect(members).toEqual([{ user_id: cleo.person.id }]);
  expect(await personalSpaceOf(ben), 'kept as it was').toMatchObject({ id: files.id, archived_at: null });
  const listed = valueOf(
    await listAdminPeople(world.services, ada.person, AdminPeopleQuery.parse({ status: 'removed' })),
  );
  const until = new Date(world.clock.now().getTime() + 90 * DAY_MS).toISOString();
  expect(listed.items).toMatchObject([{ id: ben.person.id, status: 'removed', filesUntil: until }]);
  const rows = await world.db.selectFrom('audit').select(['action', 'subject_name', 'facts']).execute();
  expect(rows).toContainEqual({
    action: 'person_removed',
    subject_name: 'Ada Lovelace',
    facts: { files: 'keep' },
  });
});

test('repeated, late or concurrent, the first choice stands and nothing is done again', async () => {
  const [ada, ben, cleo] = [
    await arrived('ada', 'administrator'),
    await arrived('ben', 'administrator'),
    await arrived('cleo'),
  ];
  const revision = await revisionOf(cleo.person.id);
  const about = { personId: cleo.person.id, owners: [], revision };
  const answers = await Promise.all([
    removePerson(world.services, { ...about, actor: ada.person, files: KEEP }),
    removePerson(world.services, { ...about, actor: ben.person, files: { kind: 'delete' } }),
  ]);
  expect(answers.filter((answer) => valueOf(answer).wasRemoved)).toHaveLength(1);
  const rows = await world.db
    .selectFrom('audit')
    .select('action')
    .where('action', '=', 'person_removed')
    .execute();
  expect(rows).toHaveLength(1);
  const dan = await arrived('dan');
  const stale = { actor: ada.person, personId: dan.person.id, files: KEEP, owners: [], revision: 0 };
  expect(errorOf(await removePerson(world.services, stale))).toMatchObject({ code: 'revision_conflict' });
  expect(errorOf(await removePerson(world.services, { ...stale, revision: undefined }))).toMatchObject({
    code: 'revision_required',
  });
  const nobody = UserId.parse('019ab000-0000-7000-8000-000000000000');
  expect(errorOf(await removePerson(world.services, { ...stale, personId: nobody }))).toEqual({
    code: 'person_not_found',
  });
});

test('people cannot remove themselves, members cannot remove others, and one administrator always stays', async () => {
  const [ada, ben] = [await arrived('ada', 'administrator'), await arrived('ben', 'administrator')];
  expect(errorOf(await remove(ada, ada))).toEqual({ code: 'own_account' });
  const dan = await arrived('dan');
  expect(errorOf(await remove(dan, ada))).toMatchObject({ code: 'not_allowed' });
  expect(
    errorOf(await describeRemoval(world.services, { actor: dan.person, personId: ada.person.id })),
  ).toMatchObject({
    code: 'not_allowed',
  });
  const answers = await Promise.all([remove(ada, ben), remove(ben, ada)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'last_administrator' } });
});

test('a space without another owner gets one first, or nothing happens at all', async () => {
  const [ada, ben, cleo] = [
    await arrived('ada', 'administrator'),
    await arrived('ben'),
    await arrived('cleo'),
  ];
  const [alone, shared] = [await teamOf(ben, 'Orchard'), await teamOf(ben, 'Mill')];
  await addMember(ben, cleo, { spaceId: shared, role: 'owner' });
  const described = valueOf(
    await describeRemoval(world.services, { actor: ada.person, personId: ben.person.id }),
  );
  expect(described).toMatchObject({
    account: 'pool',
    lastOwnerOf: [{ spaceId: alone, name: 'Orchard', members: 0 }],
    spaces: 2,
  });
  expect(errorOf(await remove(ada, ben))).toEqual({ code: 'last_owner' });
  const dan = await arrived('dan');
  valueOf(await disablePerson(world.services, dan.person.id));
  for (const toId of [dan.person.id, ben.person.id]) {
    expect(errorOf(await remove(ada, ben, { owners: [{ spaceId: alone, toId }] }))).toEqual({
      code: 'person_not_found',
    });
  }
  expect((await ben.browser.call('getSession')).body.state, 'nothing has happened').toBe('signed_in');
  expect(await ownersOf(alone)).toEqual([ben.person.id]);
  // The second space, or the receiver of the files, is refused after the first space found its owner.
  const second = await teamOf(ben, 'Quarry');
  const owners = [alone, second].map((spaceId) => ({ spaceId, toId: cleo.person.id }));
  expect(errorOf(await remove(ada, ben, { owners: owners.slice(0, 1) }))).toEqual({ code: 'last_owner' });
  const files = { kind: 'hand_over' as const, toId: UserId.parse(dan.person.id) };
  expect(errorOf(await remove(ada, ben, { files, owners }))).toEqual({ code: 'person_not_found' });
  expect(await ownersOf(alone), 'a refused removal gave a space away').toEqual([ben.person.id]);
  expect(await told(cleo), 'a refused removal notified').not.toContainEqual(
    expect.objectContaining({ role: 'owner', name: 'Orchard' }),
  );
  await world.db.deleteFrom('member').where('space_id', '=', second).execute();
  valueOf(await remove(ada, ben, { owners: [{ spaceId: alone, toId: cleo.person.id }] }));
  expect(await ownersOf(alone)).toEqual([cleo.person.id]);
  expect(await ownersOf(shared)).toEqual([cleo.person.id]);
  expect(await told(cleo)).toContainEqual({
    kind: 'space_added',
    spaceId: alone,
    name: 'Orchard',
    role: 'owner',
  });
});

test('files go to a chosen person, who is always notified in the bell', async () => {
  const [ada, ben, cleo] = [
    await arrived('ada', 'administrator'),
    await arrived('ben'),
    await arrived('cleo'),
  ];
  const choices = { ...CHOICE_DEFAULTS, spaces: { bell: false, mail: false } };
  valueOf(await changeNotificationSettings(world.services, cleo.person, { choices, language: null }));
  const files = defined(await personalSpaceOf(ben), 'everybody has a space');
  valueOf(await remove(ada, ben, { files: { kind: 'hand_over', toId: cleo.person.id } }));
  expect(await ownersOf(files.id)).toEqual([cleo.person.id]);
  expect(await told(cleo)).toMatchObject([{ kind: 'space_added', spaceId: files.id, role: 'owner' }]);
  expect(await personalSpaceOf(ben)).toBeUndefined();
});

test('deleted files can be restored and given away; kept files are deleted when their time is over', async () => {
  const [ada, ben, cleo] = [
    await arrived('ada', 'administrator'),
    await arrived('ben'),
    await arrived('cleo'),
  ];
  const [first, second] = [
    defined(await personalSpaceOf(ben), 'everybody has a space'),
    defined(await personalSpaceOf(cleo), 'everybody has a space'),
  ];
  valueOf(await remove(ada, ben, { files: { kind: 'delete' } }));
  const spaceId = SpaceId.parse(first.id);
  expect(await spaceRow(first.id)).toMatchObject({ kind: 'team', archived_at: world.clock.now() });
  valueOf(await restoreAdminSpace(world.services, { actor: ada.person, spaceId }));
  valueOf(await giveAdminSpace(world.services, { actor: ada.person, spaceId, toId: ada.person.id }));
  expect(await ownersOf(first.id)).toEqual([ada.person.id]);

  valueOf(await remove(ada, cleo, { files: { kind: 'keep', days: 3 } }));
  world.clock.advance(2 * DAY_MS);
  expect(await archiveLeftFiles(world.services)).toBe(0);
  world.clock.advance(DAY_MS);
  expect(await archiveLeftFiles(world.services)).toBe(1);
  expect(await archiveLeftFiles(world.services)).toBe(0);
  expect(await spaceRow(second.id)).toMatchObject({ kind: 'team', archived_at: world.clock.now() });
});

test('kept files can be handed over, and are not deleted then', async () => {
  const [ada, ben] = [await arrived('ada', 'administrator'), await arrived('ben')];
  const files = defined(await personalSpaceOf(ben), 'everybody has a space');
  valueOf(await remove(ada, ben, { files: { kind: 'keep', days: 1 } }));
  const about = { fromId: ben.person.id, toId: ada.person.id, actorId: ada.person.id };
  valueOf(await handOverFiles(world.services, about));
  world.clock.advance(2 * DAY_MS);
  expect(await archiveLeftFiles(world.services)).toBe(0);
  expect(await ownersOf(files.id)).toEqual([ada.person.id]);
});

test('shared items are counted by recipient, and stay with kept files', async () => {
  const [ada, ben, cleo] = [
    await arrived('ada', 'administrator'),
    await arrived('ben'),
    await arrived('cleo'),
  ];
  const { root_id: root } = defined(await personalSpaceOf(ben), 'everybody has a space');
  const wantedFolder = { parentId: NodeId.parse(root), name: 'Secret plans', ifExists: 'fail' } as const;
  const { id: nodeId } = valueOf(await createFolder(world.services, ben.person, wantedFolder));
  const wanted = { role: 'viewer', message: '', expiresAt: null } as const;
  valueOf(
    await createGrants(world.services, ben.person, {
      nodeId,
      personIds: [cleo.person.id],
      groupIds: [],
      ...wanted,
    }),
  );
  const described = valueOf(
    await describeRemoval(world.services, { actor: ada.person, personId: ben.person.id }),
  );
  expect(described.given).toEqual({
    total: 1,
    holders: [{ id: cleo.person.id, kind: 'person', name: 'Ada Lovelace', items: 1, inFiles: 1 }],
  });
  expect(JSON.stringify(described)).not.toContain('Secret plans');
  valueOf(await remove(ada, ben));
  expect(await grantsNow()).toEqual([{ user_id: cleo.person.id }]);
  valueOf(await remove(ada, cleo));
  expect(await grantsNow(), 'what others shared with the person ends').toEqual([]);
});

test('a failing pool, or one without a key, does not prevent the removal', async () => {
  const [ada, ben, cleo] = [
    await arrived('ada', 'administrator'),
    await arrived('ben'),
    await arrived('cleo'),
  ];
  const keyless = { ...world.services, pool: { ...world.services.pool, isAdministered: false } };
  const about = { actor: ada.person, personId: ben.person.id };
  expect(valueOf(await describeRemoval(keyless, about)).account).toBe('key_missing');
  const revision = await revisionOf(ben.person.id);
  const done = await removePerson(keyless, { ...about, files: KEEP, owners: [], revision });
  expect(valueOf(done)).toEqual({ atPool: 'key_missing', wasRemoved: false });
  expect((await world.browser().prove('ben@example.org', PASSWORD)).code, 'the pool would').toBe(
    'account_disabled',
  );
  world.wire.setMode('failing');
  expect(valueOf(await remove(ada, cleo))).toEqual({ atPool: 'failed', wasRemoved: false });
  world.wire.setMode('up');
  world.clock.advance(DAY_MS);
  expect(valueOf(await remove(ada, cleo)), 'the pool is asked again').toEqual({
    atPool: 'deleted',
    wasRemoved: true,
  });
});
