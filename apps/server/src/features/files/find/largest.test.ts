import { LIMITS, MomentsQuery, NodeId, type Person } from '@coffer/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, startWorld, valueOf, type World } from '../../../live.world.ts';
import { makeTeam } from '../../spaces/team.world.ts';
import { createFolder } from '../create-folder.ts';
import { nameSort } from '../model.ts';
import { largestQuery } from '../store/largest.ts';
import { trashNodes } from '../trash/trash-nodes.ts';
import { listLargest } from './list-largest.ts';

let world: World;
let team: Awaited<ReturnType<typeof makeTeam>>;
beforeAll(async () => {
  world = await startWorld();
  team = await makeTeam(world);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const MB = LIMITS.largeFileBytes;

async function folder(name: string): Promise<NodeId> {
  const made = { parentId: team.space.rootId, name, ifExists: 'fail' } as const;
  return NodeId.parse(valueOf(await createFolder(world.services, team.owner, made)).id);
}

async function file(name: string, sizeBytes: number, { parentId = team.space.rootId, by = team.owner } = {}) {
  const { newId, clock, db } = world.services;
  const id = newId();
  await db
    .insertInto('node')
    .values({
      id,
      space_id: team.spaceId,
      parent_id: parentId,
      kind: 'file',
      name,
      name_key: name,
      name_sort: nameSort(name),
      current_version_id: newId(),
      media_type: 'text/plain',
      modified_at: clock.now(),
      size_bytes: sizeBytes,
      created_by: by.id,
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    .execute();
  return NodeId.parse(id);
}

async function pageOf(by: Person, query: Record<string, string> = {}) {
  return await listLargest(world.services, by, { spaceId: team.spaceId, query: MomentsQuery.parse(query) });
}

const namesOf = async (by: Person, query: Record<string, string> = {}) =>
  valueOf(await pageOf(by, query)).items.map(({ node }) => node.name);

test('the largest files come first, from every folder, page by page, without the trash', async () => {
  const [deep, thrown] = [await folder('deep'), await folder('thrown away')];
  await file('two', 2 * MB, { parentId: deep });
  await file('three', 3 * MB);
  await file('twins', 2 * MB);
  await file('small', MB - 1, { parentId: deep });
  await file('just large', MB, { parentId: deep });
  await file('in a trashed folder', 9 * MB, { parentId: thrown });
  const trashed = await file('trashed', 8 * MB, { parentId: deep });
  await trashNodes(world.services, team.owner, [thrown, trashed]);
  const all = ['three', 'twins', 'two', 'just large'];
  expect(await namesOf(team.owner)).toEqual(all);
  const first = valueOf(await pageOf(team.owner, { limit: '1' }));
  const second = valueOf(await pageOf(team.owner, { limit: '2', after: first.next ?? '' }));
  const third = valueOf(await pageOf(team.owner, { limit: '2', after: second.next ?? '' }));
  const pages = [first, second, third];
  expect(pages.flatMap(({ items }) => items.map(({ node }) => node.name))).toEqual(all);
  expect(third.next).toBeNull();
  expect(first.items[0]?.space?.id).toBe(team.spaceId);
  expect(errorOf(await pageOf(team.owner, { after: 'WyJ4Il0' })).code).toBe('invalid_request');
});

test('a contributor sees own files, and a stranger no space', async () => {
  const contributor = await team.add('contributor');
  await file('handed in', 5 * MB, { by: contributor });
  expect(await namesOf(contributor)).toEqual(['handed in']);
  expect(await namesOf(await team.add('viewer'))).toContain('handed in');
  const { person: stranger } = await world.addOwner();
  expect(errorOf(await pageOf(stranger)).code).toBe('space_not_found');
});

test('a page is read from the index of large files, and nothing is sorted', async () => {
  const query = largestQuery({
    spaceId: team.spaceId,
    madeBy: undefined,
    after: { id: team.spaceId, bytes: 2 * MB },
    limit: 201,
  });
  const plan = await world.services.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    return JSON.stringify((await sql`explain ${query}`.execute(tx)).rows);
  });
  expect(plan).toContain('Index Scan Backward using node_large');
  expect(plan).not.toContain('Sort');
});
