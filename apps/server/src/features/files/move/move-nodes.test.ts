import { LIMITS, NodeId } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../../live.world.ts';
import { getPath } from '../get-node.ts';
import { renameNode } from '../rename-node.ts';
import { searchText } from '../../../platform/texts/search-text.ts';
import { listTrash } from '../trash/list-trash.ts';
import { restoreNodes } from '../trash/restore-nodes.ts';
import { trashNodes } from '../trash/trash-nodes.ts';
import { moveWorld } from './move.world.ts';

const here = moveWorld();
const { events, file, folder, move, names } = here;

const items = async (...input: Parameters<typeof move>) => valueOf(await move(...input)).items;
const trash = async (...ids: string[]) =>
  await trashNodes(
    here.world.services,
    here.owner.person,
    ids.map((id) => NodeId.parse(id)),
  );
const restore = async (...ids: string[]) =>
  await restoreNodes(
    here.world.services,
    here.owner.person,
    ids.map((id) => NodeId.parse(id)),
  );
const addMember = async (role: 'viewer' | 'contributor' | 'editor') => {
  const member = await here.world.addOwner();
  await here.world.services.db
    .insertInto('member')
    .values({
      space_id: here.owner.spaceId,
      user_id: member.person.id,
      role,
      created_at: here.world.clock.now(),
    })
    .execute();
  return member;
};

test('a folder and a file move with everything below, under a new revision, and the event says from where to where', async () => {
  const from = await folder('from');
  const inner = await folder('inner', from.id);
  const leaf = await file('leaf.txt', from.id);
  const target = await folder('target');
  expect(await items([inner.id, leaf], target.id)).toMatchObject([
    { ok: true, id: inner.id, node: { parentId: target.id, name: 'inner', revision: 2 } },
    { ok: true, id: leaf, node: { parentId: target.id, name: 'leaf.txt', revision: 2 } },
  ]);
  expect(await names(from.id)).toEqual([]);
  expect(await names(target.id)).toEqual(['inner', 'leaf.txt']);
  expect(await events()).toEqual([
    { verb: 'node_moved', facts: { name: 'inner', from_parent_id: from.id, parent_id: target.id } },
    { verb: 'node_moved', facts: { name: 'leaf.txt', from_parent_id: from.id, parent_id: target.id } },
  ]);
});

test('a move to where the node is changes nothing and records nothing', async () => {
  const a = await folder('a');
  expect(await items([a.id, a.id], here.owner.rootId)).toMatchObject([
    { ok: true, node: { revision: 1 } },
    { ok: true, node: { revision: 1 } },
  ]);
  expect(await events()).toEqual([]);
});

test('a folder moves neither into itself nor below itself, and the rest of the call continues', async () => {
  const a = await folder('a');
  const b = await folder('b', a.id);
  const c = await folder('c', b.id);
  const other = await folder('other');
  expect(await items([a.id], a.id)).toEqual([{ ok: false, id: a.id, code: 'move_into_itself' }]);
  expect(await items([a.id, other.id, b.id], c.id)).toMatchObject([
    { ok: false, code: 'move_into_itself' },
    { ok: true, node: { parentId: c.id } },
    { ok: false, code: 'move_into_itself' },
  ]);
});

test('the root never moves, and nothing moves into a file', async () => {
  const a = await folder('a');
  const leaf = await file('leaf.txt');
  expect(await items([here.owner.rootId], a.id)).toMatchObject([{ ok: false, code: 'not_allowed' }]);
  expect(errorOf(await move([a.id], leaf)).code).toBe('node_not_found');
});

test('a trashed node neither moves nor is a target', async () => {
  const gone = await folder('gone');
  const inside = await folder('inside', gone.id);
  const a = await folder('a');
  await trash(gone.id);
  expect(await items([gone.id, inside.id], a.id)).toMatchObject([
    { ok: false, code: 'node_not_found' },
    { ok: false, code: 'node_not_found' },
  ]);
  for (const target of [gone.id, inside.id]) {
    expect(errorOf(await move([a.id], target)).code).toBe('node_not_found');
  }
});

test('a stranger moves nothing and into nothing', async () => {
  const a = await folder('a');
  const b = await folder('b');
  const stranger = await here.world.addOwner();
  expect(errorOf(await move([a.id], b.id, { by: stranger.person })).code).toBe('node_not_found');
  expect(await items([a.id], stranger.rootId, { by: stranger.person })).toEqual([
    { ok: false, id: a.id, code: 'node_not_found' },
  ]);
});

test('a viewer moves nothing', async () => {
  const viewer = await addMember('viewer');
  const a = await folder('a');
  const b = await folder('b');
  expect(errorOf(await move([a.id], b.id, { by: viewer.person }))).toEqual({
    code: 'not_allowed',
    facts: { needed_role: 'contributor' },
  });
});

test('a contributor moves what they made for a day, to the root and to folders of their own', async () => {
  const { person } = await addMember('contributor');
  const theirs = await folder('theirs');
  const own = await file('own.txt', here.owner.rootId, person.id);
  const foreign = await file('foreign.txt');
  const ownFolder = await folder('own');
  await here.world.services.db
    .updateTable('node')
    .set({ created_by: person.id })
    .where('id', '=', ownFolder.id)
    .execute();
  expect(errorOf(await move([own], theirs.id, { by: person })).code).toBe('node_not_found');
  expect(await items([foreign], ownFolder.id, { by: person })).toMatchObject([{ code: 'node_not_found' }]);
  expect(await items([own], ownFolder.id, { by: person })).toMatchObject([{ ok: true }]);
  expect(await items([own], here.owner.rootId, { by: person })).toMatchObject([{ ok: true }]);
  here.world.clock.set(new Date(here.world.clock.now().getTime() + DAY_MS));
  expect(await items([own], ownFolder.id, { by: person })).toMatchObject([
    { ok: false, code: 'not_allowed' },
  ]);
});

test('a name taken by something that the mover may not see gives a number and no hint', async () => {
  const { person } = await addMember('contributor');
  await file('plan.txt');
  const ownFolder = await folder('own');
  await here.world.services.db
    .updateTable('node')
    .set({ created_by: person.id })
    .where('id', '=', ownFolder.id)
    .execute();
  for (const conflict of ['fail', 'replace'] as const) {
    const own = await file('Plan.txt', ownFolder.id, person.id);
    expect(await items([own], here.owner.rootId, { by: person, conflict })).toMatchObject([
      { ok: true, node: { name: conflict === 'fail' ? 'Plan (2).txt' : 'Plan (3).txt' } },
    ]);
  }
});

test('a rename onto something that the person may not see gives a number and no hint', async () => {
  const { person } = await addMember('contributor');
  await file('plan.txt');
  const nodeId = await file('own.txt', here.owner.rootId, person.id);
  const renaming = { nodeId, name: 'Plan.txt', revision: 1 };
  const renamed = valueOf(await renameNode(here.world.services, person, renaming));
  expect(renamed).toMatchObject({ name: 'Plan (2).txt' });
});

test('a name conflict rejects only that item and names the existing one', async () => {
  const a = await folder('a');
  const taken = await file('report.txt', a.id);
  const one = await file('Report.txt');
  const two = await file('other.txt');
  expect(await items([one, two], a.id)).toMatchObject([
    { ok: false, id: one, code: 'name_taken', existing: { id: taken, name: 'report.txt' } },
    { ok: true, id: two },
  ]);
  expect(await names()).toEqual(['a', 'Report.txt']);
});

test('`rename` keeps both, and no number takes the name of another moved item', async () => {
  const a = await folder('a');
  await file('x.txt', a.id);
  const one = await file('x.txt');
  const two = await file('x (2).txt');
  expect(await items([one, two], a.id, { conflict: 'rename' })).toMatchObject([
    { ok: true, node: { name: 'x (3).txt' } },
    { ok: true, node: { name: 'x (2).txt' } },
  ]);
  const found = here.world.services.db.selectFrom('node').select('name_search').where('id', '=', one);
  expect(await found.executeTakeFirst()).toEqual({ name_search: searchText('x (3).txt') });
  expect(await events()).toContainEqual({
    verb: 'node_moved',
    facts: { name: 'x (3).txt', from_name: 'x.txt', from_parent_id: here.owner.rootId, parent_id: a.id },
  });
});

test('`replace` moves the existing file to the trash, from where it can be restored', async () => {
  const a = await folder('a');
  const old = await file('x.txt', a.id);
  const fresh = await file('x.txt');
  expect(await items([fresh], a.id, { conflict: 'replace' })).toMatchObject([
    { ok: true, node: { name: 'x.txt', parentId: a.id }, replacedId: old },
  ]);
  expect((await events()).map(({ verb }) => verb)).toEqual(['node_trashed', 'node_moved']);
  const trashed = valueOf(
    await listTrash(here.world.services, here.owner.person, {
      spaceId: (await folder('b')).spaceId,
      query: { sort: 'trashed', order: 'desc', at: 0, limit: 10 },
    }),
  );
  expect(trashed.items.map(({ node }) => node.id)).toEqual([old]);
  await move([fresh], here.owner.rootId);
  expect(await restore(old)).toMatchObject({
    items: [{ ok: true, node: { name: 'x.txt', parentId: a.id } }],
  });
});

test('`replace` neither replaces a folder nor replaces by one, and `rename` does keep both', async () => {
  const a = await folder('a');
  const taken = await folder('x', a.id);
  const moved = await folder('x');
  const plain = await file('y');
  await folder('y', a.id);
  expect(await items([moved.id, plain], a.id, { conflict: 'replace' })).toMatchObject([
    { ok: false, code: 'folder_not_replaced', existing: { id: taken.id } },
    { ok: false, code: 'folder_not_replaced' },
  ]);
  expect(await items([moved.id], a.id, { conflict: 'rename' })).toMatchObject([{ node: { name: 'x (2)' } }]);
});

test('of two moved items with one name neither replaces the other', async () => {
  const a = await folder('a');
  const b = await folder('b');
  const one = await file('x.txt', a.id);
  const two = await file('x.txt', b.id);
  expect(await items([one, two], here.owner.rootId, { conflict: 'replace' })).toMatchObject([
    { ok: true, id: one },
    { ok: false, id: two, code: 'name_taken', existing: { id: one } },
  ]);
});

async function chain(length: number, parentId = here.owner.rootId): Promise<readonly string[]> {
  const ids: string[] = [];
  let parent = parentId;
  for (let depth = 0; depth < length; depth += 1) {
    parent = (await folder('d', parent)).id;
    ids.push(parent);
  }
  return ids;
}

test('the depth of moved nodes is limited, in the trash too', async () => {
  const deep = await chain(LIMITS.depthMax - 2);
  const low = await folder('low');
  const [, second] = await chain(2, low.id);
  const bottom = deep.at(-1) ?? '';
  expect(await items([low.id], bottom)).toEqual([{ ok: false, id: low.id, code: 'too_deep' }]);
  await trash(second ?? '');
  expect(await items([low.id], bottom)).toMatchObject([{ code: 'too_deep' }]);
  expect(await items([low.id], deep.at(-2) ?? '')).toMatchObject([{ ok: true }]);
  await restore(second ?? '');
  const path = valueOf(await getPath(here.world.services, here.owner.person, NodeId.parse(second ?? '')));
  expect(path.items).toHaveLength(LIMITS.depthMax + 1);
});

test('a folder that was deep once and is not any more moves deep down', async () => {
  const a = await folder('a');
  const [top] = await chain(60, a.id);
  await move([top ?? ''], here.owner.rootId);
  const bottom = (await chain(50, (await folder('b')).id)).at(-1) ?? '';
  expect(await items([a.id], bottom)).toMatchObject([{ ok: true, node: { parentId: bottom } }]);
  const [inner] = await chain(40, a.id);
  expect(inner).toBeDefined();
  expect(await items([top ?? ''], a.id, { conflict: 'rename' })).toMatchObject([{ code: 'too_deep' }]);
});

test('a thousand nodes move in one call', async () => {
  const a = await folder('a');
  const ids = await Promise.all(Array.from({ length: 1_000 }, (_, index) => file(`n${index}`)));
  const moved = await items(ids, a.id);
  expect(moved.map(({ id }) => id)).toEqual(ids);
  expect(moved.every(({ ok }) => ok)).toBe(true);
  expect(await names()).toEqual(['a']);
}, 600_000);
