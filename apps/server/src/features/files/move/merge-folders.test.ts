// docs/decisions/0153-folders-are-merged.md
import { INSIDE_RULES, type InsideRule, type MoveResult, NodeId, nameKey } from '@coffer/contracts';
import { defined, DAY_MS } from '@coffer/kit';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../../live.world.ts';
import { undoJob } from '../jobs/undo/undo-job.ts';
import { numberedNames } from '../model.ts';
import { moveNodes } from './move-nodes.ts';
import { moveWorld } from './move.world.ts';

const here = moveWorld();
const { file, folder, names } = here;

interface Row {
  readonly id: string;
  readonly parent_id: string | null;
  readonly name: string;
  readonly kind: 'folder' | 'file';
  readonly modified_at: Date;
  readonly trashed_at: Date | null;
}

async function rows(spaceId = here.owner.spaceId): Promise<readonly Row[]> {
  return await here.world.services.db
    .selectFrom('node')
    .select(['id', 'parent_id', 'name', 'kind', 'modified_at', 'trashed_at'])
    .where('space_id', '=', spaceId)
    .orderBy('id')
    .execute();
}

/** Asks first, as a page does, and then merges all folders that can be merged. */
async function merge(ids: readonly string[], parentId: string, inside?: InsideRule) {
  const by = here.owner.person;
  const request = { ids: ids.map((id) => NodeId.parse(id)), parentId: NodeId.parse(parentId) };
  const asked = valueOf(await moveNodes(here.world.services, by, { ...request, conflict: 'ask' }));
  expect(asked.isAsked).toBe(true);
  const decisions = asked.items.flatMap((item) => {
    if (item.ok || item.existing === undefined) return [];
    const { id, revision } = item.existing;
    const conflict = item.merge === undefined ? ('rename' as const) : ('merge' as const);
    return [{ id: item.id, conflict, ...(inside && { inside }), existing: { id, revision } }];
  });
  const moved = valueOf(await moveNodes(here.world.services, by, { ...request, conflict: 'ask', decisions }));
  return { asked, moved };
}

const effectOf = ({ items }: MoveResult) => {
  const [first] = items;
  return first?.ok === false ? first.merge : undefined;
};
const undo = async (jobId: string | undefined, by = here.owner.person) =>
  valueOf(await undoJob(here.world.services, by, defined(jobId, 'the move created no job')));

type Tree = readonly { readonly name: string; readonly days: number; readonly below?: Tree | undefined }[];
const trees = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('a', 'b', 'c', 'A (2)', 'b (2)'),
      days: fc.nat(3),
      below: fc.option(tie('tree'), { nil: undefined, depthSize: 'small', maxDepth: 3 }),
    }),
    { selector: ({ name }) => nameKey(name), maxLength: 4 },
  ),
}));

async function build(tree: Tree, parentId: string): Promise<void> {
  for (const { name, days, below } of tree) {
    if (below === undefined) {
      const id = await file(name, parentId);
      const modified_at = new Date(Date.UTC(2026, 0, 1) + days * DAY_MS);
      await here.world.services.db.updateTable('node').set({ modified_at }).where('id', '=', id).execute();
    } else await build(below, (await folder(name, parentId)).id);
  }
}

/** A simple second implementation of the merge rules, to compare the result with. */
class Model {
  readonly nodes: Map<string, Row & { parent_id: string | null; name: string; isTrashed: boolean }>;

  constructor(all: readonly Row[]) {
    this.nodes = new Map(all.map((row) => [row.id, { ...row, isTrashed: row.trashed_at !== null }]));
  }

  in(parentId: string) {
    return [...this.nodes.values()].filter((row) => row.parent_id === parentId && !row.isTrashed);
  }

  merge(fromId: string, toId: string, inside: InsideRule): void {
    const isTaken = (name: string) => this.in(toId).find((row) => nameKey(row.name) === nameKey(name));
    const coming = this.in(fromId);
    const taken = coming.filter(({ name }) => isTaken(name) !== undefined);
    for (const row of coming.filter((each) => !taken.includes(each))) row.parent_id = toId;
    const inOrder = taken.toSorted(
      (one, other) =>
        other.kind.localeCompare(one.kind) || (nameKey(one.name) < nameKey(other.name) ? -1 : 1),
    );
    for (const row of inOrder) {
      const existing = defined(isTaken(row.name), 'the name is not taken');
      const isMixed = row.kind !== existing.kind;
      const isNewer = row.modified_at > existing.modified_at;
      if (!isMixed && row.kind === 'folder') this.merge(row.id, existing.id, inside);
      else if (inside === 'skip' || (inside === 'newer' && !isMixed && !isNewer)) continue;
      else if (inside === 'rename' || isMixed) {
        row.name = defined(
          numberedNames(row.name, 2, 20).find((name) => isTaken(name) === undefined),
          'no numbered name is free',
        );
        row.parent_id = toId;
      } else {
        existing.isTrashed = true;
        row.parent_id = toId;
      }
    }
    if (this.in(fromId).length === 0)
      defined(this.nodes.get(fromId), 'the merged folder is missing').isTrashed = true;
  }

  rows() {
    return [...this.nodes.values()].map(({ id, parent_id, name, isTrashed }) => [
      id,
      parent_id,
      name,
      isTrashed,
    ]);
  }
}

test('a merge leaves what the model leaves, its effect was told, and its undo takes it apart exactly', async () => {
  await fc.assert(
    fc.asyncProperty(trees.tree, trees.tree, fc.constantFrom(...INSIDE_RULES), async (come, stay, inside) => {
      here.owner = await here.world.addOwner();
      const target = await folder('target');
      const existing = await folder('Trip', target.id);
      const source = await folder('trip');
      await build(come, source.id);
      await build(stay, existing.id);
      const before = await rows();
      const model = new Model(before);
      model.merge(source.id, existing.id, inside);
      const { asked, moved } = await merge([source.id], target.id, inside);
      const after = await rows();
      expect(after.map((row) => [row.id, row.parent_id, row.name, row.trashed_at !== null])).toEqual(
        model.rows(),
      );
      const gone = (parentId: string) => before.filter((row) => row.parent_id === parentId);
      expect(effectOf(asked)?.items).toBeGreaterThanOrEqual(
        gone(source.id).filter(({ kind }) => kind === 'file').length,
      );
      const undone = moved.jobId === undefined ? undefined : await undo(moved.jobId);
      expect([undefined, 'undone']).toContain(undone?.state);
      expect(undone?.kept ?? 0).toBe(0);
      expect(await rows()).toEqual(before);
    }),
    { numRuns: 20 },
  );
}, 240_000);

test('the effect is told before, and a merge of everything sends the emptied folder to the trash', async () => {
  const target = await folder('target');
  const existing = await folder('Trip', target.id);
  const sea = await folder('Sea', existing.id);
  await file('a.txt', existing.id);
  await file('b.txt', sea.id);
  const source = await folder('trip');
  const innerSea = await folder('sea', source.id);
  for (const name of ['a.txt', 'c.txt']) await file(name, source.id);
  for (const name of ['b.txt', 'd.txt']) await file(name, innerSea.id);
  await folder('New', source.id);
  const { asked, moved } = await merge([source.id], target.id);
  expect(effectOf(asked)).toEqual({ items: 5, taken: 2 });
  expect(moved.items).toMatchObject([{ ok: true, node: { id: existing.id }, merged: { left: 0 } }]);
  expect(await names(existing.id)).toEqual(['New', 'Sea', 'a (2).txt', 'a.txt', 'c.txt']);
  expect(await names(sea.id)).toEqual(['b (2).txt', 'b.txt', 'd.txt']);
  expect(await names()).toEqual(['target']);
});

test('an empty folder is merged and comes back', async () => {
  const target = await folder('target');
  await folder('Trip', target.id);
  const source = await folder('Trip');
  const { asked, moved } = await merge([source.id], target.id);
  expect(effectOf(asked)).toEqual({ items: 0, taken: 0 });
  expect(await names()).toEqual(['target']);
  expect(await undo(moved.jobId)).toMatchObject({ state: 'undone', kept: 0 });
  expect(await names()).toEqual(['target', 'Trip']);
});

test('two folders are merged into one, one after the other, and both come back', async () => {
  const target = await folder('target');
  await file('a.txt', (await folder('Trip', target.id)).id);
  const sources = [await folder('Trip'), await folder('Trip', (await folder('other')).id)];
  for (const { id } of sources) await file('a.txt', id);
  const before = await rows();
  const { moved } = await merge(
    sources.map(({ id }) => id),
    target.id,
  );
  expect(moved.items.map((item) => item.ok && item.merged)).toEqual([{ left: 0 }, { left: 0 }]);
  await undo(moved.jobId);
  expect(await rows()).toEqual(before);
});

test('a folder is not merged into one that it lies in, nor by who sees only a part', async () => {
  const outer = await folder('Trip');
  const inner = await folder('Trip', outer.id);
  await file('a.txt', inner.id);
  const ask = async (id: string, by = here.owner.person) =>
    valueOf(await here.move([id], here.owner.rootId, { conflict: 'ask', by }));
  expect(effectOf(await ask(inner.id))).toBeUndefined();
  const forced = await moveNodes(here.world.services, here.owner.person, {
    ids: [inner.id],
    parentId: NodeId.parse(here.owner.rootId),
    conflict: 'fail',
    decisions: [{ id: inner.id, conflict: 'merge', existing: { id: outer.id, revision: 0 } }],
  });
  expect(valueOf(forced).items).toMatchObject([{ ok: true, node: { name: 'Trip (2)' } }]);
});

test('what is selected beside its merged folder goes with the folder, and all comes back', async () => {
  const target = await folder('target');
  const existing = await folder('Trip', target.id);
  await file('a.txt', target.id);
  const source = await folder('Trip');
  const inner = await file('a.txt', source.id);
  const before = await rows();
  const { moved } = await merge([source.id, inner], target.id);
  expect(moved.items.every(({ ok }) => ok)).toBe(true);
  expect([await names(existing.id), await names(target.id)]).toEqual([['a.txt'], ['Trip', 'a.txt']]);
  await undo(moved.jobId);
  expect(await rows()).toEqual(before);
});

test('a number does not take a name that is replaced in the same merge', async () => {
  const target = await folder('target');
  const existing = await folder('Trip', target.id);
  for (const name of ['a', 'a (2)']) await file(name, existing.id);
  const source = await folder('Trip');
  await folder('a', source.id);
  await file('a (2)', source.id);
  const { moved } = await merge([source.id], target.id, 'replace');
  expect(moved.items).toMatchObject([{ ok: true, merged: { left: 0 } }]);
  expect((await names(existing.id)).toSorted()).toEqual(['a', 'a (2)', 'a (3)']);
});

test('a folder that came meanwhile is asked about again', async () => {
  const target = await folder('target');
  const existing = await folder('Trip', target.id);
  const source = await folder('Trip');
  const decision = { id: source.id, conflict: 'merge' as const, existing: { id: source.id, revision: 1 } };
  const asked = await moveNodes(here.world.services, here.owner.person, {
    ids: [source.id],
    parentId: target.id,
    conflict: 'ask',
    decisions: [decision],
  });
  expect(valueOf(asked)).toMatchObject({
    isAsked: true,
    items: [{ code: 'changed_since', existing: { id: existing.id }, merge: { items: 0 } }],
  });
});

test('a merge into another space takes files along, and its undo brings them back', async () => {
  const other = await here.world.addOwner();
  await here.world.services.db
    .insertInto('member')
    .values({
      space_id: other.spaceId,
      user_id: here.owner.person.id,
      role: 'editor',
      created_at: here.world.clock.now(),
    })
    .execute();
  const existing = await folder('Trip', other.rootId);
  await folder('Sea', existing.id);
  const source = await folder('Trip');
  const sea = await folder('Sea', source.id);
  await folder('Deep', sea.id);
  await folder('Hills', source.id);
  const before = [await rows(), await rows(other.spaceId)];
  const { moved } = await merge([source.id], other.rootId);
  expect((await names(existing.id)).toSorted()).toEqual(['Hills', 'Sea']);
  expect(await names()).toEqual([]);
  expect(await undo(moved.jobId)).toMatchObject({ state: 'undone', kept: 0 });
  expect([await rows(), await rows(other.spaceId)]).toEqual(before);
});

test('more than one transaction takes is not offered, and refused', async () => {
  const target = await folder('target');
  const existing = await folder('Trip', target.id);
  const source = await folder('Trip');
  const { db, newId, clock } = here.world.services;
  const now = clock.now();
  const many = Array.from({ length: 10_001 }, (_, at) => ({
    space_id: here.owner.spaceId,
    id: newId(),
    parent_id: source.id,
    kind: 'folder' as const,
    name: `f${at}`,
    name_key: `f${at}`,
    name_sort: `f${at}`,
    current_version_id: null,
    size_bytes: 0,
    media_type: '',
    modified_at: now,
    created_by: here.owner.person.id,
    trashed_at: null,
    trashed_by: null,
    created_at: now,
    updated_at: now,
  }));
  for (let from = 0; from < many.length; from += 2_000) {
    await db
      .insertInto('node')
      .values(many.slice(from, from + 2_000))
      .execute();
  }
  const asked = valueOf(await here.move([source.id], target.id, { conflict: 'ask' }));
  expect([asked.isAsked, effectOf(asked)]).toEqual([true, undefined]);
  const forced = await moveNodes(here.world.services, here.owner.person, {
    ids: [source.id],
    parentId: target.id,
    conflict: 'ask',
    decisions: [{ id: source.id, conflict: 'merge', existing: { id: existing.id, revision: 1 } }],
  });
  expect(errorOf(forced)).toEqual({ code: 'limit_reached', facts: { limit: 10_000 } });
});
