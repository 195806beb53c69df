import { DAY_MS, GIB, HOUR_MS } from '@coffer/kit';
import { LIMITS, operations, SERVER_LIMITS, SpaceId } from '@coffer/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, startWorld, valueOf, type World } from '../../../live.world.ts';
import { createSettings, defaultsOf } from '../../../platform/db/settings.ts';
import { getSpace, listSpaces } from '../get-space.ts';
import { listMembers } from '../members/list-members.ts';
import { removeMember } from '../members/remove-member.ts';
import { configOf, makeTeam, type Someone } from '../team.world.ts';
import { archiveSpace, listArchivedSpaces, restoreSpace } from './archive-space.ts';
import { changeSpace } from './change-space.ts';
import { createSpace } from './create-space.ts';
import { emptyArchivedSpaces } from './empty-archived-spaces.ts';

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

const servicesWith = (environment: Readonly<Record<string, string>>) => {
  const defaults = defaultsOf(configOf(environment));
  return { ...world.services, settings: createSettings({ ...world.services, defaults }) };
};
const NEW = { name: 'Reports', description: 'Numbers of each quarter', color: 'violet' } as const;
const change = async (actor: Someone, given: { readonly name?: string }, revision: number | undefined = 1) =>
  await changeSpace(team.services, actor, { spaceId: team.spaceId, change: given, revision });
const archive = async (actor: Someone) => await archiveSpace(team.services, actor, team.spaceId);
const restore = async (actor: Someone) => await restoreSpace(team.services, actor, team.spaceId);
const archives = async (actor: Someone) => (await listArchivedSpaces(team.services, actor)).items;

test('the creator of a space owns it, with the quota of the settings', async () => {
  const { person } = await world.addOwner();
  const services = servicesWith({ COFFER_SPACE_QUOTA: '3 GiB' });
  const space = valueOf(await createSpace(services, person, NEW));
  expect(space).toMatchObject({ ...NEW, kind: 'team', role: 'owner', quotaBytes: 3 * GIB, usedBytes: 0 });
  expect(valueOf(await getSpace(services, person, space.id))).toEqual(space);
  expect((await listSpaces(services, person)).items.map(({ name }) => name)).toEqual(['Personal', 'Reports']);
});

test('the operator may leave the creation of spaces to administrators', async () => {
  const { person } = await world.addOwner();
  const services = servicesWith({ COFFER_SPACE_CREATORS: 'administrators' });
  expect(errorOf(await createSpace(services, person, NEW))).toEqual({ code: 'not_allowed' });
  expect((await listSpaces(services, person)).mayCreate).toBe(false);
  const administrator = { ...person, role: 'administrator' } as const;
  expect((await createSpace(services, administrator, NEW)).ok).toBe(true);
  expect((await listSpaces(services, administrator)).mayCreate).toBe(true);
});

test('a person owns a limited number of spaces, also when they are created at once', async () => {
  const { person } = await world.addOwner();
  const results = await Promise.all(
    Array.from(
      { length: SERVER_LIMITS.spacesOwnedMax + 5 },
      async () => await createSpace(team.services, person, NEW),
    ),
  );
  const refused = results.filter((each) => !each.ok).map((each) => errorOf<unknown>(each));
  expect(refused).toEqual(
    Array.from({ length: 5 }, () => ({
      code: 'limit_reached',
      facts: { limit: SERVER_LIMITS.spacesOwnedMax },
    })),
  );
});

test.each([
  ['', 'nothing'],
  ['   ', 'blanks'],
  ['a\nb', 'a line break'],
  ['safe\u202Eexe', 'a character that turns the direction'],
  ['a\u200Bb', 'a character that nobody sees'],
  ['x'.repeat(LIMITS.spaceNameLengthMax + 1), 'too many characters'],
])('%j is not a name of a space: %s', (name) => {
  expect(operations.createSpace.body.safeParse({ name, color: 'teal' }).success).toBe(false);
});

test('the longest name of a space fits the root folder', async () => {
  const name = '漢'.repeat(LIMITS.spaceNameLengthMax);
  const body = operations.createSpace.body.parse({ name, color: 'teal' });
  expect(valueOf(await createSpace(team.services, team.owner, body)).name).toBe(name);
});

test('managers change a space, others do not; of two concurrent changes one gets a conflict', async () => {
  const [manager, editor] = [await team.add('manager'), await team.add('editor')];
  const { person: stranger } = await world.addOwner();
  expect(errorOf(await change(editor, { name: 'Mine' }))).toEqual({
    code: 'not_allowed',
    facts: { needed_role: 'manager' },
  });
  expect(errorOf(await change(stranger, { name: 'Mine' }))).toEqual({ code: 'space_not_found' });
  expect(
    errorOf(
      await changeSpace(team.services, manager, {
        spaceId: team.spaceId,
        change: { name: 'Blind' },
        revision: undefined,
      }),
    ),
  ).toEqual({ code: 'revision_required' });
  const results = await Promise.all([change(manager, { name: 'One' }), change(team.owner, { name: 'Two' })]);
  expect(results.filter((each) => !each.ok).map((each) => errorOf<unknown>(each))).toEqual([
    { code: 'revision_conflict', facts: { current_revision: 2 } },
  ]);
  const kept = results.find((each) => each.ok);
  const space = valueOf(await getSpace(team.services, editor, team.spaceId));
  expect(space).toEqual({ ...(kept?.ok === true ? kept.value : {}), role: 'editor' });
  expect(space).toMatchObject({ color: 'green', revision: 2 });
  const root = await world.services.db
    .selectFrom('node')
    .select('name')
    .where('id', '=', space.rootId)
    .executeTakeFirstOrThrow();
  expect(root.name).toBe(space.name);
});

test('an archived space disappears for everyone at once, and comes back unchanged when an owner restores it', async () => {
  const [manager, editor] = [await team.add('manager'), await team.add('editor')];
  expect(errorOf(await archive(manager))).toEqual({ code: 'not_allowed', facts: { needed_role: 'owner' } });
  valueOf(await archive(team.owner));
  for (const person of [team.owner, manager, editor]) {
    expect(errorOf(await getSpace(team.services, person, team.spaceId))).toEqual({ code: 'space_not_found' });
    expect((await listSpaces(team.services, person)).items).toHaveLength(1);
    expect(errorOf<unknown>(await listMembers(team.services, person, team.spaceId))).toEqual({
      code: 'space_not_found',
    });
    expect(errorOf(await archive(person))).toEqual({ code: 'space_not_found' });
  }
  expect(await archives(manager)).toEqual([]);
  expect(errorOf(await restore(manager))).toEqual({ code: 'space_not_found' });
  const [archived] = await archives(team.owner);
  expect(archived).toMatchObject({ id: team.spaceId, name: 'Field team', color: 'green' });

  expect(valueOf(await restore(team.owner)).role).toBe('owner');
  expect(valueOf(await getSpace(team.services, editor, team.spaceId)).role).toBe('editor');
  expect(await archives(team.owner)).toEqual([]);
  expect(errorOf(await restore(team.owner))).toEqual({ code: 'space_not_found' });
  expect((await team.events()).map(({ verb }) => verb).slice(-2)).toEqual([
    'space_archived',
    'space_restored',
  ]);
});

test('of two owners who archive, restore or leave concurrently each gets a correct answer', async () => {
  const second = await team.add('owner');
  const results = await Promise.all([
    archive(team.owner),
    archive(second),
    removeMember(team.services, second, { spaceId: team.spaceId, holderId: second.id }),
  ]);
  const archived = results.slice(0, 2).filter((each) => each.ok);
  expect(archived).toHaveLength(1);
  const both = await Promise.all([restore(team.owner), restore(team.owner)]);
  expect(both.filter((each) => each.ok)).toHaveLength(1);
  expect(await team.memberRow(team.owner.id)).toMatchObject({ role: 'owner' });
});

test('a personal space can be neither changed nor archived', async () => {
  const { person, spaceId: id } = await world.addOwner();
  const spaceId = SpaceId.parse(id);
  expect(errorOf(await archiveSpace(team.services, person, spaceId))).toEqual({ code: 'space_is_personal' });
  const named = { spaceId, change: { name: 'Mine' }, revision: 1 };
  expect(errorOf(await changeSpace(team.services, person, named))).toEqual({ code: 'space_is_personal' });
});

test('a space can be restored until its 30 days are over, and is emptied after them, once', async () => {
  valueOf(await archive(team.owner));
  world.clock.advance(30 * DAY_MS - HOUR_MS);
  expect(await emptyArchivedSpaces(world.services)).toBe(0);
  expect(await archives(team.owner)).toHaveLength(1);
  valueOf(await restore(team.owner));
  valueOf(await archive(team.owner));
  world.clock.advance(30 * DAY_MS);
  expect(await archives(team.owner)).toEqual([]);
  expect(errorOf(await restore(team.owner))).toEqual({ code: 'space_not_found' });
  expect(await emptyArchivedSpaces(world.services)).toBe(1);
  expect(await emptyArchivedSpaces(world.services)).toBe(0);
});
