import { NodeId, type Person } from '@coffer/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, type Owner, valueOf } from '../../../live.world.ts';
import { type SearchWorld, startSearchWorld } from '../find/search.world.ts';
import { getNodeDetails } from './get-node-details.ts';

let world: SearchWorld;
let owner: Owner;
let folder: NodeId;

beforeAll(async () => {
  world = await startSearchWorld();
  owner = await world.addOwner();
  folder = await world.addFolder(owner, 'plans');
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const detailsFor = async (person: Person, nodeId = folder) =>
  await getNodeDetails(world.services, person, nodeId);

test('people see who created a folder, and themselves as "you"', async () => {
  const viewer = await world.addOwner();
  await world.addMember(owner, viewer.person, 'viewer');
  expect(valueOf(await detailsFor(owner.person))).toMatchObject({
    createdBy: { kind: 'you' },
    version: null,
  });
  const seen = valueOf(await detailsFor(viewer.person));
  expect(seen.createdBy).toEqual({ kind: 'person', name: owner.person.name });
});

test('the name of a deleted account is not shown', async () => {
  const leaver = await world.addOwner();
  const [file = ''] = await world.addFiles(owner, ['left.txt'], { createdBy: leaver.person.id });
  const created = async () => valueOf(await detailsFor(owner.person, NodeId.parse(file))).createdBy;
  expect(await created()).toEqual({ kind: 'person', name: leaver.person.name });
  await world.services.db
    .updateTable('user')
    .set({ status: 'removed' })
    .where('id', '=', leaver.person.id)
    .execute();
  expect(await created()).toEqual({ kind: 'removed_person' });
});

test('a contributor does not learn who else works in the space, and a stranger nothing', async () => {
  const contributor = await world.addOwner();
  await world.addMember(owner, contributor.person, 'contributor');
  const root = NodeId.parse(owner.rootId);
  expect(valueOf(await detailsFor(contributor.person, root)).createdBy).toEqual({ kind: 'hidden_person' });
  expect(errorOf(await detailsFor(contributor.person)).code).toBe('node_not_found');
  const stranger = await world.addOwner();
  expect(errorOf(await detailsFor(stranger.person)).code).toBe('node_not_found');
});
