// docs/decisions/0145-names-of-moves-decided-apart.md
import {
  LIMITS,
  type MoveRequest,
  type NameDecision,
  NodeId,
  type NodeView,
  type Person,
  SpaceId,
  TakenRequest,
} from '@coffer/contracts';
import { afterEach, expect, test, vi } from 'vitest';
import { copyNodes } from '../../src/features/files/copy/copy-nodes.ts';
import { listTaken } from '../../src/features/files/jobs/bulk/list-taken.ts';
import { moveNodes } from '../../src/features/files/move/move-nodes.ts';
import { renameNode } from '../../src/features/files/rename-node.ts';
import { errorOf, valueOf } from '../../src/live.world.ts';
import { contentsOf, copyWorld } from '../copy/copy.world.ts';
import { jobsOf, treeHash } from '../jobs/jobs.world.ts';

const here = copyWorld({ quotaBytes: 10_000_000 });
const { file, folder, treeOf } = here;
const { start, finish, undo } = jobsOf(() => here);

afterEach(() => {
  vi.restoreAllMocks();
});

const ACTS = { move: moveNodes, copy: copyNodes } as const;
type Act = keyof typeof ACTS;

const hash = async () => await treeHash(here.services, here.owner.spaceId);

async function place(
  act: Act,
  { ids, to }: { readonly ids: readonly string[]; readonly to: string },
  asked: Partial<MoveRequest> & { readonly by?: Person } = {},
) {
  const { by = here.owner.person, ...more } = asked;
  return valueOf(
    await ACTS[act](here.services, by, {
      ids: ids.map((id) => NodeId.parse(id)),
      parentId: NodeId.parse(to),
      conflict: 'ask',
      ...more,
    }),
  );
}

const decided = ({ id }: NodeView, conflict: NameDecision['conflict'], existing: NodeView): NameDecision => ({
  id,
  conflict,
  existing: { id: existing.id, revision: existing.revision },
});

interface Pair {
  readonly node: NodeView;
  readonly existing: NodeView;
}

/** Files of 3 bytes in one folder, of 4 bytes in the other, and one whose name is free. */
async function pairs(...names: readonly string[]) {
  const [from, to] = [await folder('from'), await folder('to')];
  const made: Pair[] = [];
  for (const name of names) {
    const node = await file(name, { parentId: from, size: 3 });
    made.push({ node, existing: await file(name, { parentId: to, size: 4 }) });
  }
  const free = await file('free.txt', { parentId: from });
  return { from, to, free, pairs: made, ids: [...made.map(({ node }) => node.id), free.id] };
}

async function isCounted(): Promise<void> {
  await here.figuresFor(here.owner);
  const { kept, counted } = await contentsOf(here, here.owner.spaceId);
  expect(kept).toBe(counted);
}

test.each(['move', 'copy'] as const)(
  'a %s asks before anything happens, does all of it at once as decided, and one undo takes it back',
  async (act) => {
    const { to, ids, pairs: made } = await pairs('a.txt', 'b.txt', 'c.txt');
    const [a, b, c] = made as [Pair, Pair, Pair];
    const before = await hash();
    const asked = await place(act, { ids, to });
    expect(asked).toMatchObject({
      isAsked: true,
      items: made.map(({ node, existing }) => ({
        ok: false,
        id: node.id,
        code: 'name_taken',
        existing: { id: existing.id, sizeBytes: 4 },
        mayReplace: true,
      })),
    });
    expect(asked.jobId).toBeUndefined();
    expect(await hash()).toBe(before);
    const decisions = [
      decided(a.node, 'replace', a.existing),
      decided(b.node, 'rename', b.existing),
      decided(c.node, 'skip', c.existing),
    ];
    const [done, twin] = await Promise.all([
      place(act, { ids, to }, { decisions }),
      act === 'move' ? place(act, { ids, to }, { decisions }) : undefined,
    ]);
    expect(done.isAsked).toBeUndefined();
    expect(done.items.map((item) => (item.ok ? item.node.name : item.code))).toEqual([
      'a.txt',
      'b (2).txt',
      'name_taken',
      'free.txt',
    ]);
    expect(done.items[0]).toMatchObject({ replacedId: a.existing.id });
    expect(await treeOf(to)).toEqual({ 'a.txt': 3, 'b.txt': 4, 'b (2).txt': 3, 'c.txt': 4, 'free.txt': 10 });
    // The same answer at the same time moves nothing twice.
    expect([twin?.jobId, twin?.isAsked]).toEqual([undefined, undefined]);
    expect(await undo(done.jobId ?? '')).toMatchObject({ state: 'undone', kept: 0 });
    expect(act === 'copy' || (await hash()) === before).toBe(true);
    expect(await treeOf(to)).toEqual({ 'a.txt': 4, 'b.txt': 4, 'c.txt': 4 });
    await isCounted();
  },
);

test('what has changed since the question is asked about again, and nothing happens meanwhile', async () => {
  const { to, ids, pairs: made } = await pairs('a.txt', 'b.txt');
  const [a, b] = made as [Pair, Pair];
  const decisions = made.map(({ node, existing }) => decided(node, 'replace', existing));
  await here.trash(a.existing.id);
  const other = await file('A.TXT', { parentId: to, size: 5 });
  const before = await hash();
  const again = await place('move', { ids, to }, { decisions });
  expect(again).toMatchObject({
    isAsked: true,
    items: [{ id: a.node.id, code: 'changed_since', existing: { id: other.id, name: 'A.TXT' } }],
  });
  expect(again.items).toHaveLength(1);
  expect(await hash()).toBe(before);
  const kept = await place('move', { ids, to }, { decisions, conflict: 'rename' });
  expect(kept.items[0]).toMatchObject({ ok: false, code: 'changed_since' });
  expect(await treeOf(to)).toEqual({ 'A.TXT': 5, 'b.txt': 3, 'free.txt': 10 });
  await undo(kept.jobId ?? '');
  // What had the name has left: there is nothing to decide any more.
  await here.trash(other.id);
  const done = await place(
    'move',
    { ids, to },
    {
      decisions: [decided(a.node, 'replace', a.existing), decided(b.node, 'skip', b.existing)],
    },
  );
  expect(done.items.map(({ ok }) => ok)).toEqual([true, false, true]);
});

test('folders are kept, accents and case decide as everywhere, and a right that was lost refuses one item only', async () => {
  const [from, to] = [await folder('from'), await folder('to')];
  const node = await file('Caf\u00e9.txt', { parentId: from, size: 3 });
  const existing = await file('CAFE\u0301.TXT', { parentId: to, size: 4 });
  const inFrom = await folder('Sub', from);
  const inTo = await file('sub', { parentId: to, size: 4 });
  const ids = [node.id, inFrom];
  const asked = await place('move', { ids, to });
  expect(asked.items.map((item) => (item.ok ? [] : [item.existing?.id, item.mayReplace]))).toEqual([
    [existing.id, true],
    [inTo.id, undefined],
  ]);
  const forced = { id: NodeId.parse(inFrom), conflict: 'replace', existing: inTo } as const;
  const decisions = [
    decided(node, 'replace', existing),
    { ...forced, existing: { id: inTo.id, revision: inTo.revision } },
  ];
  const done = await place('move', { ids, to }, { decisions });
  expect(done.items.map((item) => (item.ok ? item.node.name : item.code))).toEqual([
    'Caf\u00e9.txt',
    'folder_not_replaced',
  ]);
  await undo(done.jobId ?? '');
  const contributor = await here.world.addOwner();
  await here.services.db
    .insertInto('member')
    .values({
      space_id: here.owner.spaceId,
      user_id: contributor.person.id,
      role: 'contributor',
      created_at: here.world.clock.now(),
    })
    .execute();
  const own = await file('theirs.txt', { parentId: from });
  await here.services.db
    .updateTable('node')
    .set({ created_by: contributor.person.id })
    .where('id', 'in', [own.id, from])
    .execute();
  const hidden = await file('theirs.txt');
  const moved = await place(
    'move',
    { ids: [own.id], to: here.owner.rootId },
    {
      by: contributor.person,
      decisions: [decided(own, 'replace', hidden)],
    },
  );
  // Somebody else's item is neither told nor replaced.
  expect(moved.items).toMatchObject([{ ok: true, node: { name: 'theirs (2).txt' } }]);
});

test.each(['move', 'copy'] as const)(
  'a job of a %s keeps what was decided apart, and what it replaced comes back',
  async (act) => {
    const { from, to, pairs: made } = await pairs('a.txt', 'b.txt', 'c.txt', 'd.txt');
    const [a, b, c, d] = made as [Pair, Pair, Pair, Pair];
    const selection = { of: 'folder', folderId: NodeId.parse(from), except: [] as NodeId[] } as const;
    const taken = valueOf(
      await listTaken(here.services, here.owner.person, TakenRequest.parse({ act, selection, to })),
    );
    expect(taken).toMatchObject({ isPartial: false });
    expect(taken.items.map((item) => [item.node.id, item.existing.id, item.mayReplace])).toEqual(
      made.map(({ node, existing }) => [node.id, existing.id, true]),
    );
    const renamed = valueOf(
      await renameNode(here.services, here.owner.person, {
        nodeId: d.existing.id,
        revision: d.existing.revision,
        name: 'D.txt',
      }),
    );
    expect(renamed.revision).toBeGreaterThan(d.existing.revision);
    const before = await hash();
    const begun = valueOf(
      await start({
        act,
        selection,
        to,
        conflict: 'rename',
        decisions: [
          decided(a.node, 'replace', a.existing),
          decided(b.node, 'skip', b.existing),
          decided(d.node, 'replace', d.existing),
        ],
      }),
    );
    const job = await finish(begun.id);
    const refused = job.refused.map(({ nodeId, code }) => [nodeId, code]);
    expect([job.failed, job.skipped, job.reasons]).toEqual([2, 1, [{ code: 'changed_since', count: 1 }]]);
    expect(new Map(refused as [string, string][])).toEqual(
      new Map([
        [b.node.id, 'name_taken'],
        [d.node.id, 'changed_since'],
      ]),
    );
    expect(await treeOf(to)).toEqual({
      'a.txt': 3,
      'b.txt': 4,
      'c.txt': 4,
      'c (2).txt': 3,
      'D.txt': 4,
      'free.txt': 10,
    });
    expect(c.existing.name).toBe('c.txt');
    expect(await undo(job.id)).toMatchObject({ state: 'undone', kept: 0 });
    expect(act === 'copy' || (await hash()) === before).toBe(true);
    await isCounted();
  },
);

test('a restore replaces, keeps both or leaves single items as decided, and its undo brings back what it replaced', async () => {
  const top = await folder('top');
  const names = ['a.txt', 'b.txt', 'c.txt'];
  const old = await Promise.all(names.map(async (name) => await file(name, { parentId: top, size: 3 })));
  const [a, b, c] = old as [NodeView, NodeView, NodeView];
  await here.trash(...old.map(({ id }) => id));
  const now = await Promise.all(names.map(async (name) => await file(name, { parentId: top, size: 4 })));
  const [nowA, nowB, nowC] = now as [NodeView, NodeView, NodeView];
  const selection = {
    of: 'trash',
    spaceId: SpaceId.parse(here.owner.spaceId),
    except: [] as NodeId[],
  } as const;
  const asked = TakenRequest.parse({ act: 'restore', selection });
  const taken = valueOf(await listTaken(here.services, here.owner.person, asked));
  expect(new Set(taken.items.map((item) => item.existing.id))).toEqual(new Set(now.map(({ id }) => id)));
  const stranger = (await here.world.addOwner()).person;
  expect(errorOf(await listTaken(here.services, stranger, asked))).toEqual({ code: 'space_not_found' });
  const job = valueOf(
    await start({
      act: 'restore',
      selection,
      decisions: [decided(a, 'replace', nowA), decided(b, 'skip', nowB), decided(c, 'rename', nowC)],
    }),
  );
  expect(job).toMatchObject({
    total: 3,
    done: 2,
    failed: 1,
    refused: [{ nodeId: b.id, code: 'name_taken' }],
  });
  expect(await treeOf(top)).toEqual({ 'a.txt': 3, 'b.txt': 4, 'c.txt': 4, 'c (2).txt': 3 });
  expect(await undo(job.id)).toMatchObject({ state: 'undone', undone: 2, kept: 0 });
  expect(await treeOf(top)).toEqual({ 'a.txt': 4, 'b.txt': 4, 'c.txt': 4 });
  await isCounted();
});

test('a folder that stays in the trash keeps what was in it', async () => {
  const top = await folder('top');
  const inner = await folder('inner', top);
  const leaf = await file('leaf.txt', { parentId: await folder('deeper', inner) });
  await here.trash(leaf.id);
  await here.trash(inner);
  const other = await file('inner', { parentId: top });
  const ids = [NodeId.parse(inner), leaf.id];
  const node = { ...leaf, id: NodeId.parse(inner) };
  const job = valueOf(
    await start({
      act: 'restore',
      selection: { of: 'items', ids },
      decisions: [decided(node, 'skip', other)],
    }),
  );
  expect(job).toMatchObject({ done: 0, failed: 2, skipped: 2, reasons: [] });
  expect(await treeOf(top)).toEqual({ inner: 10 });
});

test.each(['move', 'copy'] as const)(
  'a %s that is too large for one call asks first too, and its job does as was decided',
  async (act) => {
    vi.spyOn(LIMITS as Record<string, number>, 'copiedMax', 'get').mockReturnValue(2);
    const { from, ids, free, pairs: made } = await pairs('a.txt', 'b.txt');
    const [a, b] = made as [Pair, Pair];
    // What comes from another space is large.
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
    const there = { parentId: other.rootId, owner: other, size: 4 };
    const [thereA, thereB] = [await file('a.txt', there), await file('b.txt', there)];
    const before = [await treeOf(from), await treeOf(other.rootId)];
    const asked = await place(act, { ids, to: other.rootId });
    expect(asked.isAsked).toBe(true);
    expect(asked.items.map(({ id }) => id)).toEqual([a.node.id, b.node.id]);
    expect([await treeOf(from), await treeOf(other.rootId)]).toEqual(before);
    const decisions = [decided(a.node, 'replace', thereA), decided(b.node, 'rename', thereB)];
    const begun = await place(act, { ids, to: other.rootId }, { decisions });
    expect(begun).toMatchObject({ isUnfinished: true, items: [] });
    expect(await finish(begun.jobId ?? '')).toMatchObject({ state: 'done', failed: 0 });
    expect(await treeOf(other.rootId)).toEqual({
      'a.txt': 3,
      'b.txt': 4,
      'b (2).txt': 3,
      [free.name]: 10,
    });
    expect(await undo(begun.jobId ?? '')).toMatchObject({ state: 'undone', kept: 0 });
    expect([await treeOf(from), await treeOf(other.rootId)]).toEqual(before);
  },
);
