import { randomUUID } from 'node:crypto';
import { NodeId, type TreePage, type TreeRequest } from '@coffer/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, type Owner, startWorld, valueOf, type World } from '../../live.world.ts';
import { createFolder } from './create-folder.ts';
import { listTree } from './list-tree.ts';
import { nameSort } from './model.ts';
import { trashNodes } from './trash/trash-nodes.ts';

let world: World;
let owner: Owner;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.addOwner();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const makeFolder = async (name: string, parentId: string = owner.rootId): Promise<NodeId> =>
  valueOf(
    await createFolder(world.services, owner.person, {
      parentId: NodeId.parse(parentId),
      name,
      ifExists: 'fail',
    }),
  ).id;

async function fill(parentId: NodeId, count: number): Promise<void> {
  const { db, clock } = world.services;
  const now = clock.now();
  const rows = Array.from({ length: count }, (_, index) => ({
    space_id: owner.spaceId,
    id: randomUUID(),
    parent_id: parentId,
    kind: 'file' as const,
    name: `${index}.txt`,
    name_key: `${index}.txt`,
    name_sort: nameSort(`${index}.txt`),
    current_version_id: randomUUID(),
    size_bytes: index,
    media_type: 'text/plain',
    modified_at: now,
    created_by: owner.person.id,
    created_at: now,
    updated_at: now,
  }));
  for (let from = 0; from < rows.length; from += 1_000) {
    await db
      .insertInto('node')
      .values(rows.slice(from, from + 1_000))
      .execute();
  }
}

async function readAll(request: TreeRequest): Promise<readonly TreePage['items'][]> {
  const pages: TreePage['items'][] = [];
  for (let next: TreeRequest | null = request; next !== null; ) {
    const page: TreePage = valueOf(await listTree(world.services, owner.person, next));
    pages.push(page.items);
    next = page.next;
  }
  return pages;
}

test('folders are read one after the other, in pages that cut a large one where they must', async () => {
  const [large, empty, exact, last] = [
    await makeFolder('large'),
    await makeFolder('empty'),
    await makeFolder('exact'),
    await makeFolder('last'),
  ];
  await makeFolder('inner', large);
  await fill(large, 2_100);
  await fill(exact, 899);
  await fill(last, 3);
  const pages = await readAll({ ids: [large, empty, exact, last] });
  expect(pages.map((items) => items.length)).toEqual([1_000, 1_000, 1_000, 3]);
  const entries = pages.flat();
  expect(new Set(entries.map(({ id }) => id)).size).toBe(3_003);
  expect(entries[0]).toMatchObject({ name: 'inner', kind: 'folder', parentId: large, sizeBytes: null });
  const ofFolder = (id: NodeId) => entries.filter(({ parentId }) => parentId === id).length;
  expect([large, empty, exact, last].map(ofFolder)).toEqual([2_101, 0, 899, 3]);
});

test('trashed nodes are not part of a tree', async () => {
  const folder = await makeFolder('half');
  const gone = await makeFolder('gone', folder);
  const stays = await makeFolder('stays', folder);
  await trashNodes(world.services, owner.person, [gone]);
  expect((await readAll({ ids: [folder] })).flat().map(({ id }) => id)).toEqual([stays]);
});

test('a deleted or foreign folder, and an invalid cursor, fail the whole call', async () => {
  const folder = await makeFolder('mine');
  const gone = await makeFolder('gone too');
  await trashNodes(world.services, owner.person, [gone]);
  const ask = async (request: TreeRequest, asked = owner) =>
    errorOf(await listTree(world.services, asked.person, request)).code;
  expect(await ask({ ids: [folder, gone] })).toBe('node_not_found');
  expect(await ask({ ids: [folder] }, await world.addOwner())).toBe('node_not_found');
  expect(await ask({ ids: [folder], after: 'nonsense' })).toBe('invalid_request');
});
