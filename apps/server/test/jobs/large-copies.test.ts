// docs/decisions/0075-jobs-that-undo.md
import { LIMITS, NodeId, SpaceId, VersionId } from '@coffer/contracts';
import { defined } from '@coffer/kit';
import { sized } from '@coffer/testing/campaign';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { cancelJob } from '../../src/features/files/jobs/cancel-job.ts';
import { copyStep } from '../../src/features/files/jobs/copying/copy-step.ts';
import { startPlacing } from '../../src/features/files/jobs/start-placing.ts';
import { getJob } from '../../src/features/files/jobs/read-jobs.ts';
import { runJobs } from '../../src/features/files/jobs/run-jobs.ts';
import { undoJob } from '../../src/features/files/jobs/undo/undo-job.ts';
import { findNodes } from '../../src/features/files/node-access.ts';
import { restoreVersion } from '../../src/features/files/restore-version.ts';
import { findJob } from '../../src/features/files/store/jobs.ts';
import { createTag } from '../../src/features/files/tags/change-tags.ts';
import { tagItems } from '../../src/features/files/tags/tag-items.ts';
import { trashNodes } from '../../src/features/files/trash/trash-nodes.ts';
import { deleteVersion } from '../../src/features/files/versions/delete-version.ts';
import { uploaded } from '../../src/live-upload.contract.ts';
import { valueOf } from '../../src/live.world.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { contentsOf, copyWorld } from '../copy/copy.world.ts';
import { insertMany } from '../copy/many.world.ts';
import { runToEnd } from './jobs.world.ts';

const here = copyWorld({ quotaBytes: 1_000_000 });
const { copy, folder } = here;

const services = () => ({ ...here.services, log: here.world.services.log });
const job = async (jobId: string | undefined) =>
  valueOf(await getJob(services(), here.owner.person, jobId ?? ''));
const undo = async (jobId: string | undefined) =>
  valueOf(await undoJob(services(), here.owner.person, jobId ?? ''));

const rowOf = async (id: string) => defined(await findJob(here.services.db, id), 'it was begun');
const endOf = async (id = '') => (await rowOf(id)).finished_at?.getTime() ?? 0;

const nodeOf = async (id: string) =>
  await here.services.db.selectFrom('node').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Every living item, by its path. */
async function paths(): Promise<readonly string[]> {
  const rows = await here.services.db
    .selectFrom('node')
    .select(['id', 'parent_id', 'name', 'size_bytes', 'trashed_at'])
    .where('space_id', '=', here.owner.spaceId)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pathOf = (id: string): string | undefined => {
    const row = byId.get(id);
    if (row === undefined || row.trashed_at !== null) return undefined;
    if (row.parent_id === null) return '';
    const above = pathOf(row.parent_id);
    return above === undefined ? undefined : `${above}/${row.name}`;
  };
  return rows.flatMap(({ id }) => pathOf(id) ?? []).toSorted();
}

async function isCounted(): Promise<void> {
  await here.figuresFor(here.owner);
  const { kept, counted } = await contentsOf(here, here.owner.spaceId);
  expect(kept).toBe(counted);
}

/** Copies the folder as one that is too large for one call. */
async function start(
  of: string | readonly string[],
  targetId: string,
  conflict: 'fail' | 'rename' = 'rename',
): Promise<string> {
  const ids = [of].flat();
  return await inTransaction(here.services.db, async (tx) => {
    const now = here.world.clock.now();
    const actor = here.owner.person;
    const found = await findNodes(tx, { actor, now }, [...ids, targetId]);
    const target = found.get(targetId);
    if (target === undefined) throw new Error('it is there');
    const { newId } = here.services;
    return await startPlacing(tx, {
      kind: 'copy',
      actorId: actor.id,
      target,
      conflict,
      accesses: ids.flatMap((id) => found.get(id) ?? []),
      items: ids.length,
      now,
      newId,
    });
  });
}

test('more items than one call copies go on by themselves, are counted first, and are undone as a whole', async () => {
  const top = await folder('top');
  await insertMany(here, { parentId: top, folders: 11, filesEach: 920 });
  const target = await folder('target');
  const before = await paths();
  const answer = valueOf(await copy([top], target));
  expect(answer).toMatchObject({ items: [], isUnfinished: true });
  expect(await job(answer.jobId)).toMatchObject({ state: 'running', done: 0, total: 12 + 11 * 920 });
  await runJobs(services());
  const items = 12 + 11 * 920;
  expect(items).toBeGreaterThan(LIMITS.copiedMax);
  expect(await job(answer.jobId)).toMatchObject({
    state: 'done',
    done: items,
    total: items,
    sizeBytes: 11 * 920,
  });
  const original = before.filter((path) => path.startsWith('/top'));
  const copied = (await paths()).filter((path) => path.startsWith('/target/top'));
  expect(copied).toEqual(original.map((path) => `/target${path}`));
  await isCounted();
  expect(await undo(answer.jobId)).toMatchObject({ state: 'undone', mayUndo: false });
  expect(await paths()).toEqual(before);
  await isCounted();
}, 240_000);

test('a copy that goes on by itself has the tags of what it copies', async () => {
  const { person, spaceId } = here.owner;
  const top = await folder('tagged');
  await insertMany(here, { parentId: top, folders: 1, filesEach: 2 });
  const wanted = { spaceId: SpaceId.parse(spaceId), name: 'Paid', color: 'green' } as const;
  const { id: tagId } = valueOf(await createTag(services(), person, wanted));
  const selection = { of: 'items' as const, ids: [NodeId.parse(top)] };
  valueOf(await tagItems(services(), person, { tagId, selection, isOn: true }));
  const jobId = await start(top, await folder('there'));
  await runToEnd({ ...here, services: services() }, async () => (await job(jobId)).state !== 'running');
  const tagged = await here.services.db
    .selectFrom('node_tag')
    .innerJoin('node', 'node.id', 'node_tag.node_id')
    .select('node.name')
    .where('tag_id', '=', tagId)
    .execute();
  expect(tagged.map(({ name }) => name)).toEqual(['tagged', 'tagged']);
});

test(
  'killed at any point a copy resumes, and undone at any point it restores the state before',
  async () => {
    const top = await folder('top');
    await insertMany(here, { parentId: top, folders: 3, filesEach: 700 });
    const target = await folder('target');
    const before = await paths();
    const rounds = sized({ gate: 1, campaign: 100 });
    for (let round = 0; round < rounds; round += 1) {
      const jobId = await start(top, target);
      const killedAfter = 1 + ((round * 997) % 4_200);
      await killedAt(killedAfter);
      const isStopped = round % 3 === 1;
      if (isStopped) await cancelJob(services(), here.owner.person, jobId);
      else
        await runToEnd({ ...here, services: services() }, async () => (await job(jobId)).state !== 'running');
      const whole = { state: 'done', done: 2_104, failed: 0 };
      expect(await job(jobId)).toMatchObject(isStopped ? { failed: 0 } : whole);
      const added = (await paths()).length - before.length;
      expect(isStopped || added === whole.done).toBe(true);
      await isCounted();
      await undo(jobId);
      await killedAt(1 + (round % 3));
      await runToEnd({ ...here, services: services() }, async () => (await job(jobId)).state !== 'undoing');
      expect([round, await paths()]).toEqual([round, before]);
      await isCounted();
    }
  },
  sized({ gate: 240_000, campaign: 3_600_000 }),
);

/** Lets each list of items take half a minute, until the test ends. */
async function slowListing(): Promise<void> {
  const { db } = here.services;
  await sql`create function slow_listing() returns trigger language plpgsql as
    'begin perform pg_sleep(30); return null; end'`.execute(db);
  await sql`create trigger slow_listing before insert on copy_plan for each statement
    execute function slow_listing()`.execute(db);
  onTestFinished(async () => void (await sql`drop function slow_listing cascade`.execute(db)));
}

const isListing = async (): Promise<boolean> => {
  const query = sql`select from pg_stat_activity where query like '%insert into copy_plan%'
    and wait_event = 'PgSleep' and datname = current_database()`;
  return (await query.execute(here.services.db)).rows.length > 0;
};

test('a copy that is still being counted stops at once', async () => {
  const jobId = await start(await folder('top'), await folder('target'));
  await slowListing();
  const step = copyStep(services(), await rowOf(jobId));
  await expect.poll(isListing).toBe(true);
  await copyStep(services(), await rowOf(jobId));
  const startedAt = performance.now();
  expect(valueOf(await cancelJob(services(), here.owner.person, jobId))).toMatchObject({
    state: 'cancelled',
  });
  await step;
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(await job(jobId)).toMatchObject({ state: 'cancelled', done: 0 });
});

/** The server dies when it makes its `count`-th id, in the middle of a transaction. */
async function killedAt(count: number): Promise<void> {
  let left = count;
  const newId = (): string => {
    left -= 1;
    if (left === 0) throw new Error('killed');
    return here.services.newId();
  };
  await Promise.allSettled([runJobs({ ...services(), newId })]);
  // A step that throws is tried again a little later.
  here.world.clock.advance(5_000);
}

test('a large copy over quota fails at the start, with a reason', async () => {
  const top = await folder('top');
  await insertMany(here, { parentId: top, folders: 1, filesEach: 50 });
  await here.services.db
    .updateTable('space')
    .set({ quota_bytes: 60 })
    .where('id', '=', here.owner.spaceId)
    .execute();
  const jobId = await start(top, await folder('target'));
  await runJobs(services());
  expect(await job(jobId)).toMatchObject({
    state: 'failed',
    code: 'quota_exceeded',
    done: 0,
    mayUndo: false,
  });
  await isCounted();
});

test('a large copy needs no room for what is skipped', async () => {
  const top = await folder('top');
  await here.file('large', { parentId: top, size: 700_000 });
  await here.file('small', { parentId: top });
  const target = await folder('target');
  await here.file('large', { parentId: target, size: 10 });
  const found = await here.listed(top);
  const jobId = await start(
    found.map(({ id }) => id),
    target,
    'fail',
  );
  await runJobs(services());
  expect(await job(jobId)).toMatchObject({ state: 'done', done: 1, failed: 1 });
  expect(await paths()).toContain('/target/small');
  await isCounted();
});

test('a copy reads nothing of an item that was trashed since, and counts it as failed', async () => {
  const [early, late] = [await folder('early'), await folder('late')];
  await insertMany(here, { parentId: early, folders: 1, filesEach: 3 });
  await insertMany(here, { parentId: late, folders: 1, filesEach: 3 });
  const target = await folder('target');
  const lost = await start(early, target);
  await here.trash(early);
  await copyStep(services(), await rowOf(lost));
  expect(await job(lost)).toMatchObject({ total: 1, failed: 1, done: 0 });
  const listed = await start(late, target);
  await copyStep(services(), await rowOf(listed));
  await here.trash(late);
  await runJobs(services());
  expect(await job(lost)).toMatchObject({ state: 'done', total: 1, failed: 1, done: 0 });
  expect(await job(listed)).toMatchObject({ state: 'done', total: 5, failed: 5, done: 0 });
  expect((await paths()).filter((path) => path.startsWith('/target/'))).toEqual([]);
});

test('a file that was saved since the list is copied as it is now, with content that fits its size', async () => {
  const { person } = here.owner;
  const top = await folder('top');
  const names = ['saved', 'pruned'] as const;
  const saved = await here.file('saved', { parentId: top });
  const pruned = await here.file('pruned', { parentId: top });
  const jobId = await start(top, await folder('target'));
  await copyStep(services(), await rowOf(jobId));
  for (const name of names) {
    const bytes = Buffer.alloc(25, 'new');
    const mediaType = 'text/markdown';
    await uploaded(here.services, here.owner, { name, bytes, mediaType, parentId: top, conflict: 'replace' });
  }
  // Its object stays for the restored version, while the version that was noted goes.
  const of = { nodeId: pruned.id, versionId: VersionId.parse(pruned.versionId) };
  const { revision } = await nodeOf(pruned.id);
  valueOf(await restoreVersion(here.services, person, { ...of, revision }));
  valueOf(await deleteVersion(here.services, person, of));
  await runToEnd({ ...here, services: services() }, async () => (await job(jobId)).state !== 'running');
  expect(await job(jobId)).toMatchObject({ state: 'done', done: 3, failed: 0 });
  const files = await here.services.db
    .selectFrom('node')
    .leftJoin('version', 'version.id', 'node.current_version_id')
    .select(['node.name', 'node.size_bytes', 'node.media_type', 'version.size_bytes as bytes'])
    .select('version.media_type as type')
    .where('node.name', 'in', names)
    .where('node.id', 'not in', [saved.id, pruned.id])
    .orderBy('node.name')
    .execute();
  expect(files.map(({ name, bytes }) => [name, bytes])).toEqual([
    ['pruned', 10],
    ['saved', 25],
  ]);
  for (const file of files) expect([file.size_bytes, file.media_type]).toEqual([file.bytes, file.type]);
  await isCounted();
});

test('the undo of a large copy leaves a copied file that was edited since', async () => {
  const { id } = await here.file('plan');
  const target = await folder('target');
  const jobId = await start(id, target);
  await runToEnd({ ...here, services: services() }, async () => (await job(jobId)).state !== 'running');
  const edited = {
    name: 'plan',
    bytes: Buffer.alloc(12, 'x'),
    parentId: target,
    conflict: 'replace',
  } as const;
  await uploaded(here.services, here.owner, edited);
  await undo(jobId);
  await runJobs(services());
  expect(await job(jobId)).toMatchObject({ state: 'undone', undone: 0, kept: 1 });
  expect(await paths()).toContain('/target/plan');
});

test('more jobs than are taken at once let a newer one take its turn', async () => {
  const top = await folder('top');
  await insertMany(here, { parentId: top, folders: 1, filesEach: 2 });
  const target = await folder('target');
  const ids: string[] = [];
  for (let count = 0; count < 20; count += 1) ids.push(await start(top, target));
  const gone = await folder('gone');
  const newest = await start(gone, target);
  await here.trash(gone);
  const { clock } = here.world;
  const now = (): Date => {
    clock.advance(1);
    return clock.now();
  };
  await runJobs({ ...services(), clock: { now } });
  expect(await endOf(newest)).toBeLessThan(await endOf(ids[0]));
});

test(
  'many items are trashed in batches and restored as one job',
  async () => {
    const count = sized({ gate: 2_000, campaign: 100_000 });
    const top = await folder('top');
    await insertMany(here, { parentId: top, folders: 1, filesEach: count });
    const rows = await here.services.db
      .selectFrom('node')
      .select('id')
      .where('space_id', '=', here.owner.spaceId)
      .where('kind', '=', 'file')
      .execute();
    const before = await paths();
    const ids = rows.map(({ id }) => NodeId.parse(id));
    let jobId: string | undefined;
    for (let at = 0; at < ids.length; at += LIMITS.batchMax) {
      const batch = ids.slice(at, at + LIMITS.batchMax);
      ({ jobId } = await trashNodes({ ...here.services, joins: jobId }, here.owner.person, batch));
    }
    await undo(jobId);
    await runJobs(services());
    expect(await job(jobId)).toMatchObject({ state: 'undone', undone: count, kept: 0 });
    expect(await paths()).toEqual(before);
    await isCounted();
  },
  sized({ gate: 120_000, campaign: 600_000 }),
);
