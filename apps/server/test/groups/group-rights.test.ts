// What a group gives to its members, and what remains when it is deleted.
import { GroupId, type NodeId, type Person, SpaceId, type SpaceRole, TrashQuery } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../src/live.world.ts';
import { createFolder } from '../../src/features/files/create-folder.ts';
import { getNode } from '../../src/features/files/get-node.ts';
import { listTrash } from '../../src/features/files/trash/list-trash.ts';
import { changeGrant } from '../../src/features/sharing/change-grant.ts';
import { createGrants } from '../../src/features/sharing/create-grants.ts';
import { listAccess } from '../../src/features/sharing/list-access.ts';
import { listSharedByMe, listSharedWithMe } from '../../src/features/sharing/list-shared.ts';
import { removeGrant } from '../../src/features/sharing/remove-grant.ts';
import { listSpaces } from '../../src/features/spaces/get-space.ts';
import { addMembers } from '../../src/features/spaces/members/add-members.ts';
import { changeMember } from '../../src/features/spaces/members/change-member.ts';
import { listMembers } from '../../src/features/spaces/members/list-members.ts';
import { removeMember } from '../../src/features/spaces/members/remove-member.ts';
import { archiveSpace, restoreSpace } from '../../src/features/spaces/team/archive-space.ts';
import { makeTeam } from '../../src/features/spaces/team.world.ts';
import { groupsWorld } from '../../src/features/groups/groups.world.ts';

const here = groupsWorld();
const { add, drop, get, group, person, remove, services } = here;

const ALL = { sort: 'name', order: 'asc', limit: 100 } as const;
const NOT_FOUND = { code: 'node_not_found' };

const isUnknownGroup = (failure: unknown) => JSON.stringify(failure) === '{"code":"group_not_found"}';

async function withGroup() {
  const team = await makeTeam(here.state.world);
  const ben = await person();
  const groupId = await group([ben]);
  const { owner, spaceId } = team;
  const folder = async (name: string, parentId: NodeId = team.space.rootId) =>
    valueOf(await createFolder(services(), owner, { parentId, name, ifExists: 'fail' })).id;
  return {
    ...team,
    ben,
    groupId,
    folder,
    join: async (role: SpaceRole, by = owner) =>
      await addMembers(team.services, by, { spaceId, personIds: [], groupIds: [groupId], role }),
    change: async (role: SpaceRole, { revision = 1, by = owner } = {}) =>
      await changeMember(team.services, by, { spaceId, holderId: groupId, role, revision }),
    leave: async (by = owner) => await removeMember(team.services, by, { spaceId, holderId: groupId }),
    share: async (
      nodeId: NodeId,
      options: { people?: readonly Person[]; by?: Person; role?: 'viewer' | 'editor' } = {},
    ) =>
      await createGrants(services(), options.by ?? owner, {
        nodeId,
        personIds: (options.people ?? []).map(({ id }) => id),
        groupIds: [groupId],
        role: options.role ?? 'viewer',
        expiresAt: null,
        message: 'Have a look',
      }),
    open: async (nodeId: NodeId, by: Person = ben) => await getNode(services(), by, nodeId),
    spaces: async (by: Person = ben) => (await listSpaces(team.services, by)).items.map(({ id }) => id),
    members: async (by: Person = owner) => await listMembers(services(), by, spaceId),
  };
}

test('everyone in a group has its role in the space, from the next call on, until either leaves', async () => {
  const team = await withGroup();
  const id = await team.folder('Gates');
  const made = valueOf(await team.join('editor'));
  expect(made).toMatchObject({ items: [], groups: [{ groupId: team.groupId, role: 'editor', people: 1 }] });
  expect(valueOf(await team.open(id)).role).toBe('editor');
  expect(await team.spaces()).toContain(team.spaceId);
  expect(valueOf(await team.members(team.ben)).groups.map(({ groupId }) => groupId)).toEqual([team.groupId]);

  const cleo = await person();
  expect(errorOf(await team.open(id, cleo))).toEqual(NOT_FOUND);
  valueOf(await add(team.groupId, [cleo]));
  expect((await team.open(id, cleo)).ok).toBe(true);
  valueOf(await remove(team.groupId, cleo));
  expect(errorOf(await team.open(id, cleo))).toEqual(NOT_FOUND);

  valueOf(await team.change('viewer'));
  expect(valueOf(await team.open(id)).role).toBe('viewer');
  expect(errorOf(await team.change('editor'))).toMatchObject({ code: 'revision_conflict' });
  valueOf(await team.leave());
  expect(errorOf(await team.open(id))).toEqual(NOT_FOUND);
  expect(errorOf(await team.members(team.ben))).toEqual({ code: 'space_not_found' });
  expect((await team.events()).slice(-3).map(({ verb, facts }) => [verb, facts])).toEqual([
    ['member_added', { group: team.groupId, role: 'editor' }],
    ['member_changed', { group: team.groupId, from: 'editor', to: 'viewer' }],
    ['member_removed', { group: team.groupId, role: 'viewer' }],
  ]);
});

test('direct and group roles combine: the strongest counts, and contributor plus viewer is both', async () => {
  const team = await withGroup();
  const id = await team.folder('Gates');
  const { spaceId, ben } = team;
  const asMember = async (role: SpaceRole) =>
    valueOf(
      await addMembers(team.services, team.owner, { spaceId, personIds: [ben.id], groupIds: [], role }),
    );
  await asMember('contributor');
  expect(errorOf(await team.open(id)), 'of somebody else').toEqual(NOT_FOUND);
  valueOf(await team.join('viewer'));
  expect((await team.open(id)).ok).toBe(true);
  const own = await createFolder(services(), ben, {
    parentId: team.space.rootId,
    name: 'Mine',
    ifExists: 'fail',
  });
  expect(own.ok, 'adds as before').toBe(true);
  const trash = await listTrash(services(), ben, { spaceId, query: TrashQuery.parse({}) });
  expect(trash.ok).toBe(true);
  valueOf(await team.change('manager'));
  expect(valueOf(await team.open(id)).role).toBe('manager');
});

test('owners are people: a group is manager at most, and never the last who owns', async () => {
  const team = await withGroup();
  valueOf(await team.join('manager'));
  expect(errorOf(await team.change('owner'))).toEqual({
    code: 'invalid_request',
    issues: [{ path: 'role', code: 'wrong_format' }],
  });
  const at = { spaceId: team.spaceId, holderId: team.owner.id };
  expect(errorOf(await removeMember(team.services, team.owner, at))).toEqual({ code: 'last_owner' });
  const cleo = await person();
  const added = { spaceId: team.spaceId, personIds: [cleo.id], groupIds: [], role: 'viewer' as const };
  valueOf(await addMembers(team.services, team.ben, added));
  expect(errorOf(await team.join('viewer', cleo))).toMatchObject({ code: 'not_allowed' });
  const unknown = { ...added, personIds: [], groupIds: [GroupId.parse(services().newId())] };
  expect(errorOf(await addMembers(team.services, team.owner, unknown))).toEqual({ code: 'group_not_found' });
});

test('an archived space is closed to its groups, and open to them again when it is restored', async () => {
  const team = await withGroup();
  const [id, shared] = [await team.folder('Gates'), await team.folder('Shared')];
  valueOf(await team.join('editor'));
  const other = await withGroup();
  valueOf(
    await createGrants(services(), team.owner, {
      nodeId: shared,
      personIds: [],
      groupIds: [other.groupId],
      role: 'viewer',
      expiresAt: null,
      message: '',
    }),
  );
  expect((await team.open(shared, other.ben)).ok).toBe(true);
  valueOf(await archiveSpace(team.services, team.owner, team.spaceId));
  expect(errorOf(await team.open(id))).toEqual(NOT_FOUND);
  expect(errorOf(await team.open(shared, other.ben))).toEqual(NOT_FOUND);
  expect(await team.spaces()).not.toContain(team.spaceId);
  valueOf(await restoreSpace(team.services, team.owner, team.spaceId));
  expect(valueOf(await team.open(id)).role).toBe('editor');
  expect((await team.open(shared, other.ben)).ok).toBe(true);
});

test('a folder is shared with a group: its people find it once, and it says through which group', async () => {
  const team = await withGroup();
  const { ben, groupId } = team;
  const id = await team.folder('Plans');
  const inner = await team.folder('Bridge', id);
  const shared = valueOf(await team.share(id));
  expect(shared.items).toMatchObject([
    { ok: true, holder: 'group', holderId: groupId, grant: { holderId: groupId, role: 'viewer' } },
  ]);
  expect(valueOf(await team.open(inner)).role).toBe('viewer');
  const withMe = async () => valueOf(await listSharedWithMe(services(), ben, ALL)).items;
  expect(await withMe()).toMatchObject([
    { node: { id }, group: { id: groupId }, grant: { holder: 'group' } },
  ]);

  valueOf(await team.share(inner, { people: [ben], role: 'editor' }));
  expect(await withMe()).toMatchObject([
    { node: { id: inner }, group: null, grant: { role: 'editor' } },
    { node: { id } },
  ]);
  const byMe = valueOf(await listSharedByMe(services(), team.owner, ALL)).items;
  expect(new Map(byMe.map(({ node, total }) => [node.id, total]))).toEqual(
    new Map([
      [id, 1],
      [inner, 2],
    ]),
  );

  const access = valueOf(await listAccess(services(), team.owner, inner));
  expect(access.groups).toMatchObject([
    { groupId, people: 1, role: 'editor', reasons: [{ folder: null }, { folder: { id } }] },
  ]);
  const [, his] = access.items;
  expect(his).toMatchObject({ personId: ben.id, role: 'editor' });
  expect(his?.reasons.map(({ group: through, role }) => [through?.id ?? null, role])).toEqual(
    expect.arrayContaining([
      [null, 'editor'],
      [groupId, 'editor'],
      [groupId, 'viewer'],
    ]),
  );
  const own = valueOf(await listAccess(services(), ben, id));
  expect(own.items).toMatchObject([{ personId: ben.id, reasons: [{ group: { id: groupId } }] }]);
  expect(own.groups.map(({ groupId: each }) => each)).toEqual([groupId]);
});

test('a grant of a group is judged, changed and removed like that of a person', async () => {
  const team = await withGroup();
  const { ben, groupId, owner } = team;
  const id = await team.folder('Plans');
  valueOf(await team.share(id));
  expect(valueOf(await team.share(id)).items).toMatchObject([
    { ok: false, code: 'has_access_already', holderId: groupId },
  ]);
  const covered = valueOf(await team.share(id, { people: [ben] })).items;
  expect(covered, 'by the group').toMatchObject([{ ok: false, code: 'has_access_already' }, { ok: false }]);
  const change = { nodeId: id, holderId: groupId, change: { role: 'editor' as const }, revision: 1 };
  expect(errorOf(await changeGrant(services(), ben, change))).toMatchObject({ code: 'not_allowed' });
  expect(valueOf(await changeGrant(services(), owner, change))).toMatchObject({
    role: 'editor',
    revision: 2,
  });
  expect(
    errorOf(await removeGrant(services(), ben, { nodeId: id, holderId: ben.id })),
    'nothing of their own',
  ).toEqual(NOT_FOUND);
  const stranger = await person();
  for (const by of [stranger]) {
    expect(errorOf(await removeGrant(services(), by, { nodeId: id, holderId: groupId }))).toEqual(NOT_FOUND);
  }
  valueOf(await removeGrant(services(), owner, { nodeId: id, holderId: groupId }));
  expect(errorOf(await team.open(id))).toEqual(NOT_FOUND);
  const last = (await team.events()).slice(-2).map(({ verb, facts }) => [verb, facts]);
  expect(last).toMatchObject([
    ['grant_changed', { group: groupId, to: 'editor' }],
    ['grant_removed', { group: groupId, role: 'editor' }],
  ]);
});

test('the reach of a group is counted without file names, and ends with the group in one step', async () => {
  const team = await withGroup();
  const other = await makeTeam(here.state.world);
  const [id, second] = [await team.folder('Secret plans'), await team.folder('Other plans')];
  valueOf(await team.share(id));
  valueOf(await team.share(second));
  valueOf(
    await addMembers(other.services, other.owner, {
      spaceId: other.spaceId,
      personIds: [],
      groupIds: [team.groupId],
      role: 'contributor',
    }),
  );
  const reach = valueOf(await get(team.groupId));
  expect(reach.group).toMatchObject({ people: 1, spaces: 1, shared: 2 });
  expect(JSON.stringify(reach)).not.toContain('plans');
  expect(reach.places.map(({ spaceId, role, shared }) => [spaceId, role, shared])).toEqual(
    expect.arrayContaining([
      [team.spaceId, null, 2],
      [SpaceId.parse(other.spaceId), 'contributor', 0],
    ]),
  );
  valueOf(await drop(team.groupId));
  expect(errorOf(await team.open(id))).toEqual(NOT_FOUND);
  expect(await team.spaces()).not.toContain(other.spaceId);
  const verbs = async (events: typeof team.events) => (await events()).map(({ verb }) => verb);
  expect((await verbs(team.events)).filter((verb) => verb === 'grant_removed')).toHaveLength(2);
  expect((await verbs(other.events)).at(-1)).toBe('member_removed');
});

test('a group that is deleted while it is given access leaves nothing behind', async () => {
  for (let round = 0; round < 4; round += 1) {
    const team = await withGroup();
    const id = await team.folder('Plans');
    const [shared, joined, gone] = await Promise.all([
      team.share(id),
      team.join('editor'),
      drop(team.groupId),
    ]);
    expect(gone.ok).toBe(true);
    const refused = [shared, joined].filter((each) => !each.ok).map((each) => errorOf<unknown>(each));
    expect(refused.filter((each) => !isUnknownGroup(each))).toEqual([]);
    expect(errorOf(await team.open(id))).toEqual(NOT_FOUND);
    const { db } = services();
    for (const table of ['grant', 'space_group', 'group_member'] as const) {
      expect(
        await db.selectFrom(table).select('group_id').where('group_id', '=', team.groupId).execute(),
      ).toEqual([]);
    }
  }
});
