// docs/decisions/0138-jobs-of-everybody.md
import { NodeId, type Person } from '@coffer/contracts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { cancelAdminJob, retryAdminJob } from '../../src/features/admin-jobs/administer-job.ts';
import { listAdminJobs } from '../../src/features/admin-jobs/list-admin-jobs.ts';
import { presentTask } from '../../src/features/admin-jobs/present-task.ts';
import { retryQueue } from '../../src/features/admin-jobs/retry-queue.ts';
import { createRounds } from '../../src/features/admin-jobs/rounds.ts';
import { runJobs } from '../../src/features/files/jobs/run-jobs.ts';
import { renameNode } from '../../src/features/files/rename-node.ts';
import { undoJob } from '../../src/features/files/jobs/undo/undo-job.ts';
import { runStorageJobs } from '../../src/features/storage/run-jobs.ts';
import { startSurvey } from '../../src/features/storage/storage-jobs.ts';
import { errorOf, valueOf } from '../../src/live.world.ts';
import { copyWorld } from '../copy/copy.world.ts';
import { insertMany } from '../copy/many.world.ts';
import { jobsOf } from './jobs.world.ts';

const here = copyWorld({ quotaBytes: 1_000_000 });
const { folder, treeOf } = here;
const { start, read } = jobsOf(() => here);

const as = (role: Person['role']): Person => ({ ...here.owner.person, role });
const config = { mail: undefined, converter: undefined, searchesContents: true };
const TASK = { name: 'versions', everyMs: HOUR_MS } as const;

const jobs = async (by = as('administrator')) => {
  const rounds = createRounds(here.services);
  return valueOf(await listAdminJobs({ ...here.services, config, tasks: [TASK], rounds }, by));
};
const retry = async (jobId: string, by = as('administrator')) =>
  await retryAdminJob(here.services, by, jobId);

const setQuota = async (quotaBytes: number) =>
  await here.services.db
    .updateTable('space')
    .set({ quota_bytes: quotaBytes })
    .where('id', '=', here.owner.spaceId)
    .execute();

const acts = async () => {
  const rows = await here.services.db
    .selectFrom('audit')
    .select(['action', 'facts'])
    .orderBy('sequence')
    .execute();
  return rows.map(({ action, facts }) => [action, facts]);
};

test('a copy that met a full space is continued where it was, without names of files', async () => {
  const top = await folder('secret plans');
  await insertMany(here, { parentId: top, folders: 2, filesEach: 1_500 });
  const target = await folder('target');
  const selection = { of: 'items' as const, ids: [top] };
  // The answer comes after two steps: the list of the items, and the first thousand.
  const job = valueOf(await start({ act: 'copy', selection, to: target }));
  expect(job).toMatchObject({ state: 'running', done: 1_000, total: 3_003 });
  const [open] = (await jobs()).open.items;
  expect(open).toMatchObject({
    kind: 'copy',
    state: 'running',
    done: 1_000,
    mayCancel: true,
    mayRetry: false,
  });
  expect(open?.spaces).toMatchObject([{ kind: 'personal', ownerName: here.owner.person.name }]);
  await setQuota(10);
  await runJobs(here.services);
  const { failed, open: none } = await jobs();
  expect(none.total).toBe(0);
  expect(failed).toMatchObject({ total: 1, items: [{ code: 'quota_exceeded', mayRetry: true }] });
  expect(JSON.stringify(await jobs())).not.toContain('secret plans');
  expect((await jobs(as('auditor'))).failed.items[0]).toMatchObject({ mayRetry: false, mayCancel: false });

  await setQuota(1_000_000);
  valueOf(await retry(job.id));
  expect(errorOf(await retry(job.id))).toEqual({ code: 'job_conflict' });
  here.world.clock.advance(2 * SECOND_MS);
  await runJobs(here.services);
  expect(await read(job.id)).toMatchObject({ state: 'done', done: 3_003, failed: 0 });
  expect(await treeOf(target)).toEqual({ 'secret plans': await treeOf(top) });
  expect((await jobs()).finished).toMatchObject({ total: 1, items: [{ id: job.id, done: 3_003 }] });
  expect(await acts()).toEqual([['job_retried', { kind: 'copy' }]]);
});

test('a copy that never began lists its items anew, and an undo that failed is undone again', async () => {
  const top = await folder('again');
  await insertMany(here, { parentId: top, folders: 1, filesEach: 10 });
  const target = await folder('others');
  await setQuota(10);
  const job = valueOf(await start({ act: 'copy', selection: { of: 'items', ids: [top] }, to: target }));
  expect(job).toMatchObject({ state: 'failed', done: 0 });
  await setQuota(1_000_000);
  await folder('late', top);
  valueOf(await retry(job.id));
  await runJobs(here.services);
  expect(await read(job.id)).toMatchObject({ state: 'done', done: 13 });
  const { db } = here.services;
  const setActor = async (status: 'active' | 'disabled') =>
    await db.updateTable('user').set({ status }).where('id', '=', here.owner.person.id).execute();
  await db
    .updateTable('job')
    .set({ state: 'undoing', undone_by: here.owner.person.id, position: 1_000_000 })
    .where('id', '=', job.id)
    .execute();
  await setActor('disabled');
  await runJobs(here.services);
  await setActor('active');
  expect((await jobs()).failed.items.find(({ id }) => id === job.id)).toMatchObject({
    code: 'account_disabled',
    mayRetry: true,
  });
  valueOf(await retry(job.id));
  await runJobs(here.services);
  expect(await read(job.id)).toMatchObject({ state: 'undone', kept: 0 });
  expect(await treeOf(target)).toEqual({});
});

test('a step that waits for its next try is tried at once, and a job is stopped, both once', async () => {
  const inner = await folder('waits');
  await insertMany(here, { parentId: inner, folders: 1, filesEach: 2_500 });
  const ids = await here.services.db.selectFrom('node').select('id').where('parent_id', '=', inner).execute();
  const selection = { of: 'folder' as const, folderId: NodeId.parse(ids[0]?.id) };
  const job = valueOf(await start({ act: 'trash', selection }));
  const retryAt = new Date(here.world.clock.now().getTime() + 5 * MINUTE_MS);
  await here.services.db
    .updateTable('job')
    .set({ tries: 3, retry_at: retryAt })
    .where('id', '=', job.id)
    .execute();
  expect((await jobs()).open.items).toMatchObject([
    { state: 'waiting', tries: 3, retryAt: retryAt.toISOString(), mayRetry: true },
  ]);
  valueOf(await retry(job.id));
  expect((await jobs()).open.items).toMatchObject([{ state: 'running', tries: 0, retryAt: null }]);
  const stop = async (by: Person) => await cancelAdminJob(here.services, by, job.id);
  expect(errorOf(await stop(as('auditor'))).code).toBe('not_allowed');
  valueOf(await stop(as('administrator')));
  expect(errorOf(await stop(as('administrator'))).code).toBe('job_conflict');
  expect(errorOf(await retry(job.id)).code).toBe('job_conflict');
  valueOf(await undoJob(here.services, here.owner.person, job.id));
  await runJobs(here.services);
});

test('a small act that failed is not retried, but its undo is', async () => {
  const { db } = here.services;
  const { id, revision } = await here.file('a.txt');
  const wanted = { nodeId: id, name: 'b.txt', revision };
  const renamed = valueOf(await renameNode(here.services, here.owner.person, wanted));
  const jobId = renamed.jobId ?? '';
  const setFailed = async (undoneBy: string | null) => {
    const failed = { state: 'failed', code: 'internal', undone_by: undoneBy } as const;
    await db.updateTable('job').set(failed).where('id', '=', jobId).execute();
    return (await jobs()).failed.items.find((job) => job.id === jobId)?.mayRetry;
  };
  expect(await setFailed(null)).toBe(false);
  expect(errorOf(await retry(jobId)).code).toBe('job_conflict');
  expect(await setFailed(here.owner.person.id)).toBe(true);
  valueOf(await retry(jobId));
  await runJobs(here.services);
  expect(await read(jobId)).toMatchObject({ state: 'undone', undone: 1 });
  expect(Object.keys(await treeOf(here.owner.rootId))).toContain('a.txt');
});

test('members see nothing, auditors act on nothing, and what is not there is told so', async () => {
  const rounds = createRounds(here.services);
  const asked = { ...here.services, config, tasks: [TASK], rounds };
  const refused = errorOf(await listAdminJobs(asked, as('member')));
  expect(refused).toEqual({ code: 'not_allowed', facts: { needed_role: 'auditor' } });
  const unknown = here.services.newId();
  for (const by of [as('member'), as('auditor')]) {
    expect(errorOf(await retry(unknown, by)).code).toBe('not_allowed');
    expect(errorOf(await retryQueue(here.services, by, 'mail')).code).toBe('not_allowed');
  }
  expect(errorOf(await retry(unknown))).toEqual({ code: 'job_not_found' });
  expect(errorOf(await cancelAdminJob(here.services, as('administrator'), unknown)).code).toBe(
    'job_not_found',
  );
});

const listObjects = async () =>
  await Promise.resolve({ ok: false as const, error: { code: 'store_unavailable' as const } });

test('a scan of the store that stopped begins anew', async () => {
  const { services } = here;
  const survey = valueOf(await startSurvey(services, as('administrator')));
  await runStorageJobs({ ...services, blobs: { ...services.blobs, listObjects } });
  const { failed } = await jobs();
  expect(failed.items.find(({ id }) => id === survey.id)).toMatchObject({
    kind: 'survey',
    code: 'store_unavailable',
    personName: here.owner.person.name,
  });
  valueOf(await retry(survey.id));
  const { open } = await jobs();
  expect(open.items).toMatchObject([{ kind: 'survey', state: 'waiting', mayCancel: true }]);
  valueOf(await cancelAdminJob(services, as('administrator'), open.items[0]?.id ?? ''));
  expect((await jobs()).open.total).toBe(0);
});

const documents = async () => (await jobs()).queues.find(({ queue }) => queue === 'documents');

test('texts that could not be read wait again when asked, and each queue says since when', async () => {
  const { db } = here.services;
  const { clock } = here.world;
  await here.file('unread.txt');
  await db.updateTable('document').set({ state: 'failed' }).execute();
  expect(await documents()).toMatchObject({ waiting: 0, since: null, mayRetry: true });
  const before = (await acts()).length;
  valueOf(await retryQueue(here.services, as('administrator'), 'documents'));
  valueOf(await retryQueue(here.services, as('administrator'), 'documents'));
  valueOf(await retryQueue(here.services, as('administrator'), 'purges'));
  expect((await acts()).slice(before).map(([action]) => action)).toEqual(['queue_retried']);
  const since = clock.now().toISOString();
  clock.advance(MINUTE_MS);
  expect(await documents()).toMatchObject({ failed: 0, since, mayRetry: false });
  expect((await documents())?.waiting).toBeGreaterThan(0);
});

test('background tasks say when they ran, on any server, and what is late or keeps failing', async () => {
  const { clock } = here.world;
  const one = createRounds(here.services);
  const began = clock.now();
  await one.run('versions', async () => await Promise.resolve(clock.advance(3 * SECOND_MS)));
  await one.save();
  expect((await jobs()).tasks).toMatchObject([
    { name: 'versions', state: 'waiting', lastAt: began.toISOString(), tookMs: 3_000, failures: 0 },
  ]);
  clock.advance(DAY_MS);
  expect((await jobs()).tasks).toMatchObject([{ state: 'overdue' }]);
  // An older round of another server changes nothing.
  const late = { name: 'versions', began_at: began, ended_at: began, failures: 9, seen_at: began };
  const other = createRounds(here.services);
  for (let count = 0; count < 3; count += 1) {
    await expect(
      other.run('versions', async () => await Promise.reject(new Error('broken'))),
    ).rejects.toThrow('broken');
  }
  await other.save();
  await one.save();
  expect((await jobs()).tasks).toMatchObject([{ state: 'failing', failures: 3 }]);
  const now = clock.now();
  const running = { ...late, began_at: now, ended_at: null, failures: 0, seen_at: now };
  expect(presentTask(TASK, running, now)).toMatchObject({ state: 'running', nextAt: null });
  // Its server is gone.
  const later = new Date(now.getTime() + 2 * HOUR_MS);
  expect(presentTask(TASK, running, later)).toMatchObject({ state: 'overdue' });
  expect(presentTask(TASK, undefined, now)).toMatchObject({ state: 'unknown', lastAt: null });
});
