// Runs statements on many rows, and compares the stored counts with a recount of the space.
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from '../../live.world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const IDS_MAX = 12;
const change = fc.oneof(
  fc.record({
    type: fc.constant('add' as const),
    in: fc.nat(IDS_MAX),
    sizes: fc.array(fc.nat(99), { maxLength: 5 }),
  }),
  fc.record({ type: fc.constant('make' as const), in: fc.nat(IDS_MAX) }),
  fc.record({
    type: fc.constantFrom('trash' as const, 'restore' as const, 'resize' as const, 'rename' as const),
    remainder: fc.nat(2),
  }),
  fc.record({ type: fc.constant('move' as const), from: fc.nat(IDS_MAX), to: fc.nat(IDS_MAX) }),
  fc.record({ type: fc.constant('delete' as const), in: fc.nat(IDS_MAX) }),
);

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

test('counts and sizes of folders equal a recount after any statements', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 25 }), async (changes) => {
      const owner = await world.addOwner();
      const folders = [owner.rootId];
      for (const each of changes)
        await apply(each, { spaceId: owner.spaceId, personId: owner.person.id, folders });
      expect(await kept(owner.spaceId)).toEqual(await recounted(owner.spaceId));
    }),
    { numRuns: 60 },
  );
}, 600_000);

test('a folder that is deleted leaves no count', async () => {
  const owner = await world.addOwner();
  const scene = { spaceId: owner.spaceId, personId: owner.person.id, folders: [owner.rootId] };
  await apply({ type: 'make', in: 0 }, scene);
  await apply({ type: 'add', in: 1, sizes: [5] }, scene);
  const { db } = world.services;
  await sql`delete from node where space_id = ${owner.spaceId} and parent_id is not null`.execute(db);
  expect(await kept(owner.spaceId)).toEqual([]);
  const left = await db
    .selectFrom('folder_content')
    .select('folder_id')
    .where('space_id', '=', owner.spaceId)
    .execute();
  expect(left).toEqual([{ folder_id: owner.rootId }]);
});

interface Scene {
  readonly spaceId: string;
  readonly personId: string;
  readonly folders: string[];
}

async function apply(each: Change, { spaceId, personId, folders }: Scene): Promise<void> {
  const { db, clock } = world.services;
  const now = clock.now();
  const folderAt = (index: number): string => folders[index % folders.length] ?? '';
  const insert = async (
    kind: 'folder' | 'file',
    parentId: string,
    sizes: readonly number[],
  ): Promise<void> => {
    if (sizes.length === 0) return;
    const rows = sizes.map((sizeBytes) => {
      const id = randomUUID();
      if (kind === 'folder') folders.push(id);
      return {
        space_id: spaceId,
        id,
        parent_id: parentId,
        kind,
        name: id,
        name_key: id,
        name_sort: id,
        current_version_id: kind === 'folder' ? null : randomUUID(),
        size_bytes: kind === 'folder' ? 0 : sizeBytes,
        media_type: '',
        modified_at: now,
        created_by: personId,
        trashed_at: null,
        trashed_by: null,
        created_at: now,
        updated_at: now,
      };
    });
    await db.insertInto('node').values(rows).execute();
  };
  const some = (remainder: number) => sql`space_id = ${spaceId} and parent_id is not null
    and abs(hashtext(id::text)) % 3 = ${remainder}`;
  switch (each.type) {
    case 'add':
      await insert('file', folderAt(each.in), each.sizes);
      return;
    case 'make':
      await insert('folder', folderAt(each.in), [0]);
      return;
    case 'trash':
      await sql`update node set trashed_at = ${now}, trashed_by = ${personId}
        where ${some(each.remainder)}`.execute(db);
      return;
    case 'restore':
      await sql`update node set trashed_at = null, trashed_by = null where ${some(each.remainder)}`.execute(
        db,
      );
      return;
    case 'resize':
      await sql`update node set size_bytes = size_bytes + 7
        where ${some(each.remainder)} and kind = 'file'`.execute(db);
      return;
    case 'rename':
      await sql`update node set name = name || 'x' where ${some(each.remainder)}`.execute(db);
      return;
    case 'move':
      await sql`update node set parent_id = ${folderAt(each.to)}
        where space_id = ${spaceId} and parent_id = ${folderAt(each.from)} and kind = 'file'`.execute(db);
      return;
    case 'delete':
      await sql`delete from node where space_id = ${spaceId} and parent_id = ${folderAt(each.in)}
        and kind = 'file'`.execute(db);
  }
}

interface Content {
  readonly folder_id: string;
  readonly folders: number;
  readonly files: number;
  readonly file_bytes: number;
}

async function kept(spaceId: string): Promise<readonly Content[]> {
  const query = sql<Content>`select folder_id, folders, files, file_bytes from folder_content
    where space_id = ${spaceId} and (folders <> 0 or files <> 0 or file_bytes <> 0) order by folder_id`;
  return (await query.execute(world.services.db)).rows;
}

async function recounted(spaceId: string): Promise<readonly Content[]> {
  const query = sql<Content>`select parent_id as folder_id, count(*) filter (where kind = 'folder') as folders,
      count(*) filter (where kind = 'file') as files, sum(size_bytes)::bigint as file_bytes
    from node where space_id = ${spaceId} and parent_id is not null and trashed_at is null
    group by parent_id order by parent_id`;
  return (await query.execute(world.services.db)).rows;
}
