// docs/decisions/0097-acts-on-selections.md
import { LIMITS, NodeId, SERVER_LIMITS } from '@coffer/contracts';
import { afterEach, expect, test, vi } from 'vitest';
import { listJobs } from '../../src/features/files/jobs/read-jobs.ts';
import { runJobs } from '../../src/features/files/jobs/run-jobs.ts';
import { moveNodes } from '../../src/features/files/move/move-nodes.ts';
import { insertJob } from '../../src/features/files/store/running-jobs.ts';
import { insertSelected, sumSelected } from '../../src/features/files/store/selected.ts';
import { errorOf, type Owner, valueOf } from '../../src/live.world.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { copyWorld } from '../copy/copy.world.ts';
import { insertMany } from '../copy/many.world.ts';
import { jobsOf, treeHash } from './jobs.world.ts';

const here = copyWorld({ quotaBytes: 1_000_000 });
const { file, folder, treeOf } = here;
const { start, finish, undo } = jobsOf(() => here);

afterEach(() => {
  vi.restoreAllMocks();
});

const hash = async () => await treeHash(here.services, here.owner.spaceId);
const everythingIn = (folderId: string, more = {}) =>
  ({ of: 'folder', folderId: NodeId.parse(folderId), ...more }) as const;

function limitTo(limits: Partial<Record<'copiedMax' | 'transferredMax' | 'searchRankedMax', number>>): void {
  for (const [name, value] of Object.entries(limits)) {
    const owner: Record<string, number> = name in LIMITS ? LIMITS : SERVER_LIMITS;
    vi.spyOn(owner, name, 'get').mockReturnValue(value);
  }
}

async function idsIn(parentId: string): Promise<readonly NodeId[]> {
  const rows = await here.services.db
    .selectFrom('node')
    .select('id')
    .where('parent_id', '=', parentId)
    .where('trashed_at', 'is', null)
    .orderBy('name_sort')
    .execute();
  return rows.map(({ id }) => NodeId.parse(id));
}

/** Belongs to somebody else; the owner is an editor there. */
async function otherSpace(quotaBytes: number): Promise<Owner> {
  const other = await here.world.addOwner({ quotaBytes });
  const key = { space_id: other.spaceId, user_id: here.owner.person.id };
  const { db, clock } = here.services;
  await db
    .insertInto('member')
    .values({ ...key, role: 'editor', created_at: clock.now() })
    .execute();
  return other;
}

async function foldersOf(sizes: Readonly<Record<string, number>>): Promise<NodeId> {
  const top = await folder('top');
  for (const [name, count] of Object.entries(sizes)) {
    const parentId = await folder(name, top);
    for (let number = 0; number < count; number += 1) await file(`${number}.txt`, { parentId, size: 1 });
  }
  return NodeId.parse(top);
}

test("an item over the other space's quota stays behind, also on the way back", async () => {
  const top = await foldersOf({ small: 2, wide: 60 });
  await file('fits.txt', { parentId: top, size: 10 });
  await file('large.txt', { parentId: top, size: 100 });
  const before = await hash();
  const other = await otherSpace(50);
  const to = NodeId.parse(other.rootId);
  const job = valueOf(await start({ act: 'move', selection: everythingIn(top), to }));
  const done = await finish(job.id);
  expect(done).toMatchObject({ state: 'done', done: 2, failed: 2 });
  expect(done.refused.map(({ name, code }) => [name, code])).toEqual([
    ['wide', 'quota_exceeded'],
    ['large.txt', 'quota_exceeded'],
  ]);
  expect(Object.keys(await treeOf(top))).toEqual(['wide', 'large.txt']);
  const { db } = here.services;
  const setQuota = async (quota_bytes: number) =>
    await db.updateTable('space').set({ quota_bytes }).where('id', '=', here.owner.spaceId).execute();
  await setQuota((await here.use()).used_bytes + 5);
  expect(await undo(job.id)).toMatchObject({
    state: 'undone',
    undone: 1,
    kept: 1,
    refused: expect.arrayContaining([expect.objectContaining({ name: 'fits.txt', code: 'quota_exceeded' })]),
  });
  await setQuota(1_000_000);
  expect(await undo(job.id)).toMatchObject({ state: 'undone', undone: 2, kept: 0 });
  expect(await hash()).toBe(before);
});

test('one too large folder stays behind, and the others move and return in batches', async () => {
  const top = await foldersOf({ one: 2, three: 3, two: 10 });
  const before = await hash();
  const to = NodeId.parse((await otherSpace(1_000_000)).rootId);
  limitTo({ copiedMax: 5, transferredMax: 8 });
  const parted = valueOf(await start({ act: 'move', selection: everythingIn(top), to }));
  expect(await finish(parted.id)).toMatchObject({
    state: 'done',
    done: 2,
    failed: 1,
    refused: [{ name: 'two', code: 'move_too_large' }],
  });
  expect(await undo(parted.id)).toMatchObject({ state: 'undone', undone: 2, kept: 0 });
  expect(await hash()).toBe(before);
  vi.restoreAllMocks();
  const whole = valueOf(await start({ act: 'move', selection: everythingIn(top), to }));
  expect(await finish(whole.id)).toMatchObject({ state: 'done', done: 3 });
  limitTo({ copiedMax: 5, transferredMax: 8 });
  expect(await undo(whole.id)).toMatchObject({
    undone: 2,
    kept: 1,
    refused: [{ name: 'two', code: 'move_too_large' }],
  });
  vi.restoreAllMocks();
  expect(await undo(whole.id)).toMatchObject({ undone: 3, kept: 0 });
  expect(await hash()).toBe(before);
});

test('copies of equal names are numbered among themselves, however far apart they are made', async () => {
  const [first, middle, last] = [await folder('first'), await folder('middle'), await folder('last')];
  const one = await file('plan.txt', { parentId: first, size: 3 });
  const two = await file('plan.txt', { parentId: last, size: 4 });
  await insertMany(here, { parentId: middle, folders: 1, filesEach: 1_000 });
  const [inner = ''] = await idsIn(middle);
  const target = NodeId.parse(await folder('copies'));
  await file('plan.txt', { parentId: target, size: 5 });
  const ids = [one.id, ...(await idsIn(inner)), two.id];
  const asked = { act: 'copy', selection: { of: 'items' as const, ids }, to: target } as const;
  const job = valueOf(await start({ ...asked, conflict: 'replace' }));
  expect(await finish(job.id)).toMatchObject({ state: 'done', done: 1_002, failed: 0 });
  const copies = await here.services.db
    .selectFrom('node')
    .select(['name', 'size_bytes'])
    .where('parent_id', '=', target)
    .where('trashed_at', 'is', null)
    .where('name', 'like', 'plan%')
    .orderBy('size_bytes')
    .execute();
  expect(copies).toEqual([
    { name: 'plan.txt', size_bytes: 3 },
    { name: 'plan (2).txt', size_bytes: 4 },
  ]);
  await undo(job.id);
  expect(await treeOf(target)).toEqual({ 'plan.txt': 5 });
});

test('an item that is moved elsewhere before its turn is not trashed there', async () => {
  const top = await folder('top');
  await insertMany(here, { parentId: top, folders: 1, filesEach: 2_500 });
  const [inner = ''] = await idsIn(top);
  const elsewhere = NodeId.parse(await folder('elsewhere'));
  const job = valueOf(await start({ act: 'trash', selection: everythingIn(inner) }));
  const [saved] = await idsIn(inner);
  if (saved === undefined) throw new Error('five hundred are left');
  const move = { ids: [saved], parentId: elsewhere, conflict: 'fail' } as const;
  valueOf(await moveNodes(here.services, here.owner.person, { ...move, ids: [saved] }));
  expect(await finish(job.id)).toMatchObject({
    state: 'done',
    done: 2_499,
    failed: 1,
    refused: [{ nodeId: saved, code: 'changed_since' }],
  });
  expect(await idsIn(elsewhere)).toEqual([saved]);
});

test('no more is taken by a filter than its list can show', async () => {
  const top = await folder('filtered');
  for (const name of ['plan a.txt', 'plan b.txt', 'plan c.txt', 'other.txt']) {
    await file(name, { parentId: top });
  }
  const asked = { act: 'trash', selection: everythingIn(top, { filter: 'plan' }) } as const;
  limitTo({ searchRankedMax: 2 });
  expect(errorOf(await start(asked))).toEqual({ code: 'limit_reached', facts: { limit: 2 } });
  expect(await idsIn(top)).toHaveLength(4);
  limitTo({ searchRankedMax: 3 });
  expect(valueOf(await start(asked))).toMatchObject({ state: 'done', done: 3 });
});

test('a folder that changes while it is read gives nothing', async () => {
  const top = await folder('changing');
  await file('a.txt', { parentId: top });
  const { db, clock, newId } = here.services;
  const content = await db
    .selectFrom('folder_content')
    .select('revision')
    .where('folder_id', '=', top)
    .executeTakeFirstOrThrow();
  await file('b.txt', { parentId: top });
  const selectedAt = async (revision: number): Promise<number> =>
    await inTransaction(db, async (tx) => {
      const jobId = newId();
      const about = { actorId: here.owner.person.id, targetId: null, conflict: null, now: clock.now() };
      await insertJob(tx, { id: jobId, kind: 'trash', ...about });
      const place = { spaceId: here.owner.spaceId, folderId: top, madeBy: undefined };
      const selected = { of: 'folder', folder: place, except: [], revision } as const;
      await insertSelected(tx, { jobId, did: 'trashed', selected });
      const { items } = await sumSelected(tx, jobId);
      await tx.deleteFrom('job').where('id', '=', jobId).execute();
      return items;
    });
  const { revision } = content;
  expect([await selectedAt(revision), await selectedAt(revision + 1)]).toEqual([0, 2]);
});

test('a permanent deletion is not among what can be undone', async () => {
  const node = await file('gone.txt');
  const selection = { of: 'items' as const, ids: [node.id] };
  valueOf(await start({ act: 'trash', selection }));
  const purge = valueOf(await start({ act: 'purge', selection }));
  await runJobs(here.services);
  const { items } = await listJobs(here.services, here.owner.person, { only: 'undoable', limit: 100 });
  expect(items.map(({ kind }) => kind)).toEqual(['trash']);
  expect(items.map(({ id }) => id)).not.toContain(purge.id);
});
