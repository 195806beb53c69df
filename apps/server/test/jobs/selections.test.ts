// docs/decisions/0097-acts-on-selections.md
import { type JobRequest, LIMITS, NodeId, SpaceId } from '@coffer/contracts';
import { sized } from '@coffer/testing/campaign';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { cancelJob } from '../../src/features/files/jobs/cancel-job.ts';
import { previewJob } from '../../src/features/files/jobs/bulk/preview-job.ts';
import { getJob } from '../../src/features/files/jobs/read-jobs.ts';
import { runJobs } from '../../src/features/files/jobs/run-jobs.ts';
import { undoJob } from '../../src/features/files/jobs/undo/undo-job.ts';
import { getTrashSummary } from '../../src/features/files/trash/get-trash-summary.ts';
import { errorOf, valueOf } from '../../src/live.world.ts';
import { contentsOf, copyWorld } from '../copy/copy.world.ts';
import { insertMany } from '../copy/many.world.ts';
import { jobsOf, treeHash } from './jobs.world.ts';

const here = copyWorld({ quotaBytes: 1_000_000 });
const { file, folder, treeOf } = here;
const { start, read, finish, undo } = jobsOf(() => here);

/** What one transaction moves to another space, and the files of each of twelve folders, which are more together. */
const MOVED_MAX = sized({ gate: 200, campaign: LIMITS.copiedMax });
const FILES_EACH = MOVED_MAX / 10;

afterEach(() => {
  vi.restoreAllMocks();
});

const hash = async () => await treeHash(here.services, here.owner.spaceId);
const inFolder = (folderId: string, more = {}) =>
  ({ of: 'folder', folderId: NodeId.parse(folderId), ...more }) as const;
const items = (...ids: readonly string[]) =>
  ({ of: 'items', ids: ids.map((id) => NodeId.parse(id)) }) as const;
const inTrash = () => ({ of: 'trash', spaceId: SpaceId.parse(here.owner.spaceId) }) as const;

/** `folder 1` with `file 1` and so on. Returns the folder of the folders. */
async function fill(name: string, folders: number, filesEach: number): Promise<NodeId> {
  const id = await folder(name);
  await insertMany(here, { parentId: id, folders, filesEach });
  return id;
}

async function filesOf(parentId: string): Promise<readonly NodeId[]> {
  const rows = await here.services.db
    .selectFrom('node')
    .select('id')
    .where('parent_id', '=', parentId)
    .where('trashed_at', 'is', null)
    .orderBy('name_sort')
    .execute();
  return rows.map(({ id }) => NodeId.parse(id));
}

async function isCounted(): Promise<void> {
  await here.figuresFor(here.owner);
  const { kept, counted } = await contentsOf(here, here.owner.spaceId);
  expect(kept).toBe(counted);
}

test('everything in a folder except some items is trashed in one job with a preview, and restored by one undo', async () => {
  const top = await fill('all but', 3, 5);
  const [first = top] = await filesOf(top);
  const before = await hash();
  const selection = inFolder(top, { except: [first] });
  const asked = {
    act: 'trash',
    selection: { ...selection, except: [first] },
    conflict: 'skip',
  } satisfies JobRequest;
  const preview = valueOf(await previewJob(here.services, here.owner.person, asked));
  expect(preview).toEqual({
    items: 2,
    below: 10,
    sizeBytes: 10,
    isComplete: true,
    taken: 0,
    takenFolders: 0,
  });
  const job = valueOf(await start({ act: 'trash', selection }));
  expect(job).toMatchObject({
    kind: 'trash',
    state: 'done',
    total: 2,
    done: 2,
    failed: 0,
    name: 'folder 2',
    mayUndo: true,
  });
  expect(await filesOf(top)).toEqual([first]);
  await isCounted();
  expect(await undo(job.id)).toMatchObject({ state: 'undone', undone: 2, kept: 0 });
  expect(await hash()).toBe(before);
});

test('only items that match the filter are taken, and none that came after the list was loaded', async () => {
  const top = await folder('filtered');
  for (const name of ['plan a.txt', 'plan b.txt', 'other.txt']) await file(name, { parentId: top });
  const [content] = await here.services.db
    .selectFrom('folder_content')
    .select('revision')
    .where('folder_id', '=', top)
    .execute();
  const revision = Number(content?.revision);
  const job = valueOf(await start({ act: 'trash', selection: inFolder(top, { filter: 'plan', revision }) }));
  expect(job).toMatchObject({ state: 'done', total: 2 });
  expect(Object.keys(await treeOf(top))).toEqual(['other.txt']);
  await undo(job.id);
  const late = await start({ act: 'trash', selection: inFolder(top, { revision }) });
  expect(errorOf(late)).toEqual({ code: 'changed_since' });
  expect(Object.keys(await treeOf(top))).toHaveLength(3);
});

test('thousands go on after the answer, are there for another server, and stop where they are cancelled', async () => {
  const top = await fill('large', 1, 4_500);
  const [inner = top] = await filesOf(top);
  const before = await hash();
  const job = valueOf(await start({ act: 'trash', selection: inFolder(inner) }));
  expect(job).toMatchObject({ state: 'running', total: 4_500, done: 2_000, mayUndo: false });
  expect(errorOf(await undoJob(here.services, here.owner.person, job.id))).toEqual({ code: 'job_conflict' });
  await Promise.all([runJobs(here.services), runJobs(here.services)]);
  expect(await read(job.id)).toMatchObject({ state: 'done', done: 4_500 });
  expect(await filesOf(inner)).toEqual([]);
  await isCounted();
  const twice = await Promise.all([undo(job.id), undo(job.id)]);
  for (const each of twice) expect(each).toMatchObject({ state: 'undone', undone: 4_500 });
  expect(await hash()).toBe(before);
  const stopped = valueOf(await start({ act: 'trash', selection: inFolder(inner) }));
  valueOf(await cancelJob(here.services, here.owner.person, stopped.id));
  expect(await finish(stopped.id)).toMatchObject({ state: 'cancelled', done: 2_000, mayUndo: true });
  expect(await filesOf(inner)).toHaveLength(2_500);
  expect(await undo(stopped.id)).toMatchObject({ state: 'undone', undone: 2_000 });
  expect(await hash()).toBe(before);
});

test('a stranger learns nothing: not of folders, of items, of the trash or of a job', async () => {
  const top = await fill('private', 1, 2);
  const stranger = (await here.world.addOwner()).person;
  for (const act of ['trash', 'move'] as const) {
    const to = (await here.world.addOwner()).rootId;
    const asked = { act, selection: inFolder(top), ...(act === 'move' ? { to: NodeId.parse(to) } : {}) };
    expect(errorOf(await start(asked, stranger))).toEqual({ code: 'node_not_found' });
  }
  const named = valueOf(await start({ act: 'trash', selection: items(top) }, stranger));
  expect(named).toMatchObject({ state: 'done', name: '', total: 1, done: 0, failed: 1, refused: [] });
  const purge = await start({ act: 'purge', selection: inTrash() }, stranger);
  expect(errorOf(purge)).toEqual({ code: 'space_not_found' });
  const own = valueOf(await start({ act: 'trash', selection: inFolder(top) }));
  expect(errorOf(await getJob(here.services, stranger, own.id))).toEqual({ code: 'job_not_found' });
  expect(errorOf(await cancelJob(here.services, stranger, own.id))).toEqual({ code: 'job_not_found' });
  expect(errorOf(await undoJob(here.services, stranger, own.id))).toEqual({ code: 'job_not_found' });
});

test('a person who loses the right half-way stops there, and another with the right can undo it', async () => {
  const top = await fill('rights', 1, 3_500);
  const [inner = top] = await filesOf(top);
  const before = await hash();
  const member = (await here.world.addOwner()).person;
  const key = { space_id: here.owner.spaceId, user_id: member.id };
  const { db, clock } = here.services;
  await db
    .insertInto('member')
    .values({ ...key, role: 'editor', created_at: clock.now() })
    .execute();
  const job = valueOf(await start({ act: 'trash', selection: inFolder(inner) }, member));
  expect(job).toMatchObject({ state: 'running', done: 2_000 });
  await db
    .updateTable('member')
    .set({ role: 'viewer' })
    .where('user_id', '=', member.id)
    .where('space_id', '=', key.space_id)
    .execute();
  await runJobs(here.services);
  expect(valueOf(await getJob(here.services, member, job.id))).toMatchObject({
    state: 'done',
    done: 2_000,
    failed: 1_500,
  });
  const refused = valueOf(await undoJob(here.services, member, job.id));
  await runJobs(here.services);
  expect(refused.state).toBe('undoing');
  expect(valueOf(await getJob(here.services, member, job.id))).toMatchObject({
    undone: 0,
    kept: 2_000,
    mayUndo: true,
  });
  expect(await undo(job.id)).toMatchObject({ undone: 2_000, kept: 0 });
  expect(await hash()).toBe(before);
});

test('names that are taken are counted first, and then skipped, numbered or replaced; folders are never replaced', async () => {
  const [from, to] = [await folder('from'), await folder('to')];
  for (const parentId of [from, to]) {
    await file('plan.txt', { parentId, size: parentId === from ? 3 : 4 });
    await folder('Sub', parentId);
  }
  await file('free.txt', { parentId: from });
  const before = await hash();
  const selection = { ...inFolder(from), except: [] };
  const asked: JobRequest = { act: 'move', selection, to, conflict: 'skip' };
  const preview = valueOf(await previewJob(here.services, here.owner.person, asked));
  expect(preview).toMatchObject({ items: 3, taken: 2, takenFolders: 1 });
  const skipped = valueOf(await start({ ...asked, conflict: 'skip' }));
  expect(skipped).toMatchObject({
    done: 1,
    failed: 2,
    refused: [{ code: 'name_taken' }, { code: 'name_taken' }],
  });
  await undo(skipped.id);
  expect(await hash()).toBe(before);
  const replaced = valueOf(await start({ ...asked, conflict: 'replace' }));
  expect(replaced).toMatchObject({ done: 3, failed: 0 });
  expect(await treeOf(to)).toEqual({ Sub: {}, 'Sub (2)': {}, 'free.txt': 10, 'plan.txt': 3 });
  expect(await undo(replaced.id)).toMatchObject({ kept: 0 });
  expect(await hash()).toBe(before);
  const numbered = valueOf(await start({ ...asked, conflict: 'rename' }));
  expect(Object.keys(await treeOf(to))).toContain('plan (2).txt');
  await undo(numbered.id);
  expect(await hash()).toBe(before);
  await isCounted();
});

test('a job neither moves a folder into itself nor loses it, and items added meanwhile stay', async () => {
  const top = await fill('self', 2, 2);
  const [one = top, two = top] = await filesOf(top);
  const into = valueOf(await start({ act: 'move', selection: inFolder(top), to: one }));
  expect(into).toMatchObject({ done: 1, failed: 1, refused: [{ code: 'move_into_itself' }] });
  await undo(into.id);
  const other = await fill('leaving', 1, 2_500);
  const [large = other] = await filesOf(other);
  const job = valueOf(await start({ act: 'move', selection: inFolder(large), to: two, conflict: 'rename' }));
  await start({ act: 'trash', selection: items(two) });
  expect(await finish(job.id)).toMatchObject({
    state: 'failed',
    code: 'node_not_found',
    done: 2_000,
    mayUndo: true,
  });
  await isCounted();
});

test('restoring brings everything back, with a number where a name was taken, and its undo trashes it again', async () => {
  const top = await folder('restored');
  for (let number = 0; number < 5; number += 1) await file(`f${number}.txt`, { parentId: top });
  await start({ act: 'trash', selection: inFolder(top) });
  await file('f0.txt', { parentId: top });
  const before = await hash();
  const selection = inTrash();
  const job = valueOf(await start({ act: 'restore', selection }));
  expect(job.failed).toBe(0);
  expect(Object.keys(await treeOf(top))).toEqual([
    'f0 (2).txt',
    'f0.txt',
    'f1.txt',
    'f2.txt',
    'f3.txt',
    'f4.txt',
  ]);
  expect(await undo(job.id)).toMatchObject({ state: 'undone', kept: 0 });
  expect(Object.keys(await treeOf(top))).toEqual(['f0.txt']);
  expect(await hash()).toBe(before);
  await isCounted();
});

test('a preview of a permanent deletion that cannot count old versions in time is not complete', async () => {
  const top = await folder('slow');
  await file('old.txt', { parentId: top, size: 30 });
  await start({ act: 'trash', selection: items(top) });
  const asked = { act: 'purge', selection: items(top), conflict: 'skip' } satisfies JobRequest;
  const preview = await here.services.db.transaction().execute(async (tx) => {
    await sql`lock table version in access exclusive mode`.execute(tx);
    return valueOf(await previewJob(here.services, here.owner.person, asked));
  });
  expect(preview).toMatchObject({ items: 1, below: 1, sizeBytes: 30, isComplete: false });
});

test('a permanent deletion has a preview, which excludes items trashed directly', async () => {
  const top = await folder('told');
  const inner = await folder('inner', top);
  await file('old.txt', { parentId: inner, size: 30 });
  const gone = await file('gone.txt', { parentId: top, size: 5 });
  await start({ act: 'trash', selection: items(gone.id) });
  await start({ act: 'trash', selection: items(top) });
  const selection = items(top);
  const asked = { act: 'purge', selection, conflict: 'skip' } satisfies JobRequest;
  const preview = valueOf(await previewJob(here.services, here.owner.person, asked));
  expect(preview).toMatchObject({ items: 1, below: 2, sizeBytes: 30, isComplete: true });
  const { used_bytes: used } = await here.use();
  const job = valueOf(await start({ act: 'purge', selection }));
  expect(await finish(job.id)).toMatchObject({ state: 'done', done: 1 });
  expect((await here.use()).used_bytes).toBe(used - 30);
});

test('a contributor is told the size of what they made below, and nothing of what others keep there', async () => {
  const inbox = await folder('Inbox');
  const own = await file('own.txt', { parentId: inbox });
  await file('plan.txt', { parentId: await folder('Plans', inbox), size: 300 });
  const { person } = await here.world.addOwner();
  const { db } = here.services;
  const member = { space_id: here.owner.spaceId, user_id: person.id, created_at: here.world.clock.now() };
  await db
    .insertInto('member')
    .values({ ...member, role: 'contributor' })
    .execute();
  await db.updateTable('node').set({ created_by: person.id }).where('id', 'in', [inbox, own.id]).execute();
  for (const act of ['trash', 'purge'] as const) {
    const asked = { act, selection: items(inbox), conflict: 'skip' } satisfies JobRequest;
    const preview = valueOf(await previewJob(here.services, person, asked));
    expect(preview).toMatchObject({ items: 1, below: 1, sizeBytes: 10 });
    if (act === 'trash') valueOf(await start({ act, selection: items(inbox) }));
  }
  const spaceId = SpaceId.parse(here.owner.spaceId);
  expect(valueOf(await getTrashSummary(here.services, person, spaceId)).sizeBytes).toBe(10);
  expect(valueOf(await getTrashSummary(here.services, here.owner.person, spaceId)).sizeBytes).toBe(310);
});

test('items restored by name return into folders that are restored with them', async () => {
  const top = await folder('parent');
  const child = await file('child.txt', { parentId: top });
  await start({ act: 'trash', selection: items(child.id) });
  here.world.clock.advance(1_000);
  await start({ act: 'trash', selection: items(top) });
  const job = valueOf(await start({ act: 'restore', selection: items(child.id, top) }));
  expect(await finish(job.id)).toMatchObject({ state: 'done', done: 2 });
  expect(await treeOf(top)).toEqual({ 'child.txt': 10 });
});

test('everything but some of the trash is deleted permanently, frees quota, and cannot be undone', async () => {
  const top = await fill('purged', 3, 4);
  const kept = await folder('kept');
  await start({ act: 'trash', selection: items(top, kept) });
  const { used_bytes: used } = await here.use();
  const job = valueOf(
    await start({ act: 'purge', selection: { ...inTrash(), except: [NodeId.parse(kept)] } }),
  );
  expect(await finish(job.id)).toMatchObject({ kind: 'purge', state: 'done', failed: 0, mayUndo: false });
  const left = await here.services.db
    .selectFrom('node')
    .select('id')
    .where('space_id', '=', here.owner.spaceId)
    .where('trashed_at', 'is not', null)
    .execute();
  expect(left.map(({ id }) => id)).toEqual([kept]);
  expect((await here.use()).used_bytes).toBe(used - 12);
  await isCounted();
});

test('copies by a selection go through the plan of large copies, and a full space ends them with the reason', async () => {
  const top = await fill('copied', 2, 10);
  const target = await folder('copies');
  const job = valueOf(await start({ act: 'copy', selection: inFolder(top), to: target }));
  expect(await finish(job.id)).toMatchObject({ state: 'done', done: 22, total: 22 });
  expect(await undo(job.id)).toMatchObject({ state: 'undone', kept: 0 });
  expect(await treeOf(target)).toEqual({});
  await here.services.db
    .updateTable('space')
    .set({ quota_bytes: 1 })
    .where('id', '=', here.owner.spaceId)
    .execute();
  const full = valueOf(await start({ act: 'copy', selection: inFolder(top), to: target }));
  expect(await finish(full.id)).toMatchObject({ state: 'failed', code: 'quota_exceeded', done: 0 });
});

test('more than one transaction carries moves to another space in parts, and back', async () => {
  vi.spyOn(LIMITS as Record<string, number>, 'copiedMax', 'get').mockReturnValue(MOVED_MAX);
  const top = await folder('to team');
  await insertMany(here, { parentId: top, folders: 12, filesEach: FILES_EACH });
  const other = await here.world.addOwner();
  const { db, clock } = here.services;
  await db
    .insertInto('member')
    .values({
      space_id: other.spaceId,
      user_id: here.owner.person.id,
      role: 'editor',
      created_at: clock.now(),
    })
    .execute();
  await db.updateTable('space').set({ quota_bytes: 1_000_000 }).where('id', '=', other.spaceId).execute();
  const before = await hash();
  const to = NodeId.parse(other.rootId);
  const parts = valueOf(await start({ act: 'move', selection: inFolder(top), to }));
  expect(await finish(parts.id)).toMatchObject({ state: 'done', done: 12, failed: 0 });
  await isCounted();
  expect(await undo(parts.id)).toMatchObject({ state: 'undone', undone: 12, kept: 0 });
  expect(await hash()).toBe(before);
  const whole = valueOf(await start({ act: 'move', selection: items(top), to }));
  expect(await finish(whole.id)).toMatchObject({ state: 'done', done: 1 });
  expect(await undo(whole.id)).toMatchObject({ state: 'undone', undone: 1, kept: 0 });
  expect(await hash()).toBe(before);
  await isCounted();
}, 120_000);
