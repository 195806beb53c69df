// Compares the groups of a list with the list itself.
import { randomUUID } from 'node:crypto';
import { type ItemGroupsQuery, NodeId } from '@coffer/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, type Owner, startWorld, valueOf, type World } from '../../live.world.ts';
import { createFolder } from './create-folder.ts';
import { listChildren } from './list-children.ts';
import { listItemGroups } from './list-item-groups.ts';
import { nameSort } from './model.ts';

let world: World;
let owner: Owner;
let folderId: NodeId;

const DAY_MS = 86_400_000;
const TODAY = Date.UTC(2026, 10, 26);
const since = [0, 1, 7, 30].map((days) => new Date(TODAY - days * DAY_MS).toISOString());
const FOLDERS = 7;
const TYPES = ['application/pdf', 'image/jpeg', 'image/png', 'text/plain'];

beforeAll(async () => {
  world = await startWorld();
  owner = await world.addOwner();
  folderId = await addFolder('full');
  const rows = Array.from({ length: 400 }, (_, number) => {
    const isFolder = number < FOLDERS;
    const name = `${number % 7 === 0 ? 'report' : 'entry'} ${number}`;
    return {
      space_id: owner.spaceId,
      id: randomUUID(),
      parent_id: folderId,
      kind: isFolder ? ('folder' as const) : ('file' as const),
      name,
      name_key: name,
      name_sort: nameSort(name),
      name_search: name,
      current_version_id: isFolder ? null : randomUUID(),
      size_bytes: 0,
      media_type: isFolder ? '' : (TYPES[number % TYPES.length] ?? ''),
      // Some times are exactly midnight, some are in the future.
      modified_at: new Date(TODAY - ((number % 60) - 2) * DAY_MS - (number % 3) * 3_600_000),
      created_by: owner.person.id,
      trashed_at: null,
      trashed_by: null,
      created_at: world.services.clock.now(),
      updated_at: world.services.clock.now(),
    };
  });
  await world.services.db.insertInto('node').values(rows).execute();
  await sql`vacuum analyze node`.execute(world.services.db);
}, 600_000);
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

async function addFolder(name: string): Promise<NodeId> {
  const to = { parentId: NodeId.parse(owner.rootId), name, ifExists: 'fail' } as const;
  return valueOf(await createFolder(world.services, owner.person, to)).id;
}

const groups = async (query: ItemGroupsQuery, nodeId = folderId) =>
  valueOf(await listItemGroups(world.services, owner.person, { nodeId, query }));

type Item = Awaited<ReturnType<typeof listed>>[number];

async function listed(query: ItemGroupsQuery) {
  const { by, order, filter } = query;
  const asked = { sort: by, order, at: 0, limit: 1_000, filter };
  return valueOf(await listChildren(world.services, owner.person, { nodeId: folderId, query: asked })).items;
}

/** Consecutive files with the same key in the list, with their number. */
function runsOf(items: readonly Item[], keyOf: (item: Item) => string | null) {
  const runs: { key: string | null; count: number }[] = [];
  for (const item of items.filter(({ kind }) => kind === 'file')) {
    const key = keyOf(item);
    const last = runs.at(-1);
    if (last?.key === key) last.count += 1;
    else runs.push({ key, count: 1 });
  }
  return runs;
}

test.each(
  (['asc', 'desc'] as const).flatMap((order) => [undefined, 'report'].map((filter) => ({ order, filter }))),
)('by date $order, filter $filter: groups are runs of the list', async ({ order, filter }) => {
  const query = { by: 'modified', order, filter, since } as const;
  const items = await listed(query);
  const expected = runsOf(items, ({ modifiedAt }) => since.find((bound) => modifiedAt >= bound) ?? null);
  expect(expected).toHaveLength(5);
  const folders = items.filter(({ kind }) => kind === 'folder').length;
  expect(await groups(query)).toEqual({ folders, files: expected });
});

test.each(
  (['asc', 'desc'] as const).flatMap((order) => [undefined, 'report'].map((filter) => ({ order, filter }))),
)('by kind $order, filter $filter: groups are runs of the list', async ({ order, filter }) => {
  const query = { by: 'kind', order, filter } as const;
  const items = await listed(query);
  const expected = runsOf(items, ({ mediaType }) => mediaType);
  expect(expected.length).toBeGreaterThan(1);
  const folders = items.filter(({ kind }) => kind === 'folder').length;
  expect(await groups(query)).toEqual({ folders, files: expected });
});

test('more kinds than a list can show are one group at its end', async () => {
  const many = await addFolder('many kinds');
  await sql`
    insert into node (space_id, id, parent_id, kind, name, name_key, name_sort, name_search, current_version_id, size_bytes,
      media_type, modified_at, created_by, created_at, updated_at)
    select space_id, gen_random_uuid(), ${many}, kind, name, name_key, name_sort, name_search, current_version_id, size_bytes,
      'x/' || lpad((row_number() over (order by id))::text, 4, '0'), modified_at, created_by, created_at, updated_at
    from node where parent_id = ${folderId} and kind = 'file'`.execute(world.services.db);
  const { files } = await groups({ by: 'kind', order: 'asc' }, many);
  expect(files).toHaveLength(101);
  expect(files[0]).toEqual({ key: 'x/0001', count: 1 });
  expect(files.at(-1)).toEqual({ key: null, count: 400 - FOLDERS - 100 });
});

test('an empty folder and no bounds have no groups but the rest', async () => {
  expect(await groups({ by: 'kind', order: 'asc' }, await addFolder('empty'))).toEqual({
    folders: 0,
    files: [],
  });
  expect(await groups({ by: 'modified', order: 'desc' })).toEqual({
    folders: FOLDERS,
    files: [{ key: null, count: 400 - FOLDERS }],
  });
});

test('a stranger learns nothing', async () => {
  const stranger = await world.addOwner();
  const input = { nodeId: folderId, query: { by: 'kind', order: 'asc' } } as const;
  const answered = await listItemGroups(world.services, stranger.person, input);
  expect(errorOf(answered)).toEqual({ code: 'node_not_found' });
});
