import { AdminGroupsQuery, GroupId, type GroupMembersQuery, type Person, UserId } from '@coffer/contracts';
import { afterAll, beforeAll } from 'vitest';
import { startWorld, valueOf, type World } from '../../live.world.ts';
import { createGroup, renameGroup } from './change-group.ts';
import { addGroupMembers, removeGroupMember } from './change-members.ts';
import { deleteGroup } from './delete-group.ts';
import { getGroup, listGroupMembers, listGroups } from './list-groups.ts';

const ALL: GroupMembersQuery = { text: '', at: 0, limit: 100 };

interface GroupState {
  world: World;
  ada: Person;
}

/** An administrator, and groups to administer. */
export function groupsWorld() {
  const here = {} as GroupState;
  let groups = 0;
  beforeAll(async () => {
    here.world = await startWorld();
    const { person } = await here.world.addOwner();
    here.ada = { ...person, role: 'administrator' };
  });
  afterAll(async () => {
    await here.world[Symbol.asyncDispose]();
  });
  const services = () => here.world.services;
  const add = async (groupId: GroupId, people: readonly Person[], by = here.ada) =>
    await addGroupMembers(services(), by, { groupId, personIds: people.map(({ id }) => UserId.parse(id)) });
  return {
    state: here,
    services,
    person: async () => (await here.world.addOwner()).person,
    create: async (name: string, by = here.ada) => await createGroup(services(), by, { name }),
    rename: async (groupId: GroupId, name: string, { revision = 1, by = here.ada } = {}) =>
      await renameGroup(services(), by, { groupId, name, revision }),
    group: async (people: readonly Person[] = []) => {
      groups += 1;
      const { id } = valueOf(await createGroup(services(), here.ada, { name: `Group ${groups}` }));
      const groupId = GroupId.parse(id);
      if (people.length > 0) valueOf(await add(groupId, people));
      return groupId;
    },
    add,
    remove: async (groupId: GroupId, person: Person, by = here.ada) =>
      await removeGroupMember(services(), by, { groupId, personId: person.id }),
    drop: async (groupId: GroupId, by = here.ada) => await deleteGroup(services(), by, groupId),
    get: async (groupId: GroupId, by = here.ada) => await getGroup(services(), by, groupId),
    list: async (query: Readonly<Record<string, string>> = {}, by = here.ada) =>
      await listGroups(services(), by, AdminGroupsQuery.parse(query)),
    members: async (groupId: GroupId, query: Partial<GroupMembersQuery> = {}, by = here.ada) =>
      await listGroupMembers(services(), by, { groupId, query: { ...ALL, ...query } }),
  };
}
