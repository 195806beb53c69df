import { NotificationsQuery, SPACE_ROLES, SpaceId, type SpaceRole, UserId } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, startWorld, valueOf, type World } from '../../../live.world.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { listNotifications } from '../../notifications/list-notifications.ts';
import { lockSpace } from '../index.ts';
import { getSpace, listSpaces } from '../get-space.ts';
import { makeTeam, type Someone } from '../team.world.ts';
import { addMembers } from './add-members.ts';
import { changeMember } from './change-member.ts';
import { isLastOwnerAnywhere, leaveAllSpaces } from './leave-all-spaces.ts';
import { listMembers } from './list-members.ts';
import { removeMember } from './remove-member.ts';

let world: World;
let team: Awaited<ReturnType<typeof makeTeam>>;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  team = await makeTeam(world);
});

const add = async (actor: Someone, people: readonly Someone[], role: SpaceRole) =>
  await addMembers(team.services, actor, {
    spaceId: team.spaceId,
    personIds: people.map(({ id }) => id),
    groupIds: [],
    role,
  });
const change = async (actor: Someone, person: Someone, role: SpaceRole) =>
  await changeMember(team.services, actor, { spaceId: team.spaceId, holderId: person.id, role, revision: 1 });
const remove = async (actor: Someone, person: Someone) =>
  await removeMember(team.services, actor, { spaceId: team.spaceId, holderId: person.id });
const stranger = async () => (await world.addOwner()).person;
const setStatus = async (person: Someone, status: 'active' | 'disabled') => {
  await world.services.db.updateTable('user').set({ status }).where('id', '=', person.id).execute();
};
const isSomebodyWaiting = async () => {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await waiting.execute(world.services.db)).rows.length > 0;
};
const needs = (role: SpaceRole) => ({ code: 'not_allowed', facts: { needed_role: role } });
const LAST_OWNER = { code: 'last_owner' };

test('people are added with one role, see the space at once, and each change is an event', async () => {
  const [ann, ben] = [await stranger(), await stranger()];
  const added = valueOf(await add(team.owner, [ann, ben], 'editor'));
  expect(added.items.map(({ personId, role }) => [personId, role])).toEqual([
    [ann.id, 'editor'],
    [ben.id, 'editor'],
  ]);
  expect(valueOf(await getSpace(team.services, ann, team.spaceId)).role).toBe('editor');
  expect((await listSpaces(team.services, ben)).items.map(({ name }) => name)).toEqual([
    'Personal',
    'Field team',
  ]);
  valueOf(await change(team.owner, ann, 'viewer'));
  valueOf(await remove(team.owner, ann));
  valueOf(await remove(ben, ben));
  expect((await team.events()).map(({ verb, actor_id: actor }) => [verb, actor])).toEqual([
    ['space_created', team.owner.id],
    ['member_added', team.owner.id],
    ['member_added', team.owner.id],
    ['member_changed', team.owner.id],
    ['member_removed', team.owner.id],
    ['member_left', ben.id],
  ]);
});

test('adding is all or nothing, and does not change members', async () => {
  const [ann, ben] = [await team.add('viewer'), await stranger()];
  const nobody = { ...ben, id: UserId.parse(world.services.newId()) };
  expect(errorOf(await add(team.owner, [ben, nobody], 'editor'))).toEqual({ code: 'person_not_found' });
  await setStatus(ben, 'disabled');
  expect(errorOf(await add(team.owner, [ben], 'editor'))).toEqual({ code: 'person_not_found' });
  await setStatus(ben, 'active');
  const added = valueOf(await add(team.owner, [ann, ben, ben], 'editor'));
  expect(added.items.map(({ personId, role }) => [personId, role])).toEqual([
    [ben.id, 'editor'],
    [ann.id, 'viewer'],
  ]);
});

test('a space and its members are hidden from strangers: the same answer as for no space', async () => {
  const [outside, inside] = [await stranger(), await team.add('viewer')];
  const away = SpaceId.parse(world.services.newId());
  for (const spaceId of [team.spaceId, away]) {
    const at = { spaceId, holderId: inside.id };
    const refused = await Promise.all([
      listMembers(team.services, outside, spaceId),
      addMembers(team.services, outside, { spaceId, personIds: [outside.id], groupIds: [], role: 'owner' }),
      changeMember(team.services, outside, { ...at, role: 'owner', revision: 1 }),
      removeMember(team.services, outside, at),
      removeMember(team.services, outside, { spaceId, holderId: outside.id }),
    ]);
    for (const each of refused) expect(errorOf<unknown>(each)).toEqual({ code: 'space_not_found' });
  }
});

test.each(['viewer', 'contributor', 'editor'] as const)(
  'as %s one manages no members, not even oneself, but may leave',
  async (role) => {
    const [me, other, outside] = [await team.add(role), await team.add('viewer'), await stranger()];
    for (const refused of [
      await add(me, [outside], 'viewer'),
      await change(me, me, 'manager'),
      await change(me, other, 'contributor'),
      await change(me, outside, 'viewer'),
      await remove(me, other),
      await remove(me, outside),
    ]) {
      expect(errorOf<unknown>(refused)).toEqual(needs('manager'));
    }
    valueOf(await remove(me, me));
    expect(await team.memberRow(me.id)).toBeUndefined();
  },
);

test('a manager manages everyone below owners, and can neither add nor change owners', async () => {
  const [manager, second] = [await team.add('manager'), await team.add('owner')];
  for (const role of SPACE_ROLES.filter((each) => each !== 'owner')) {
    const person = await stranger();
    valueOf(await add(manager, [person], role));
    valueOf(await remove(manager, person));
  }
  const editor = await team.add('editor');
  for (const refused of [
    await add(manager, [await stranger()], 'owner'),
    await change(manager, manager, 'owner'),
    await change(manager, editor, 'owner'),
    await change(manager, second, 'viewer'),
    await remove(manager, second),
  ]) {
    expect(errorOf<unknown>(refused)).toEqual(needs('owner'));
  }
  expect(await team.memberRow(second.id)).toEqual({ role: 'owner', revision: 1 });
  valueOf(await change(manager, manager, 'viewer'));
  expect(errorOf(await add(manager, [await stranger()], 'viewer'))).toEqual(needs('manager'));
});

test('the last owner cannot leave, be demoted or be removed; a disabled owner does not count', async () => {
  const { owner } = team;
  expect(errorOf(await remove(owner, owner))).toEqual(LAST_OWNER);
  expect(errorOf(await change(owner, owner, 'manager'))).toEqual(LAST_OWNER);
  const second = await team.add('owner');
  await setStatus(second, 'disabled');
  expect(errorOf(await remove(owner, owner))).toEqual(LAST_OWNER);
  await setStatus(second, 'active');
  valueOf(await remove(second, owner));
  expect(errorOf(await remove(second, second))).toEqual(LAST_OWNER);
  const { owner_id: ownerId } = await world.services.db
    .selectFrom('space')
    .select('owner_id')
    .where('id', '=', team.spaceId)
    .executeTakeFirstOrThrow();
  expect(ownerId, 'the owner named in reports is not an owner').toBe(second.id);
});

test('of the last owners who leave, demote or remove concurrently exactly one stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const here = await makeTeam(world);
    const others = [await here.add('owner'), await here.add('owner')];
    const owners = [here.owner, ...others];
    const results = await Promise.all(
      owners.map(async (person, index) =>
        index === 1
          ? await changeMember(here.services, person, {
              spaceId: here.spaceId,
              holderId: person.id,
              role: 'viewer',
              revision: 1,
            })
          : await removeMember(here.services, person, { spaceId: here.spaceId, holderId: person.id }),
      ),
    );
    expect(results.filter((each) => !each.ok).map((each) => errorOf<unknown>(each))).toEqual([LAST_OWNER]);
    const left = await Promise.all(owners.map(async ({ id }) => await here.memberRow(id)));
    expect(left.filter((row) => row?.role === 'owner')).toHaveLength(1);
  }
});

test('an owner who leaves waits for another who is leaving, and is then the last', async () => {
  const { db } = world.services;
  const second = await team.add('owner');
  let leaving: ReturnType<typeof remove> | undefined;
  let hasLeft = false;
  await inTransaction(db, async (tx) => {
    await lockSpace(tx, team.spaceId);
    await tx
      .deleteFrom('member')
      .where('space_id', '=', team.spaceId)
      .where('user_id', '=', second.id)
      .execute();
    leaving = remove(team.owner, team.owner).finally(() => (hasLeft = true));
    await expect.poll(async () => hasLeft || (await isSomebodyWaiting()), { timeout: 60_000 }).toBe(true);
    expect(hasLeft).toBe(false);
  });
  expect(errorOf(await defined(leaving, 'the removal was not started'))).toEqual(LAST_OWNER);
});

test('of two managers who change one member concurrently, one gets a conflict', async () => {
  const [one, two, person] = [await team.add('manager'), await team.add('manager'), await team.add('viewer')];
  const results = await Promise.all([change(one, person, 'editor'), change(two, person, 'contributor')]);
  const refused = results.filter((each) => !each.ok).map((each) => errorOf<unknown>(each));
  expect(refused).toEqual([{ code: 'revision_conflict', facts: { current_revision: 2 } }]);
  const kept = results.find((each) => each.ok);
  expect((await team.memberRow(person.id))?.role).toBe(kept?.ok === true ? kept.value.role : undefined);
  const blind = { spaceId: team.spaceId, holderId: person.id, role: 'viewer', revision: undefined } as const;
  expect(errorOf(await changeMember(team.services, one, blind))).toEqual({ code: 'revision_required' });
});

test('a manager who is removed while adding people adds none afterwards', async () => {
  const manager = await team.add('manager');
  const people = await Promise.all(Array.from({ length: 6 }, stranger));
  const [removed, ...added] = await Promise.all([
    remove(team.owner, manager),
    ...people.map(async (person) => await add(manager, [person], 'viewer')),
  ]);
  expect(removed.ok).toBe(true);
  const verbs = (await team.events()).map(({ verb }) => verb);
  expect(verbs.lastIndexOf('member_removed')).toBe(verbs.length - 1);
  for (const refused of added.filter((each) => !each.ok)) {
    expect(errorOf<unknown>(refused)).toEqual({ code: 'space_not_found' });
  }
});

test('the list has owners first; a contributor sees only those who manage', async () => {
  const people = {
    viewer: await team.add('viewer'),
    contributor: await team.add('contributor'),
    other: await team.add('contributor'),
    manager: await team.add('manager'),
  };
  const seenBy = async (person: Someone) =>
    valueOf(await listMembers(team.services, person, team.spaceId)).items.map(({ personId }) => personId);
  const all = [team.owner, people.manager, people.contributor, people.other, people.viewer];
  expect(await seenBy(people.viewer)).toEqual(all.map(({ id }) => id));
  expect(await seenBy(people.contributor)).toEqual(
    [team.owner, people.manager, people.contributor].map(({ id }) => id),
  );
});

test('a personal space takes no members and keeps its owner', async () => {
  const { person, spaceId: id } = await world.addOwner();
  const spaceId = SpaceId.parse(id);
  const other = await stranger();
  for (const refused of [
    await addMembers(team.services, person, { spaceId, personIds: [other.id], groupIds: [], role: 'viewer' }),
    await changeMember(team.services, person, { spaceId, holderId: person.id, role: 'viewer', revision: 1 }),
    await removeMember(team.services, person, { spaceId, holderId: person.id }),
  ]) {
    expect(errorOf<unknown>(refused)).toEqual({ code: 'space_is_personal' });
  }
});

test('nobody becomes an owner because somebody else leaves', async () => {
  const { db } = world.services;
  const [leaver, other] = [await team.add('viewer'), await team.add('viewer')];
  await db.updateTable('user').set({ status: 'disabled' }).where('id', '=', team.owner.id).execute();
  await inTransaction(
    db,
    async (tx) =>
      await leaveAllSpaces(world.services, tx, { userId: leaver.id, actorId: leaver.id, now: new Date() }),
  );
  expect(await team.memberRow(other.id)).toEqual({ role: 'viewer', revision: 1 });
  expect(await team.memberRow(team.owner.id)).toMatchObject({ role: 'owner' });
  expect((await team.events()).at(-1)).toMatchObject({ verb: 'member_left', facts: { person: leaver.id } });
});

test('a deleted account leaves its spaces; the last owner is warned before', async () => {
  const { db } = world.services;
  const { owner } = team;
  expect(await isLastOwnerAnywhere(db, owner.id)).toBe(true);
  const second = await team.add('owner');
  expect(await isLastOwnerAnywhere(db, owner.id)).toBe(false);
  const editor = await team.add('editor');
  const go = async (person: Someone) =>
    await inTransaction(
      db,
      async (tx) =>
        await leaveAllSpaces(world.services, tx, { userId: person.id, actorId: person.id, now: new Date() }),
    );
  await go(owner);
  expect(await team.memberRow(owner.id)).toBeUndefined();
  await go(second);
  expect(await team.memberRow(editor.id), 'the member with the highest role did not become owner').toEqual({
    role: 'owner',
    revision: 2,
  });
  const promotion = { verb: 'member_changed', actor_id: null };
  expect((await team.events()).at(-1)).toMatchObject({
    ...promotion,
    facts: { person: editor.id, from: 'editor', to: 'owner' },
  });
  const bell = valueOf(await listNotifications(world.services, editor, NotificationsQuery.parse({})));
  expect(bell.items[0]).toMatchObject({
    actor: null,
    subject: { kind: 'space_role', spaceId: team.spaceId, role: 'owner' },
  });
  expect((await listSpaces(team.services, owner)).items.map(({ kind }) => kind)).toEqual(['personal']);
});
