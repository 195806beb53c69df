import { nameKey, NodeId, SpaceId } from '@coffer/contracts';
import { sized } from '@coffer/testing/campaign';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { errorOf, type Owner, startWorld, valueOf, type World } from '../../live.world.ts';
import { createFolder } from './create-folder.ts';
import { getNode, getPath } from './get-node.ts';
import { listChildren } from './list-children.ts';
import { listTrash } from './trash/list-trash.ts';
import { nameSort } from './model.ts';
import { renameNode } from './rename-node.ts';
import { restoreNodes } from './trash/restore-nodes.ts';
import { trashNodes } from './trash/trash-nodes.ts';

let world: World;
let owner: Owner;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  owner = await world.addOwner();
});

const id = (text: string): NodeId => NodeId.parse(text);
const folder = async (
  name: string,
  parentId = owner.rootId,
  ifExists: 'fail' | 'reuse' | 'rename' = 'fail',
) => await createFolder(world.services, owner.person, { parentId: id(parentId), name, ifExists });
const made = async (name: string, parentId = owner.rootId) => valueOf(await folder(name, parentId));
const names = async (nodeId: string): Promise<readonly string[]> =>
  valueOf(
    await listChildren(world.services, owner.person, {
      nodeId: id(nodeId),
      query: { sort: 'name', order: 'asc', at: 0, limit: 1_000 },
    }),
  ).items.map((item) => item.name);
const rename = async (nodeId: string, name: string, revision: number | undefined) =>
  await renameNode(world.services, owner.person, { nodeId: id(nodeId), name, revision });
const trash = async (...ids: string[]) => await trashNodes(world.services, owner.person, ids.map(id));
const restore = async (...ids: string[]) => await restoreNodes(world.services, owner.person, ids.map(id));
const trashed = async () =>
  valueOf(
    await listTrash(world.services, owner.person, {
      spaceId: SpaceId.parse(owner.spaceId),
      query: { sort: 'trashed', order: 'desc', at: 0, limit: 100 },
    }),
  );
const events = async () =>
  await world.services.db
    .selectFrom('event')
    .select(['sequence', 'verb', 'node_id'])
    .where('space_id', '=', owner.spaceId)
    .orderBy('sequence')
    .execute();

test('of two concurrent folders of one name exactly one is created', async () => {
  const results = await Promise.all(Array.from({ length: 8 }, () => folder('Same')));
  const won = results.filter((result) => result.ok);
  expect(won).toHaveLength(1);
  const existing = valueOf(won[0] ?? { ok: false, error: 'none' }).id;
  for (const result of results.filter((each) => !each.ok)) {
    expect(errorOf(result)).toEqual({ code: 'name_taken', facts: { existing_id: existing } });
  }
  expect(await names(owner.rootId)).toEqual(['Same']);
});

test('ten makers with `rename` get ten names, ten with `reuse` the same folder', async () => {
  await Promise.all(Array.from({ length: 10 }, () => folder('Album', owner.rootId, 'rename')));
  expect(await names(owner.rootId)).toEqual([
    'Album',
    ...Array.from({ length: 9 }, (_, position) => `Album (${position + 2})`),
  ]);
  const reused = await Promise.all(Array.from({ length: 10 }, () => folder('Once', owner.rootId, 'reuse')));
  expect(new Set(reused.map((result) => valueOf(result).id)).size).toBe(1);
});

test.each([
  ['Straße', 'STRASSE'],
  ['caf\u00e9', 'cafe\u0301'],
  ['Report.txt', 'report.TXT'],
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
])('%s and %s are the same name', async (first, second) => {
  await made(first);
  expect(errorOf(await folder(second)).code).toBe('name_taken');
});

test('another person finds neither the node nor its children, its path or its trash', async () => {
  const mine = await made('Mine');
  const stranger = await world.addOwner();
  const { services } = world;
  const query = { sort: 'name', order: 'asc', at: 0, limit: 10 } as const;
  expect(errorOf(await getNode(services, stranger.person, mine.id)).code).toBe('node_not_found');
  expect(errorOf(await getPath(services, stranger.person, mine.id)).code).toBe('node_not_found');
  expect(errorOf(await listChildren(services, stranger.person, { nodeId: mine.id, query })).code).toBe(
    'node_not_found',
  );
  expect(
    errorOf(await createFolder(services, stranger.person, { parentId: mine.id, name: 'x', ifExists: 'fail' }))
      .code,
  ).toBe('node_not_found');
  expect(
    errorOf(await renameNode(services, stranger.person, { nodeId: mine.id, name: 'x', revision: 1 })).code,
  ).toBe('node_not_found');
  const foreign = await trashNodes(services, stranger.person, [mine.id, id(stranger.rootId)]);
  expect(foreign.items).toEqual([
    { ok: false, id: mine.id, code: 'node_not_found' },
    { ok: false, id: stranger.rootId, code: 'not_allowed' },
  ]);
  const spaceId = SpaceId.parse(owner.spaceId);
  expect(
    errorOf(
      await listTrash(services, stranger.person, {
        spaceId,
        query: { sort: 'trashed', order: 'desc', at: 0, limit: 1 },
      }),
    ).code,
  ).toBe('space_not_found');
  expect(await names(owner.rootId)).toEqual(['Mine']);
});

test('a hundred folders deep is allowed, one more is not', async () => {
  let parentId = owner.rootId;
  for (let depth = 1; depth <= 100; depth += 1) parentId = (await made('d', parentId)).id;
  expect(errorOf(await folder('d', parentId))).toEqual({
    code: 'invalid_request',
    issues: [{ path: 'parentId', code: 'too_deep' }],
  });
  const path = valueOf(await getPath(world.services, owner.person, id(parentId)));
  expect(path.items).toHaveLength(101);
  expect(path.items[0]?.id).toBe(owner.rootId);
  expect(path.items.at(-1)?.id).toBe(parentId);
});

test('a rename needs the revision that its maker saw', async () => {
  const node = await made('Draft');
  expect(errorOf(await rename(node.id, 'Final', undefined)).code).toBe('revision_required');
  const renamed = valueOf(await rename(node.id, 'Final', 1));
  expect(renamed).toMatchObject({ name: 'Final', revision: 2 });
  // The answer was lost, and the call is sent again.
  expect(valueOf(await rename(node.id, 'Final', 1))).toMatchObject({ name: 'Final', revision: 2 });
  expect(errorOf(await rename(node.id, 'Late', 1))).toEqual({
    code: 'revision_conflict',
    facts: { current_revision: 2 },
  });
  const race = await Promise.all(['A', 'B', 'C'].map((name) => rename(node.id, name, 2)));
  expect(race.filter((result) => result.ok)).toHaveLength(1);
});

test('renaming to the same name changes nothing, changing only its case does', async () => {
  const node = await made('notes');
  const before = await events();
  expect(valueOf(await rename(node.id, 'notes', 1)).revision).toBe(1);
  expect(await events()).toEqual(before);
  expect(valueOf(await rename(node.id, 'Notes', 1))).toMatchObject({ name: 'Notes', revision: 2 });
});

test('a rename onto a neighbour is refused, and the root keeps its name', async () => {
  const taken = await made('Taken');
  const node = await made('Free');
  expect(errorOf(await rename(node.id, 'TAKEN', 1))).toEqual({
    code: 'name_taken',
    facts: { existing_id: taken.id },
  });
  expect(errorOf(await rename(owner.rootId, 'Mine', 1)).code).toBe('not_allowed');
});

test('a node in a trashed folder is hidden, and returns with the folder', async () => {
  const outer = await made('Outer');
  const inner = await made('Inner', outer.id);
  expect((await trash(outer.id)).items[0]).toMatchObject({ ok: true, node: { revision: 2 } });
  expect(errorOf(await getNode(world.services, owner.person, inner.id)).code).toBe('node_not_found');
  expect(errorOf(await getPath(world.services, owner.person, inner.id)).code).toBe('node_not_found');
  expect(errorOf(await folder('x', inner.id)).code).toBe('node_not_found');
  expect(errorOf(await rename(inner.id, 'y', 1)).code).toBe('node_not_found');
  expect((await trash(inner.id)).items[0]).toMatchObject({ ok: false, code: 'node_not_found' });
  expect((await restore(inner.id)).items[0]).toMatchObject({ ok: false, code: 'node_not_found' });
  expect(await names(owner.rootId)).toEqual([]);
  await restore(outer.id);
  expect(await names(outer.id)).toEqual(['Inner']);
});

test('trashing or restoring twice is like once', async () => {
  const node = await made('Once');
  const { items } = await trash(node.id);
  // Nothing changed, so there is no job to undo.
  expect(await trash(node.id)).toEqual({ items });
  expect((await trashed()).total).toBe(1);
  const back = await restore(node.id, node.id);
  expect(back.items).toHaveLength(2);
  expect(await restore(node.id)).toEqual({ items: [back.items[0]] });
  expect((await events()).map((event) => event.verb)).toEqual([
    'folder_created',
    'node_trashed',
    'node_restored',
  ]);
});

test('the name of a trashed node is free, and its restore gets a number', async () => {
  const first = await made('Plan');
  await trash(first.id);
  await made('PLAN');
  const back = await restore(first.id);
  expect(back.items[0]).toMatchObject({ ok: true, node: { name: 'Plan (2)', trashedAt: null } });
});

test('a node is restored to the nearest remaining folder', async () => {
  const a = await made('a');
  const b = await made('b', a.id);
  const c = await made('c', b.id);
  await trash(c.id);
  await trash(b.id);
  const back = await restore(c.id);
  expect(back.items[0]).toMatchObject({ ok: true, node: { parentId: a.id } });
  await trash(c.id);
  await trash(a.id);
  expect((await restore(b.id)).items[0]).toMatchObject({ ok: true, node: { parentId: owner.rootId } });
});

test('a selection of nested nodes is restored as it was, in any order', async () => {
  const a = await made('a');
  const b = await made('b', a.id);
  const c = await made('c', b.id);
  await trash(a.id, b.id, c.id);
  expect((await trashed()).total).toBe(3);
  await restore(c.id, a.id, b.id);
  expect(await names(owner.rootId)).toEqual(['a']);
  expect(await names(a.id)).toEqual(['b']);
  expect(await names(b.id)).toEqual(['c']);
});

test('a folder restored elsewhere takes its selected children along', async () => {
  const gone = await made('gone');
  const kept = await made('kept', gone.id);
  const inside = await made('inside', kept.id);
  await trash(gone.id, kept.id, inside.id);
  await restore(kept.id, inside.id);
  expect(await names(owner.rootId)).toEqual(['kept']);
  expect(await names(kept.id)).toEqual(['inside']);
});

test('the trash shows the original place and the date of deletion', async () => {
  const a = await made('a');
  const b = await made('b', a.id);
  await trash(b.id);
  const page = await trashed();
  expect(page.items).toHaveLength(1);
  expect(page.items[0]).toMatchObject({ node: { id: b.id }, from: ['Personal', 'a'] });
  const goesAt = new Date(page.items[0]?.goesAt ?? '').getTime();
  expect(goesAt - world.clock.now().getTime()).toBe(30 * 24 * 60 * 60 * 1_000);
});

test('event numbers have no gaps, also under concurrency', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, position) => folder(`f${position % 15}`)));
  const numbers = (await events()).map((event) => event.sequence);
  expect(numbers).toEqual(Array.from({ length: numbers.length }, (_, position) => position + 1));
  expect(numbers).toHaveLength(15);
});

const SEVERAL = sized({ gate: 100, campaign: 1_000 });

test(`${SEVERAL} nodes are trashed and restored in one call each`, async () => {
  const ids: string[] = [];
  for (let number = 0; number < SEVERAL; number += 1) ids.push((await made(`n${number}`)).id);
  const gone = await trash(...ids);
  expect(gone.items.every((item) => item.ok)).toBe(true);
  expect(await names(owner.rootId)).toEqual([]);
  const back = await restore(...ids);
  expect(back.items.map((item) => item.id)).toEqual(ids);
  expect(await names(owner.rootId)).toHaveLength(SEVERAL);
}, 600_000);

test.each(['\u200b', 'in\u00advoice', '\u00a0', 'a\u0085b'])(
  'a folder that was called %j before such names were refused is listed, trashed, restored and renamed',
  async (old) => {
    const place = await made('place');
    const { id: nodeId } = await made('hidden', place.id);
    await world.services.db
      .updateTable('node')
      .set({ name: old, name_key: nameKey(old), name_sort: nameSort(old) })
      .where('id', '=', nodeId)
      .execute();
    expect(await names(place.id)).toEqual([old]);
    await trash(nodeId);
    expect((await trashed()).items.map((item) => item.node.name)).toEqual([old]);
    expect(await restore(nodeId)).toMatchObject({ items: [{ ok: true, node: { name: old } }] });
    const { revision } = valueOf(await getNode(world.services, owner.person, id(nodeId)));
    expect(valueOf(await rename(nodeId, 'seen', revision)).name).toBe('seen');
  },
);
