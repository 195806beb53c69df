// docs/decisions/0076-moves-between-spaces.md
import { ActivityQuery, LIMITS, type MoveRequest, NodeId, type Person, VersionId } from '@coffer/contracts';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addStar, listStars } from '../../src/features/files/find/stars.ts';
import { undoJob } from '../../src/features/files/jobs/undo/undo-job.ts';
import { listActivity } from '../../src/features/files/details/list-activity.ts';
import { listVersions } from '../../src/features/files/list-versions.ts';
import { moveNodes } from '../../src/features/files/move/move-nodes.ts';
import { restoreVersion } from '../../src/features/files/restore-version.ts';
import { uploaded } from '../../src/live-upload.contract.ts';
import { errorOf, type Owner, valueOf } from '../../src/live.world.ts';
import { contentsOf, copyWorld } from '../copy/copy.world.ts';
import { insertMany } from '../copy/many.world.ts';
import { jobsOf, treeHash } from '../jobs/jobs.world.ts';

const here = copyWorld({ quotaBytes: 100_000 });
const { figuresFor, file, folder, treeOf } = here;
const jobs = jobsOf(() => here);

interface MoveOptions {
  readonly by?: Person;
  readonly conflict?: MoveRequest['conflict'];
}

const move = async (ids: readonly string[], parentId: string, { by, conflict = 'fail' }: MoveOptions = {}) =>
  await moveNodes(here.services, by ?? here.owner.person, {
    ids: ids.map((id) => NodeId.parse(id)),
    parentId: NodeId.parse(parentId),
    conflict,
  });
const undo = async (jobId: string | undefined, by: Person = here.owner.person) =>
  valueOf(await undoJob(here.services, by, jobId ?? ''));

/** Another space in which the owner is a member. */
async function otherSpace(role: 'viewer' | 'contributor' | 'editor' = 'editor'): Promise<Owner> {
  const other = await here.world.addOwner({ quotaBytes: 100_000 });
  const key = { space_id: other.spaceId, user_id: here.owner.person.id };
  await here.services.db
    .insertInto('member')
    .values({ ...key, role, created_at: here.world.clock.now() })
    .execute();
  return other;
}

/** Refuses to move objects and nodes in statements that are cancelled after the usual time. */
async function guardTime(): Promise<void> {
  const { db } = here.services;
  await sql`
    create function has_time() returns trigger language plpgsql as $$ begin
      assert current_setting('statement_timeout') = '5min'; return null;
    end $$`.execute(db);
  for (const table of ['blob', 'node']) {
    await sql`create trigger has_time before update of space_id on ${sql.table(table)} execute function has_time()`.execute(
      db,
    );
  }
}

async function isCounted(...owners: readonly Owner[]): Promise<void> {
  for (const owner of owners) {
    await figuresFor(owner);
    const { kept, counted } = await contentsOf(here, owner.spaceId);
    expect(kept).toBe(counted);
  }
}

test('a folder moves to another space with all that belongs to it, and counts there', async () => {
  const other = await otherSpace();
  const top = await folder('top');
  const deep = await folder('deep', top);
  const plan = await file('plan.txt', { parentId: deep, size: 300 });
  const gone = await file('gone.txt', { parentId: top, size: 20 });
  await here.trash(gone.id);
  valueOf(await addStar(here.services, here.owner.person, plan.id));
  const [item] = valueOf(await move([top], other.rootId)).items;
  expect(item).toMatchObject({ ok: true, id: top, node: { spaceId: other.spaceId, parentId: other.rootId } });
  expect(await treeOf(other.rootId)).toEqual({ top: { deep: { 'plan.txt': 300 } } });
  expect(await treeOf(here.owner.rootId)).toEqual({});
  expect(await here.download(plan.id)).toEqual(Buffer.alloc(300, 'plan.txt'));
  expect(
    valueOf(await listVersions(here.services, here.owner.person, { nodeId: plan.id })).items,
  ).toHaveLength(1);
  expect((await listStars(here.services, here.owner.person)).ids).toEqual([plan.id]);
  expect(await figuresFor(other)).toMatchObject({ used: 320 });
  expect(await figuresFor(here.owner)).toMatchObject({ used: 0 });
  await isCounted(here.owner, other);
});

test('undo restores it, with versions and counts, and both spaces show both actions', async () => {
  const other = await otherSpace();
  const top = await folder('top');
  const plan = await file('plan.txt', { parentId: top, size: 300 });
  const { jobId } = valueOf(await move([top], other.rootId));
  expect(await undo(jobId)).toMatchObject({ state: 'undone', undone: 1, kept: 0 });
  expect(await treeOf(here.owner.rootId)).toEqual({ top: { 'plan.txt': 300 } });
  expect(await treeOf(other.rootId)).toEqual({});
  expect(await here.download(plan.id)).toEqual(Buffer.alloc(300, 'plan.txt'));
  expect(await figuresFor(here.owner)).toMatchObject({ used: 300 });
  await isCounted(here.owner, other);
  for (const { rootId } of [here.owner, other]) {
    const query = ActivityQuery.parse({});
    const page = valueOf(
      await listActivity(here.services, here.owner.person, { nodeId: NodeId.parse(rootId), query }),
    );
    expect(page.items.filter(({ action }) => action.kind === 'moved')).toHaveLength(2);
  }
});

test('name conflicts get a number or replace there, and replaced items are restored by undo', async () => {
  const other = await otherSpace();
  await file('plan.txt', { owner: other, size: 5 });
  const plan = await file('plan.txt', { size: 300 });
  expect(valueOf(await move([plan.id], other.rootId)).items).toMatchObject([
    { ok: false, code: 'name_taken' },
  ]);
  const numbered = valueOf(await move([plan.id], other.rootId, { conflict: 'rename' }));
  expect(await treeOf(other.rootId)).toEqual({ 'plan (2).txt': 300, 'plan.txt': 5 });
  await undo(numbered.jobId);
  expect(await treeOf(here.owner.rootId)).toEqual({ 'plan.txt': 300 });
  const replaced = valueOf(await move([plan.id], other.rootId, { conflict: 'replace' }));
  expect(await treeOf(other.rootId)).toEqual({ 'plan.txt': 300 });
  await undo(replaced.jobId);
  expect([await treeOf(here.owner.rootId), await treeOf(other.rootId)]).toEqual([
    { 'plan.txt': 300 },
    { 'plan.txt': 5 },
  ]);
  await isCounted(here.owner, other);
});

test('a selection of a folder and its children keeps its structure', async () => {
  const other = await otherSpace();
  const top = await folder('top');
  const inner = await file('a.txt', { parentId: top });
  const loose = await file('a.txt');
  valueOf(await move([inner.id, top, loose.id], other.rootId, { conflict: 'rename' }));
  expect(await treeOf(other.rootId)).toEqual({ 'a.txt': 10, top: { 'a.txt': 10 } });
  await isCounted(here.owner, other);
});

test("the other space's quota is checked before anything moves, and a large move becomes a job", async () => {
  const other = await otherSpace();
  const big = await file('big', { size: 60_000 });
  await file('there', { owner: other, size: 60_000 });
  expect(errorOf(await move([big.id], other.rootId))).toMatchObject({ code: 'quota_exceeded' });
  const many = await folder('many');
  await insertMany(here, { parentId: many, folders: 1, filesEach: LIMITS.copiedMax });
  await folder('named', other.rootId);
  const named = await folder('named');
  const before = await treeHash(here.services, here.owner.spaceId);
  const unknown = here.services.newId();
  const inside = (await here.listed(many))[0]?.id ?? '';
  const begun = valueOf(await move([many, inside, named, unknown], other.rootId));
  expect(begun).toMatchObject({
    isUnfinished: true,
    items: [
      { ok: false, id: unknown, code: 'node_not_found' },
      { ok: false, id: named, code: 'name_taken', existing: { name: 'named' } },
    ],
  });
  await guardTime();
  const job = await jobs.finish(begun.jobId ?? '');
  expect(job).toMatchObject({ kind: 'move', state: 'done', total: 1, done: 1, failed: 0 });
  expect(Object.keys(await treeOf(other.rootId))).toEqual(['many', 'named', 'there']);
  await isCounted(here.owner, other);
  expect(await jobs.undo(job.id)).toMatchObject({ state: 'undone', undone: 1, kept: 0 });
  await sql`drop function has_time cascade`.execute(here.services.db);
  expect(await treeHash(here.services, here.owner.spaceId)).toBe(before);
  await isCounted(here.owner, other);
});

test('items of several spaces share the room, and those that keep their places need none', async () => {
  const [source, target] = [await otherSpace(), await otherSpace()];
  const mine = await file('mine', { size: 60_000 });
  const theirs = await file('theirs', { owner: source, size: 60_000 });
  expect(errorOf(await move([mine.id, theirs.id], target.rootId))).toMatchObject({ code: 'quota_exceeded' });
  await file('mine', { owner: target, size: 60_000 });
  const small = await file('small');
  expect(valueOf(await move([mine.id, small.id], target.rootId)).items).toMatchObject([
    { ok: false, code: 'name_taken' },
    { ok: true },
  ]);
  await isCounted(here.owner, source, target);
});

test('a restored version of a file that moved to another space since is not undone', async () => {
  const other = await otherSpace();
  const { id, versionId } = await file('plan.txt');
  const bytes = Buffer.alloc(20);
  await uploaded(here.services, here.owner, { name: 'plan.txt', bytes, conflict: 'replace' });
  const restoring = { nodeId: id, versionId: VersionId.parse(versionId), revision: 2 };
  const { jobId } = valueOf(await restoreVersion(here.services, here.owner.person, restoring));
  valueOf(await move([id], other.rootId));
  expect(await undo(jobId)).toMatchObject({ undone: 0, kept: 1, refused: [{ code: 'changed_since' }] });
});

test('people without the right to change an item in its space cannot move it to another', async () => {
  const viewed = await otherSpace('viewer');
  const theirs = await file('theirs.txt', { owner: viewed });
  const refused = async (id: string) => valueOf(await move([id], here.owner.rootId)).items;
  expect(await refused(theirs.id)).toMatchObject([{ ok: false, code: 'not_allowed' }]);
  expect(errorOf(await move([(await file('own.txt')).id], viewed.rootId))).toMatchObject({
    code: 'not_allowed',
  });
  const foreign = await here.world.addOwner({ quotaBytes: 100_000 });
  const unseen = await file('unseen.txt', { owner: foreign });
  expect(await refused(unseen.id)).toMatchObject([{ ok: false, code: 'node_not_found' }]);
  expect(errorOf(await move([(await file('mine.txt')).id], foreign.rootId))).toEqual({
    code: 'node_not_found',
  });
  const contributed = await otherSpace('contributor');
  const shelf = await file('shelf.txt', { owner: contributed });
  expect(await refused(shelf.id)).toMatchObject([{ ok: false, code: 'node_not_found' }]);
});

test('people who contribute and view take no folder with files of others to another space', async () => {
  const other = await otherSpace('contributor');
  const { db, newId } = here.services;
  const now = here.world.clock.now();
  const groupId = newId();
  await db
    .insertInto('group')
    .values({ id: groupId, name: groupId, source: 'local', created_at: now, updated_at: now })
    .execute();
  const member = { group_id: groupId, user_id: here.owner.person.id, created_at: now };
  await db.insertInto('group_member').values(member).execute();
  await db
    .insertInto('space_group')
    .values({ group_id: groupId, space_id: other.spaceId, role: 'viewer', created_at: now })
    .execute();
  const own = await folder('own', other.rootId);
  await file('theirs.txt', { owner: other, parentId: own });
  const ownFile = await file('mine.txt', { parentId: other.rootId });
  expect(valueOf(await move([own, ownFile.id], here.owner.rootId)).items).toMatchObject([
    { ok: false, code: 'not_allowed' },
    { ok: true },
  ]);
  expect(await treeOf(other.rootId)).toEqual({ own: { 'theirs.txt': 10 } });
});

test('concurrent moves in opposite directions neither lose nor duplicate', async () => {
  const other = await otherSpace();
  const mine = await Promise.all(['a', 'b', 'c'].map(async (name) => await file(name)));
  const theirs = await Promise.all(['d', 'e', 'f'].map(async (name) => await file(name, { owner: other })));
  const moves = Array.from({ length: 6 }, async (_, round) => {
    for (const [index, { id }] of [...mine, ...theirs].entries()) {
      const target = (index + round) % 2 === 0 ? other.rootId : here.owner.rootId;
      await move([id], target, { conflict: 'rename' });
    }
  });
  await Promise.all(moves);
  const names = [...Object.keys(await treeOf(other.rootId)), ...Object.keys(await treeOf(here.owner.rootId))];
  expect(names.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  await isCounted(here.owner, other);
});

test('an open list of a moved folder still knows which revision is newer', async () => {
  const other = await otherSpace();
  const top = await folder('top');
  await file('a.txt', { parentId: top });
  const revision = async (): Promise<number> => {
    const row = await sql<{ revision: number }>`
      select revision from folder_content where folder_id = ${top}`.execute(here.services.db);
    return row.rows[0]?.revision ?? 0;
  };
  const before = await revision();
  valueOf(await move([top], other.rootId));
  expect(await revision()).toBeGreaterThan(before);
});
