import { isDeepStrictEqual } from 'node:util';
import { NodeId } from '@coffer/contracts';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, type Owner, valueOf } from '../../../live.world.ts';
import { type SearchWorld, startSearchWorld } from '../find/search.world.ts';
import { moveNodes } from '../move/move-nodes.ts';
import { restoreNodes } from '../trash/restore-nodes.ts';
import { trashNodes } from '../trash/trash-nodes.ts';
import { measureNodes } from './measure-nodes.ts';

let world: SearchWorld;
let owner: Owner;

beforeAll(async () => {
  world = await startSearchWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  owner = await world.addOwner();
});

const measure = async (ids: readonly string[], options: { by?: Owner['person']; foldersMax?: number } = {}) =>
  await measureNodes(world.services, options.by ?? owner.person, {
    ids: ids.map((id) => NodeId.parse(id)),
    ...(options.foldersMax === undefined ? {} : { foldersMax: options.foldersMax }),
  });
const sizeOf = async (...ids: readonly string[]) => valueOf(await measure(ids));

test('a folder has the size of everything below, and files have their own', async () => {
  const outer = await world.addFolder(owner, 'outer');
  const inner = await world.addFolder(owner, 'inner', outer);
  await world.addFolder(owner, 'empty', inner);
  await world.addFiles(owner, ['a'], { parentId: outer, sizeBytes: 10 });
  await world.addFiles(owner, ['b', 'c'], { parentId: inner, sizeBytes: 100 });
  const [beside = ''] = await world.addFiles(owner, ['d'], { sizeBytes: 1_000 });
  expect(await sizeOf(outer)).toEqual({ folders: 2, files: 3, sizeBytes: 210, isComplete: true });
  expect(await sizeOf(outer, beside)).toEqual({ folders: 2, files: 4, sizeBytes: 1_210, isComplete: true });
  expect(await sizeOf(outer, inner)).toEqual(await sizeOf(outer));
  expect(await sizeOf(beside)).toEqual({ folders: 0, files: 1, sizeBytes: 1_000, isComplete: true });
});

test('above the limit the numbers are lower bounds and say so', async () => {
  const outer = await world.addFolder(owner, 'outer');
  for (const name of ['one', 'two', 'three']) {
    await world.addFiles(owner, [name], {
      parentId: await world.addFolder(owner, name, outer),
      sizeBytes: 5,
    });
  }
  const partial = valueOf(await measure([outer], { foldersMax: 2 }));
  expect(partial).toMatchObject({ folders: 3, isComplete: false });
  expect(partial.sizeBytes).toBeLessThan(15);
  expect(valueOf(await measure([outer], { foldersMax: 4 }))).toMatchObject({
    sizeBytes: 15,
    isComplete: true,
  });
});

test('a stranger cannot measure a node, and no one a trashed one', async () => {
  const folder = await world.addFolder(owner, 'private');
  const stranger = await world.addOwner();
  expect(errorOf(await measure([folder], { by: stranger.person })).code).toBe('node_not_found');
  expect(errorOf(await measure([stranger.rootId, folder], { by: stranger.person })).code).toBe(
    'node_not_found',
  );
  await trashNodes(world.services, owner.person, [folder]);
  expect(errorOf(await measure([folder])).code).toBe('node_not_found');
});

test('a contributor measures only their own files', async () => {
  const contributor = await world.addOwner();
  await world.addMember(owner, contributor.person, 'contributor');
  await world.addFiles(owner, ['secret'], { sizeBytes: 70 });
  await world.addFiles(owner, ['own'], { sizeBytes: 3, createdBy: contributor.person.id });
  expect(valueOf(await measure([owner.rootId], { by: contributor.person }))).toEqual({
    folders: 0,
    files: 1,
    sizeBytes: 3,
    isComplete: true,
  });
});

const change = fc.oneof(
  fc.record({ type: fc.constant('folder' as const), in: fc.nat(9) }),
  fc.record({
    type: fc.constant('files' as const),
    in: fc.nat(9),
    sizes: fc.array(fc.nat(99), { maxLength: 3 }),
  }),
  fc.record({ type: fc.constantFrom('trash' as const, 'restore' as const), of: fc.nat(9) }),
  fc.record({ type: fc.constant('move' as const), of: fc.nat(9), to: fc.nat(9) }),
);

test('sizes equal a recount after any uploads, moves and trips to the trash', async () => {
  const differences = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
    owner = await world.addOwner();
    const folders: NodeId[] = [NodeId.parse(owner.rootId)];
    for (const [step, each] of changes.entries()) await apply(each, step, folders);
    for (const folder of folders) {
      const measured = await measure([folder]);
      const isWrong = measured.ok && !isDeepStrictEqual(measured.value, await recount(folder));
      if (isWrong) return false;
    }
    return true;
  });
  const { failed, counterexample } = await fc.check(differences, { numRuns: 15 });
  expect({ failed, counterexample }).toEqual({ failed: false, counterexample: null });
}, 300_000);

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

async function apply(each: Change, step: number, folders: NodeId[]): Promise<void> {
  const at = (index: number): NodeId => folders[index % folders.length] ?? NodeId.parse(owner.rootId);
  const { services } = world;
  if (each.type === 'folder') {
    const isLiving = (await measure([at(each.in)])).ok;
    if (isLiving) folders.push(await world.addFolder(owner, `folder ${step}`, at(each.in)));
  } else if (each.type === 'files') {
    for (const [index, sizeBytes] of each.sizes.entries()) {
      await world.addFiles(owner, [`${step} ${index}`], { parentId: at(each.in), sizeBytes });
    }
  } else if (each.type === 'move') {
    await moveNodes(services, owner.person, {
      ids: [at(each.of)],
      parentId: at(each.to),
      conflict: 'rename',
    });
  } else if (each.of % folders.length > 0) {
    const act = each.type === 'trash' ? trashNodes : restoreNodes;
    await act(services, owner.person, [at(each.of)]);
  }
}

/** Counts the rows, to compare with the stored counts. */
async function recount(folderId: string) {
  const query = sql<{ folders: number; files: number; sizeBytes: number }>`
    with recursive below as (
      select id, kind, size_bytes from node where parent_id = ${folderId} and trashed_at is null
      union all
      select node.id, node.kind, node.size_bytes from below join node on node.parent_id = below.id
      where node.trashed_at is null
    )
    select count(*) filter (where kind = 'folder') as folders, count(*) filter (where kind = 'file') as files,
      coalesce(sum(size_bytes), 0)::bigint as "sizeBytes" from below`;
  const { rows } = await query.execute(world.services.db);
  return { ...rows[0], isComplete: true };
}
