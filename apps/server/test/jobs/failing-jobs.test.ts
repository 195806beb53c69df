// docs/decisions/0097-acts-on-selections.md
import { NodeId, type Person, type SpaceRole } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { cancelJob } from '../../src/features/files/jobs/cancel-job.ts';
import { runJobs } from '../../src/features/files/jobs/run-jobs.ts';
import { undoJob } from '../../src/features/files/jobs/undo/undo-job.ts';
import { insertRunningJob } from '../../src/features/files/store/running-jobs.ts';
import { listNodeRows } from '../../src/features/files/store/nodes.ts';
import { errorOf, type Owner, valueOf } from '../../src/live.world.ts';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { copyWorld } from '../copy/copy.world.ts';
import { insertMany } from '../copy/many.world.ts';
import { jobsOf } from './jobs.world.ts';

const here = copyWorld({ quotaBytes: 1_000_000 });
const { file, folder, treeOf } = here;
const { start, read } = jobsOf(() => here);

/** A folder with so many files. */
async function filled(name: string, files: number): Promise<NodeId> {
  const top = await folder(name);
  await insertMany(here, { parentId: top, folders: 1, filesEach: files });
  const inner = await here.services.db
    .selectFrom('node')
    .select('id')
    .where('parent_id', '=', top)
    .executeTakeFirstOrThrow();
  return NodeId.parse(inner.id);
}

const everythingIn = (folderId: NodeId) => ({ of: 'folder', folderId }) as const;

/** A job whose every step throws. */
async function broken(nodeId: string): Promise<string> {
  const id = here.services.newId();
  await inTransaction(here.services.db, async (tx) => {
    await insertRunningJob(tx, {
      id,
      kind: 'rename',
      did: 'renamed',
      actorId: here.owner.person.id,
      spaceIds: [here.owner.spaceId],
      targetId: here.owner.rootId,
      conflict: 'fail',
      total: 1,
      now: here.world.clock.now(),
      nodes: await listNodeRows(tx, [nodeId]),
    });
  });
  return id;
}

async function asMember(role: Exclude<SpaceRole, 'owner'>): Promise<Owner> {
  const owner = await here.world.addOwner();
  const created_at = here.world.clock.now();
  await here.services.db
    .insertInto('member')
    .values({ space_id: here.owner.spaceId, user_id: owner.person.id, role, created_at })
    .execute();
  return owner;
}

test('jobs with failing steps delay no other job, are retried, and fail in the end', async () => {
  const node = await file('broken.txt');
  // More than the server takes up at once.
  const ids: string[] = [];
  for (let count = 0; count < 21; count += 1) ids.push(await broken(node.id));
  const inner = await filled('newer', 2_500);
  const newer = valueOf(await start({ act: 'trash', selection: everythingIn(inner) }));
  // Whichever server it is: the count is kept with the job.
  const run = async () => await runJobs(here.services);
  await run();
  expect(await read(newer.id)).toMatchObject({ state: 'done', done: 2_500 });
  const [first = ''] = ids;
  expect(await read(first)).toMatchObject({ state: 'running', code: null });
  expect(await run()).toBe(0);
  for (const seconds of [5, 20, 80]) {
    here.world.clock.advance(seconds * 1_000);
    expect(await run()).toBe(21);
    expect(await read(first)).toMatchObject({ state: 'running' });
  }
  here.world.clock.advance(320_000);
  await run();
  for (const id of ids) expect(await read(id)).toMatchObject({ state: 'failed', code: 'internal' });
  expect(await run()).toBe(0);
});

test('a failing undo ends as failed, can be stopped before, and can be retried', async () => {
  const inner = await filled('undone', 3);
  const job = valueOf(await start({ act: 'trash', selection: everythingIn(inner) }));
  const { db } = here.services;
  const setDid = async (did: 'purged' | 'trashed') =>
    await db.updateTable('job_item').set({ did }).where('job_id', '=', job.id).execute();
  await setDid('purged');
  const asked = valueOf(await undoJob(here.services, here.owner.person, job.id));
  expect(asked).toMatchObject({ state: 'undoing' });
  const stopped = valueOf(await cancelJob(here.services, here.owner.person, job.id));
  expect(stopped).toMatchObject({ state: 'cancelled', mayUndo: true });
  valueOf(await undoJob(here.services, here.owner.person, job.id));
  for (let count = 0; count < 5; count += 1) {
    await runJobs(here.services);
    here.world.clock.advance(3_600_000);
  }
  expect(await read(job.id)).toMatchObject({ state: 'failed', code: 'internal', mayUndo: true });
  await setDid('trashed');
  const again = valueOf(await undoJob(here.services, here.owner.person, job.id));
  expect(again).toMatchObject({ state: 'undone', undone: 3, kept: 0 });
});

test('an error after the job was saved is answered with the job, which continues in the background', async () => {
  const inner = await filled('answered', 1_200);
  let left = 3;
  const newId = (): string => {
    left -= 1;
    if (left === 0) throw new Error('broken');
    return here.services.newId();
  };
  const selection = everythingIn(inner);
  const services = { ...here.services, newId };
  const job = valueOf(await start({ act: 'trash', selection }, here.owner.person, services));
  expect(job).toMatchObject({ state: 'running', total: 1_200, done: 0 });
  await runJobs(here.services);
  expect(await read(job.id)).toMatchObject({ state: 'done', done: 1_200 });
  expect(await treeOf(inner)).toEqual({});
});

test('the jobs of a disabled person end at once, and their undo as well', async () => {
  const inner = await filled('disabled', 2_500);
  const member = await asMember('editor');
  const { db } = here.services;
  const setStatus = async (status: 'active' | 'disabled') =>
    await db.updateTable('user').set({ status }).where('id', '=', member.person.id).execute();
  const job = valueOf(await start({ act: 'trash', selection: everythingIn(inner) }, member.person));
  await setStatus('disabled');
  await runJobs(here.services);
  const ended = { state: 'failed', code: 'account_disabled', done: 2_000 };
  expect(await read(job.id)).toMatchObject({ ...ended, undone: 0 });
  await setStatus('active');
  const undoer: Person = member.person;
  await db
    .updateTable('job')
    .set({ state: 'undoing', undone_by: undoer.id })
    .where('id', '=', job.id)
    .execute();
  await setStatus('disabled');
  await runJobs(here.services);
  expect(await read(job.id)).toMatchObject({ ...ended, undone: 0 });
});

test('only managers of all spaces of a job, and its creator, may stop it', async () => {
  const inner = await filled('stopped', 2_500);
  const [member, editor, manager] = [
    await asMember('editor'),
    await asMember('editor'),
    await asMember('manager'),
  ];
  const stop = async (by: Owner, jobId: string) => await cancelJob(here.services, by.person, jobId);
  const job = valueOf(await start({ act: 'trash', selection: everythingIn(inner) }, member.person));
  expect(errorOf(await stop(editor, job.id))).toEqual({ code: 'job_not_found' });
  const spaces = [here.owner.spaceId, member.spaceId];
  const { db } = here.services;
  await db.updateTable('job').set({ space_ids: spaces }).where('id', '=', job.id).execute();
  expect(errorOf(await stop(manager, job.id))).toEqual({ code: 'job_not_found' });
  await db
    .updateTable('job')
    .set({ space_ids: [here.owner.spaceId] })
    .where('id', '=', job.id)
    .execute();
  expect(valueOf(await stop(manager, job.id))).toMatchObject({ state: 'cancelled', done: 2_000 });
  const nothing = { of: 'items' as const, ids: [NodeId.parse(here.services.newId())] };
  const none = valueOf(await start({ act: 'trash', selection: nothing }, member.person));
  expect(errorOf(await stop(manager, none.id))).toEqual({ code: 'job_not_found' });
});
