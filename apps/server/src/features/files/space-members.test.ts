// How changes of the members of a space affect its files.
import { NodeId, SpaceId } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, startWorld, valueOf, type World } from '../../live.world.ts';
import { addMembers } from '../spaces/members/add-members.ts';
import { removeMember } from '../spaces/members/remove-member.ts';
import { archiveSpace, restoreSpace } from '../spaces/team/archive-space.ts';
import { emptyArchivedSpaces } from '../spaces/team/empty-archived-spaces.ts';
import { makeTeam, type Someone } from '../spaces/team.world.ts';
import { createFolder } from './create-folder.ts';
import { getNode } from './get-node.ts';
import { listChildren } from './list-children.ts';
import { purgeTrash } from './trash/purge-trash.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function withFolder() {
  const team = await makeTeam(world);
  const parentId = team.space.rootId;
  const make = async (actor: Someone, name: string) =>
    await createFolder(world.services, actor, { parentId, name, ifExists: 'fail' });
  const list = async (actor: Someone) =>
    await listChildren(world.services, actor, {
      nodeId: parentId,
      query: { sort: 'name', order: 'asc', at: 0, limit: 100 },
    });
  const folder = valueOf(await make(team.owner, 'Gates'));
  return { ...team, make, list, folder };
}

test.each([
  ['viewer', 1, false],
  ['contributor', 0, true],
  ['editor', 1, true],
  ['manager', 1, true],
  ['owner', 1, true],
] as const)('as %s one sees %i folders of others, and may add one: %s', async (role, seen, mayAdd) => {
  const team = await withFolder();
  const person = await team.add(role);
  expect(valueOf(await team.list(person)).total).toBe(seen);
  expect((await team.make(person, 'Mine')).ok).toBe(mayAdd);
});

test('a removed member loses list, folder and the right to add at the next call, and gets all of it back with the role', async () => {
  const team = await withFolder();
  const person = await team.add('editor');
  expect((await getNode(world.services, person, team.folder.id)).ok).toBe(true);
  const at = { spaceId: team.spaceId, holderId: person.id };
  valueOf(await removeMember(team.services, team.owner, at));
  for (const refused of [
    await getNode(world.services, person, team.folder.id),
    await team.list(person),
    await team.make(person, 'Late'),
  ]) {
    expect(errorOf<unknown>(refused)).toEqual({ code: 'node_not_found' });
  }
  const again = {
    spaceId: team.spaceId,
    personIds: [person.id],
    groupIds: [],
    role: 'viewer',
  } satisfies Parameters<typeof addMembers>[2];
  valueOf(await addMembers(team.services, team.owner, again));
  expect(valueOf(await team.list(person)).total).toBe(1);
});

test('folders made while their maker is being removed are either there for all, or not made', async () => {
  const team = await withFolder();
  const person = await team.add('editor');
  const at = { spaceId: team.spaceId, holderId: person.id };
  const [, ...made] = await Promise.all([
    removeMember(team.services, team.owner, at),
    ...Array.from({ length: 8 }, async (_, index) => await team.make(person, `Folder ${index}`)),
  ]);
  const kept = made.filter((each) => each.ok).length;
  expect(valueOf(await team.list(team.owner)).total).toBe(1 + kept);
  const verbs = (await team.events()).map(({ verb }) => verb);
  expect(verbs.slice(verbs.indexOf('member_removed') + 1)).toEqual([]);
});

test.each([
  ['as usual', undefined],
  ['even if its trash is kept for longer', 90],
])(
  'files of an archived space are hidden, come back with it, and are purged after 30 days, %s',
  async (_, days) => {
    const team = await withFolder();
    if (days !== undefined)
      await world.services.db
        .updateTable('space')
        .set({ trash_days: days })
        .where('id', '=', SpaceId.parse(team.spaceId))
        .execute();
    valueOf(await archiveSpace(team.services, team.owner, team.spaceId));
    expect(errorOf<unknown>(await getNode(world.services, team.owner, team.folder.id))).toEqual({
      code: 'node_not_found',
    });
    valueOf(await restoreSpace(team.services, team.owner, team.spaceId));
    expect(valueOf(await team.list(team.owner)).total).toBe(1);

    valueOf(await archiveSpace(team.services, team.owner, team.spaceId));
    world.clock.advance(30 * DAY_MS);
    expect(await emptyArchivedSpaces(world.services)).toBe(1);
    await purgeTrash(world.services);
    const left = await world.services.db
      .selectFrom('node')
      .select(['id', 'parent_id'])
      .where('space_id', '=', SpaceId.parse(team.spaceId))
      .execute();
    expect(left, 'items other than the root were left').toEqual([
      { id: NodeId.parse(team.space.rootId), parent_id: null },
    ]);
  },
);
