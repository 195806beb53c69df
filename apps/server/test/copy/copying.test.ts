import { LIMITS } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { valueOf } from '../../src/live.world.ts';
import { getNode } from '../../src/features/files/get-node.ts';
import { listVersions } from '../../src/features/files/list-versions.ts';
import { search } from '../../src/features/files/find/search.ts';
import { listActivity } from '../../src/features/files/details/list-activity.ts';
import { contentsOf, copyWorld } from './copy.world.ts';
import { insertMany } from './many.world.ts';

const here = copyWorld();
const { copy, copyOne, file, folder, treeOf } = here;

const events = async () =>
  await here.services.db
    .selectFrom('event')
    .select(['verb', 'facts'])
    .where('space_id', '=', here.owner.spaceId)
    .where('verb', 'not in', ['folder_created', 'file_created'])
    .orderBy('sequence')
    .execute();

test('a file is copied with content, time and type, and has one version by the person who copied it', async () => {
  const original = await file('plan.txt', { size: 30 });
  const target = await folder('target');
  const node = await copyOne(original.id, target);
  expect(node).toMatchObject({
    name: 'plan.txt',
    parentId: target,
    sizeBytes: 30,
    mediaType: original.mediaType,
    modifiedAt: original.modifiedAt,
    revision: 1,
  });
  expect(node.id).not.toBe(original.id);
  expect(node.versionId).not.toBe(original.versionId);
  expect(await here.download(node.id)).toEqual(await here.download(original.id));
  const versions = valueOf(await listVersions(here.services, here.owner.person, { nodeId: node.id })).items;
  expect(versions).toMatchObject([{ number: 1, isCurrent: true }]);
  expect(await treeOf(here.owner.rootId)).toEqual({ target: { 'plan.txt': 30 }, 'plan.txt': 30 });
});

test('a folder is copied with everything that lives below it, and its levels are counted', async () => {
  const top = await folder('top');
  const inner = await folder('inner', top);
  const deep = await folder('deep', inner);
  await file('a.txt', { parentId: inner });
  await file('b.txt', { parentId: deep });
  await here.trash((await file('gone.txt', { parentId: deep })).id);
  const target = await folder('target');
  const node = await copyOne(top, target);
  expect(await treeOf(target)).toEqual({ top: { inner: { deep: { 'b.txt': 10 }, 'a.txt': 10 } } });
  const rows = await here.services.db
    .selectFrom('node')
    .select(['id', 'levels_below', 'name_search'])
    .where('space_id', '=', here.owner.spaceId)
    .execute();
  const levels = new Map(rows.map((row) => [row.id, row.levels_below]));
  expect([levels.get(node.id), levels.get(target), levels.get(here.owner.rootId)]).toEqual([2, 3, 4]);
  const { kept, counted } = await contentsOf(here, here.owner.spaceId);
  expect(kept).toBe(counted);
  const found = valueOf(
    await search(here.services, here.owner.person, { q: 'b.txt', in: 'name', trash: 'exclude', limit: 10 }),
  );
  expect(found.items).toHaveLength(2);
  expect(await events()).toContainEqual({
    verb: 'node_copied',
    facts: { name: 'top', parent_id: target, from_id: top, items: 5 },
  });
  const activity = valueOf(
    await listActivity(here.services, here.owner.person, { nodeId: node.id, query: { limit: 10 } }),
  );
  expect(activity.items[0]?.action).toEqual({ kind: 'copied' });
});

test('a folder is copied into itself once, as it was before', async () => {
  const top = await folder('top');
  const inner = await folder('inner', top);
  await file('a.txt', { parentId: inner });
  await copyOne(top, inner);
  expect(await treeOf(here.owner.rootId)).toEqual({
    top: { inner: { top: { inner: { 'a.txt': 10 } }, 'a.txt': 10 } },
  });
  await copyOne(top, top);
  const { kept, counted } = await contentsOf(here, here.owner.spaceId);
  expect(kept).toBe(counted);
});

test('a copy next to its original gets a number, whatever is requested', async () => {
  const { id } = await file('plan.txt');
  for (const conflict of ['fail', 'replace', 'rename'] as const)
    await copyOne(id, here.owner.rootId, { conflict });
  expect(Object.keys(await treeOf(here.owner.rootId))).toEqual([
    'plan (2).txt',
    'plan (3).txt',
    'plan (4).txt',
    'plan.txt',
  ]);
});

test('a name conflict rejects that item and names the existing one, keeps both, or replaces', async () => {
  const target = await folder('target');
  const taken = await file('Plan.txt', { parentId: target, size: 5 });
  const one = await file('plan.txt');
  const other = await file('other.txt');
  expect(valueOf(await copy([one.id, other.id], target)).items).toMatchObject([
    { ok: false, id: one.id, code: 'name_taken', existing: { id: taken.id } },
    { ok: true, id: other.id },
  ]);
  expect((await copyOne(one.id, target, { conflict: 'rename' })).name).toBe('plan (2).txt');
  expect(valueOf(await copy([one.id], target, { conflict: 'replace' })).items).toMatchObject([
    { ok: true, node: { name: 'plan.txt' }, replacedId: taken.id },
  ]);
  expect((await events()).slice(-2)).toMatchObject([{ verb: 'node_trashed' }, { verb: 'node_copied' }]);
  expect(await treeOf(target)).toEqual({ 'other.txt': 10, 'plan.txt': 10, 'plan (2).txt': 10 });
});

test('folders are neither replaced nor merged', async () => {
  const [a, b] = [await folder('a'), await folder('b')];
  const inner = await folder('same', a);
  await folder('same', b);
  expect(valueOf(await copy([inner], b, { conflict: 'replace' })).items).toMatchObject([
    { ok: false, code: 'folder_not_replaced' },
  ]);
});

test('items of one name from several folders are all kept', async () => {
  const [a, b, target] = [await folder('a'), await folder('b'), await folder('target')];
  const ids = [
    (await file('x.txt', { parentId: a })).id,
    (await file('x.txt', { parentId: b })).id,
    (await file('x (2).txt')).id,
  ];
  for (const item of valueOf(await copy(ids, target, { conflict: 'replace' })).items)
    expect(item.ok).toBe(true);
  expect(Object.keys(await treeOf(target))).toEqual(['x (2).txt', 'x (3).txt', 'x.txt']);
});

test('a folder and one of its items are copied separately', async () => {
  const top = await folder('top');
  const { id } = await file('a.txt', { parentId: top });
  const target = await folder('target');
  valueOf(await copy([top, id, id], target));
  expect(await treeOf(target)).toEqual({ top: { 'a.txt': 10 }, 'a.txt': 10 });
});

test('what would lie too deep is refused, the rest is copied', async () => {
  const top = await folder('top');
  await folder('inner', top);
  const { id } = await file('a.txt');
  let deepest = here.owner.rootId;
  for (let depth = 1; depth < LIMITS.depthMax; depth += 1) deepest = await folder('d', deepest);
  expect(valueOf(await copy([top, id], deepest)).items).toMatchObject([
    { ok: false, code: 'too_deep' },
    { ok: true },
  ]);
}, 60_000);

test('5,000 items are copied in one call', async () => {
  const top = await folder('top');
  await insertMany(here, { parentId: top, folders: 50, filesEach: 99 });
  const before = performance.now();
  const node = await copyOne(top, await folder('target'));
  expect(performance.now() - before).toBeLessThan(15_000);
  expect(valueOf(await getNode(here.services, here.owner.person, node.id)).name).toBe('top');
  const { kept, counted } = await contentsOf(here, here.owner.spaceId);
  expect(kept).toBe(counted);
  expect(await here.figures()).toMatchObject({ used: 2 * 50 * 99 });
}, 120_000);

test('who sees only a part of a folder does not learn how much lies in it', async () => {
  const other = await here.world.addOwner();
  const role = async (name: 'contributor' | 'editor' | 'viewer') =>
    await here.services.db
      .insertInto('member')
      .values({
        space_id: other.spaceId,
        user_id: here.owner.person.id,
        role: name,
        created_at: here.world.clock.now(),
      })
      .onConflict((row) => row.columns(['space_id', 'user_id']).doUpdateSet({ role: name }))
      .execute();
  await role('editor');
  const theirs = await folder('Trip', other.rootId);
  await file('hidden.txt', { parentId: theirs, owner: other });
  await folder('Trip');
  const ask = async () => valueOf(await copy([theirs], here.owner.rootId, { conflict: 'ask' })).items[0];
  await role('viewer');
  expect(await ask()).toMatchObject({ merge: { items: 1 } });
  await role('contributor');
  expect(await ask()).not.toHaveProperty('merge');
});
