import { LIMITS, NodeId } from '@coffer/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { moveWorld } from '../move/move.world.ts';
import { restoreNodesTo } from './restore-nodes.ts';
import { trashNodes } from './trash-nodes.ts';

const here = moveWorld();
const { events, file, folder, names } = here;

const trash = async (...ids: readonly NodeId[]) =>
  await trashNodes(here.world.services, here.owner.person, ids);
const restoreTo = async (to: string, ids: readonly NodeId[], by = here.owner.person) =>
  (await restoreNodesTo(here.world.services, by, { ids, to: NodeId.parse(to) })).items;

test('trashed items can be restored into another folder with all descendants and without name conflicts', async () => {
  const from = await folder('from');
  const inner = await folder('inner', from.id);
  await file('leaf.txt', inner.id);
  const note = await file('note.txt', from.id);
  const target = await folder('target');
  await file('note.txt', target.id);
  await trash(inner.id, note);
  expect(await restoreTo(target.id, [note, inner.id])).toMatchObject([
    { ok: true, id: note, node: { parentId: target.id, name: 'note (2).txt', trashedAt: null } },
    { ok: true, id: inner.id, node: { parentId: target.id, name: 'inner' } },
  ]);
  expect(await names(from.id)).toEqual([]);
  expect(await names(inner.id)).toEqual(['leaf.txt']);
  expect((await events()).at(-1)).toMatchObject({ verb: 'node_restored', facts: { parent_id: target.id } });
});

test("a trashed folder, a file, a stranger's folder and another space are rejected as targets", async () => {
  const note = await file('note.txt');
  const gone = await folder('gone');
  const beside = await file('beside.txt');
  await trash(note, gone.id);
  const other = await here.world.addOwner();
  for (const to of [gone.id, beside, other.rootId, here.world.services.newId()]) {
    expect(await restoreTo(to, [note])).toEqual([{ ok: false, id: note, code: 'node_not_found' }]);
  }
  expect(await restoreTo(other.rootId, [note], other.person)).toEqual([
    { ok: false, id: note, code: 'node_not_found' },
  ]);
  expect(await names()).not.toContain('note.txt');
});

test('a restore keeps the depth limit, and the parent folders know their new depth', async () => {
  const tall = await folder('tall');
  const target = await folder('target');
  const below = await folder('below', target.id);
  await trash(tall.id);
  const { db } = here.world.services;
  // Stored levels may be too high; then the folders are counted.
  await sql`update node set levels_below = ${LIMITS.depthMax} where id = ${tall.id}`.execute(db);
  expect(await restoreTo(below.id, [tall.id])).toMatchObject([{ ok: true, id: tall.id }]);
  const kept = await sql<{ readonly levels_below: number }>`
    select levels_below from node where id = ${target.id}`.execute(db);
  expect(kept.rows[0]?.levels_below).toBeGreaterThanOrEqual(2);
});
