import {
  type ChangeGrantRequest,
  type CreateGrantsRequest,
  type GrantRole,
  GroupId,
  type HolderId,
  NodeId,
  type Person,
  UserId,
} from '@coffer/contracts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Owner, startWorld, valueOf, type World } from '../../live.world.ts';
import { createFolder } from '../files/create-folder.ts';
import { nameSort } from '../files/model.ts';
import { changeGrant } from './change-grant.ts';
import { createGrants } from './create-grants.ts';
import { explainAccess } from './explain-access.ts';
import { listAccess } from './list-access.ts';
import { listSharedByMe, listSharedWithMe } from './list-shared.ts';
import { returnToNode } from './return-to-node.ts';
import { removeGrant, removeGrants } from './remove-grant.ts';

export const BY_NAME = { sort: 'name', order: 'asc', at: 0, limit: 1_000 } as const;

interface SharingState {
  world: World;
  owner: Owner;
}

/** A personal space with an owner, and a function that shares its items. */
export function sharingWorld() {
  const here = {} as SharingState;
  beforeAll(async () => {
    here.world = await startWorld();
  });
  afterAll(async () => {
    await here.world[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    here.owner = await here.world.addOwner();
  });
  const services = () => here.world.services;
  const share = async (
    nodeId: NodeId,
    people: readonly Person[],
    options: { readonly role: GrantRole; readonly by?: Person } & Partial<
      Pick<CreateGrantsRequest, 'expiresAt' | 'message' | 'groupIds'>
    >,
  ) => {
    const { by = here.owner.person, role, expiresAt = null, message = '', groupIds = [] } = options;
    const personIds = people.map(({ id }) => UserId.parse(id));
    return await createGrants(services(), by, { nodeId, personIds, groupIds, role, expiresAt, message });
  };
  return {
    state: here,
    services,
    share,
    /** Creates a group directly in the database, because creating groups belongs to another feature. */
    group: async (people: readonly Person[] = []) => await insertGroup(here, people),
    stranger: async () => (await here.world.addOwner()).person,
    folder: async (name: string, parentId: string = here.owner.rootId, by = here.owner.person) =>
      valueOf(
        await createFolder(services(), by, { parentId: NodeId.parse(parentId), name, ifExists: 'fail' }),
      ).id,
    file: async (name: string, parentId: string = here.owner.rootId) =>
      await insertFile(here, name, parentId),
    change: async (
      nodeId: NodeId,
      person: Person,
      {
        by = here.owner.person,
        revision = 1,
        ...change
      }: ChangeGrantRequest & { by?: Person; revision?: number },
    ) => await changeGrant(services(), by, { nodeId, holderId: person.id, change, revision }),
    remove: async (nodeId: NodeId, holder: { readonly id: HolderId }, by = here.owner.person) =>
      await removeGrant(services(), by, { nodeId, holderId: holder.id }),
    comeBack: async (nodeId: NodeId, by: Person) => await returnToNode(services(), by, nodeId),
    removeAll: async (nodeId: NodeId, by = here.owner.person) => await removeGrants(services(), by, nodeId),
    access: async (nodeId: NodeId, by = here.owner.person) => await listAccess(services(), by, nodeId),
    explain: async (nodeId: NodeId, person: Person, by = here.owner.person) =>
      await explainAccess(services(), by, { nodeId, personId: UserId.parse(person.id) }),
    withMe: async (person: Person, query: Partial<Parameters<typeof listSharedWithMe>[2]> = {}) =>
      valueOf(
        await listSharedWithMe(services(), person, { sort: 'name', order: 'asc', limit: 100, ...query }),
      ),
    byMe: async (person = here.owner.person, query: Partial<Parameters<typeof listSharedByMe>[2]> = {}) =>
      valueOf(await listSharedByMe(services(), person, { sort: 'name', order: 'asc', limit: 100, ...query })),
  };
}

async function insertGroup({ world }: SharingState, people: readonly Person[]): Promise<GroupId> {
  const { db, clock, newId } = world.services;
  const now = clock.now();
  const id = newId();
  const row = { id, name: `group ${id}`, source: 'local', created_at: now, updated_at: now } as const;
  await db.insertInto('group').values(row).execute();
  for (const person of people) {
    await db
      .insertInto('group_member')
      .values({ group_id: id, user_id: person.id, created_at: now })
      .execute();
  }
  return GroupId.parse(id);
}

async function insertFile({ world, owner }: SharingState, name: string, parentId: string): Promise<NodeId> {
  const { db, clock, newId } = world.services;
  const now = clock.now();
  const id = newId();
  await db
    .insertInto('node')
    .values({
      space_id: owner.spaceId,
      id,
      parent_id: parentId,
      kind: 'file',
      name,
      name_key: name.toLowerCase(),
      name_sort: nameSort(name),
      name_search: ` ${name.toLowerCase()} `,
      current_version_id: newId(),
      size_bytes: 1,
      media_type: 'text/plain',
      modified_at: now,
      created_by: owner.person.id,
      trashed_at: null,
      trashed_by: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return NodeId.parse(id);
}
