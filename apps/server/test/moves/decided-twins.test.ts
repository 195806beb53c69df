import {
  LIMITS,
  type MoveRequest,
  type NameDecision,
  NodeId,
  type NodeView,
  SpaceId,
} from '@coffer/contracts';
import { afterEach, expect, test, vi } from 'vitest';
import { copyNodes } from '../../src/features/files/copy/copy-nodes.ts';
import { isUndone } from '../../src/features/files/jobs/model.ts';
import { moveNodes } from '../../src/features/files/move/move-nodes.ts';
import { valueOf } from '../../src/live.world.ts';
import { copyWorld } from '../copy/copy.world.ts';
import { insertMany } from '../copy/many.world.ts';
import { jobsOf } from '../jobs/jobs.world.ts';

const here = copyWorld({ quotaBytes: 10_000_000 });
const { file, folder, treeOf, trash } = here;
const { start, finish, undo } = jobsOf(() => here);

afterEach(() => {
  vi.restoreAllMocks();
});

const ACTS = { move: moveNodes, copy: copyNodes } as const;

const decided = ({ id }: NodeView, conflict: NameDecision['conflict'], existing: NodeView): NameDecision => ({
  id,
  conflict,
  existing: { id: existing.id, revision: existing.revision },
});

const idsIn = async (parentId: string, name: string): Promise<readonly string[]> => {
  const query = here.services.db.selectFrom('node').select('id').where('parent_id', '=', parentId);
  const rows = await query.where('name', '=', name).where('trashed_at', 'is', null).execute();
  return rows.map(({ id }) => id);
};

/** Two files of one name, from two folders, and the file that has the name in the target. */
async function twins() {
  const to = await folder('to');
  const existing = await file('a.txt', { parentId: to, size: 4 });
  const one = await file('a.txt', { parentId: await folder('one'), size: 3 });
  const two = await file('a.txt', { parentId: await folder('two'), size: 5 });
  return { to, existing, one, two };
}

/** The first of two of one name is in the trash. */
async function trashedTwin() {
  const to = await folder('to');
  const one = await file('a.txt', { parentId: to, size: 3 });
  await trash(one.id);
  here.world.clock.advance(1_000);
  return { to, one };
}

/** As many as a job takes in one step. */
async function trashThousand(to: string): Promise<void> {
  await insertMany(here, { parentId: to, folders: 1, filesEach: 1_000 });
  const { id } = await here.services.db
    .selectFrom('node')
    .select('id')
    .where('parent_id', '=', to)
    .where('name', '=', 'folder 1')
    .executeTakeFirstOrThrow();
  const inMany = { of: 'folder', folderId: NodeId.parse(id), except: [] as NodeId[] } as const;
  expect(valueOf(await start({ act: 'trash', selection: inMany }))).toMatchObject({ done: 1_000 });
}

const wholeTrash = () => ({
  of: 'trash' as const,
  spaceId: SpaceId.parse(here.owner.spaceId),
  except: [] as NodeId[],
});

test.each(['move', 'copy'] as const)(
  'of two that a %s has of one name the second is numbered',
  async (act) => {
    const { to, existing, one, two } = await twins();
    const decisions = [decided(one, 'replace', existing), decided(two, 'replace', existing)];
    const request: MoveRequest = {
      ids: [one.id, two.id],
      parentId: NodeId.parse(to),
      conflict: 'ask',
      decisions,
    };
    const done = valueOf(await ACTS[act](here.services, here.owner.person, request));
    expect(done.items).toMatchObject([{ replacedId: existing.id }, { node: { name: 'a (2).txt' } }]);
    expect(await treeOf(to)).toEqual({ 'a.txt': 3, 'a (2).txt': 5 });
  },
);

test.each(['move', 'copy'] as const)(
  'a %s skips the second of one name where that was chosen',
  async (act) => {
    const { to, existing, one, two } = await twins();
    const decisions = [decided(one, 'replace', existing), decided(two, 'skip', existing)];
    const request: MoveRequest = {
      ids: [one.id, two.id],
      parentId: NodeId.parse(to),
      conflict: 'ask',
      decisions,
    };
    const done = valueOf(await ACTS[act](here.services, here.owner.person, request));
    expect(done.items).toMatchObject([{ replacedId: existing.id }, { ok: false, code: 'name_taken' }]);
    expect(await treeOf(to)).toEqual({ 'a.txt': 3 });
  },
);

test('a restore skips the second of one name where that was chosen', async () => {
  const { to, one } = await trashedTwin();
  const two = await file('a.txt', { parentId: to, size: 5 });
  await trash(two.id);
  const existing = await file('a.txt', { parentId: to, size: 4 });
  const decisions = [decided(two, 'replace', existing), decided(one, 'skip', existing)];
  const selection = { of: 'items' as const, ids: [one.id, two.id] };
  const job = valueOf(await start({ act: 'restore', selection, decisions }));
  expect(job).toMatchObject({ done: 1, refused: [{ nodeId: one.id, code: 'name_taken' }] });
  expect(await treeOf(to)).toEqual({ 'a.txt': 5 });
});

test('a restore never replaces what its own earlier step restored', async () => {
  const { to } = await trashedTwin();
  await trashThousand(to);
  here.world.clock.advance(1_000);
  const two = await file('a.txt', { parentId: to, size: 5 });
  await trash(two.id);
  await file('a.txt', { parentId: to, size: 4 });
  const begun = valueOf(await start({ act: 'restore', selection: wholeTrash(), conflict: 'replace' }));
  expect(await finish(begun.id)).toMatchObject({ state: 'done', done: 1_002, failed: 0 });
  expect(await treeOf(to)).toMatchObject({ 'a.txt': 5, 'a (2).txt': 3 });
});

test('what was in a folder that an earlier step left in the trash stays with it', async () => {
  const top = await folder('top');
  const inner = await folder('inner', top);
  const leaf = await file('leaf.txt', { parentId: inner });
  await trash(leaf.id);
  here.world.clock.advance(1_000);
  await trashThousand(top);
  here.world.clock.advance(1_000);
  await trash(inner);
  const other = await file('inner', { parentId: top });
  const decisions = [decided({ ...leaf, id: NodeId.parse(inner) }, 'skip', other)];
  const begun = valueOf(await start({ act: 'restore', selection: wholeTrash(), decisions }));
  expect(await finish(begun.id)).toMatchObject({ done: 1_000, failed: 2, skipped: 2 });
  expect(await treeOf(top)).toMatchObject({ inner: 10 });
  expect(Object.keys(await treeOf(top))).not.toContain('leaf.txt');
});

test('a rule for all others replaces nothing in the folder above one that is gone', async () => {
  const above = await folder('above');
  const gone = await folder('gone', above);
  const inGone = await file('a.txt', { parentId: gone, size: 3 });
  const beside = await file('b.txt', { parentId: above, size: 3 });
  await trash(inGone.id, beside.id);
  await trash(gone);
  await file('a.txt', { parentId: above, size: 4 });
  await file('b.txt', { parentId: above, size: 4 });
  const selection = { of: 'items' as const, ids: [inGone.id, beside.id] };
  valueOf(await start({ act: 'restore', selection, conflict: 'replace' }));
  expect(await treeOf(above)).toEqual({ 'a.txt': 4, 'a (2).txt': 3, 'b.txt': 3 });
});

test('names that are skipped are told apart from what failed, also below a folder that is not copied', async () => {
  const to = await folder('to');
  const from = await folder('from');
  const inner = await file('a.txt', { parentId: await folder('inner', from) });
  const taken = await folder('inner', to);
  const free = await file('b.txt', { parentId: from });
  const selection = { of: 'folder' as const, folderId: NodeId.parse(from), except: [] };
  const existing = { ...free, id: NodeId.parse(taken), revision: 1 };
  const node = { ...inner, id: NodeId.parse(String(inner.parentId)) };
  const unasked = valueOf(await start({ act: 'copy', selection, to }));
  expect(await finish(unasked.id)).toMatchObject({ failed: 2, skipped: 0 });
  await trash(...(await idsIn(to, 'b.txt')));
  const decisions = [decided(node, 'skip', existing)];
  const asked = valueOf(await start({ act: 'copy', selection, to, conflict: 'rename', decisions }));
  expect(await finish(asked.id)).toMatchObject({ done: 1, failed: 2, skipped: 2, reasons: [] });
  await trash(...(await idsIn(to, 'b.txt')));
  vi.spyOn(LIMITS as Record<string, number>, 'takenListed', 'get').mockReturnValue(1);
  const others = [decided(free, 'rename', existing)];
  const ruled = valueOf(await start({ act: 'copy', selection, to, conflict: 'skip', decisions: others }));
  expect(await finish(ruled.id)).toMatchObject({ failed: 2, skipped: 2 });
});

test('an undo that leaves out what was replaced is not whole, and can be tried again', async () => {
  const { to, existing, one } = await twins();
  const decisions = [decided(one, 'replace', existing)];
  const request: MoveRequest = { ids: [one.id], parentId: NodeId.parse(to), conflict: 'ask', decisions };
  const { jobId = '' } = valueOf(await moveNodes(here.services, here.owner.person, request));
  await here.purge(here.owner, existing.id);
  const undone = await undo(jobId);
  expect(undone).toMatchObject({ state: 'undone', done: 1, undone: 1, kept: 1, mayUndo: true });
  expect([isUndone(undone), isUndone({ ...undone, kept: 0 })]).toEqual([false, true]);
});

test('a move of a folder and of what is in it asks about the folder only', async () => {
  vi.spyOn(LIMITS as Record<string, number>, 'copiedMax', 'get').mockReturnValue(2);
  const other = await here.world.addOwner({ quotaBytes: 1_000_000 });
  await here.services.db
    .insertInto('member')
    .values({
      space_id: other.spaceId,
      user_id: here.owner.person.id,
      role: 'editor',
      created_at: here.world.clock.now(),
    })
    .execute();
  const top = await folder('top');
  const inside = await file('a.txt', { parentId: top });
  await file('b.txt', { parentId: top });
  await file('a.txt', { parentId: other.rootId, owner: other });
  const request: MoveRequest = {
    ids: [NodeId.parse(top), inside.id],
    parentId: NodeId.parse(other.rootId),
    conflict: 'ask',
  };
  const begun = valueOf(await moveNodes(here.services, here.owner.person, request));
  expect([begun.isAsked, begun.items]).toEqual([undefined, []]);
  await finish(begun.jobId ?? '');
  expect(await treeOf(other.rootId)).toEqual({ 'a.txt': 10, top: { 'a.txt': 10, 'b.txt': 10 } });
});
