import { NodeId, type PastPage, PastQuery, type Person } from '@coffer/contracts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Owner, startWorld, valueOf, type World } from '../../../live.world.ts';
import { createFolder } from '../create-folder.ts';
import { renameNode } from '../rename-node.ts';
import { purgeTrash } from '../trash/purge-trash.ts';
import { purgeNodes } from '../trash/purge-nodes.ts';
import { trashNodes } from '../trash/trash-nodes.ts';
import { listPast } from './list-past.ts';
import { later } from './past.world.ts';

let world: World;
let owner: Owner;
let contributor: Person;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  owner = await world.addOwner();
  contributor = (await world.addOwner()).person;
  const member = { space_id: owner.spaceId, user_id: contributor.id, created_at: world.clock.now() };
  await world.services.db
    .insertInto('member')
    .values({ ...member, role: 'contributor' })
    .execute();
});

const make = async (name: string, by = owner.person) => {
  const parentId = NodeId.parse(owner.rootId);
  return valueOf(await createFolder(world.services, by, { parentId, name, ifExists: 'fail' })).id;
};
const rename = async (nodeId: NodeId, name: string) =>
  valueOf(await renameNode(world.services, owner.person, { nodeId, name, revision: 1 }));

async function purge(id: NodeId): Promise<void> {
  await trashNodes(world.services, owner.person, [id]);
  await purgeNodes(world.services, owner.person, [id]);
  await purgeTrash(world.services);
}

async function past(moment: Date): Promise<PastPage> {
  const query = PastQuery.parse({ moment: moment.toISOString() });
  const nodeId = NodeId.parse(owner.rootId);
  return valueOf(await listPast(world.services, contributor, { nodeId, query }));
}

test('a contributor does not learn from the past how many items of others changed or were deleted', async () => {
  const own = await make('own', contributor);
  const [theirs, gone] = [await make('theirs'), await make('gone')];
  const moment = world.clock.now();
  later(world);
  await rename(own, 'own now');
  await rename(theirs, 'theirs now');
  await purge(gone);
  await make('new');
  expect(await past(moment)).toMatchObject({
    items: [{ name: 'own', since: 'renamed' }],
    total: 1,
    hidden: 0,
    knownFrom: null,
  });
});

test('a contributor is told that an own item was deleted permanently', async () => {
  const own = await make('own', contributor);
  const moment = world.clock.now();
  later(world);
  await purge(own);
  expect((await past(moment)).knownFrom).toMatchObject({ why: 'purged' });
});
