// docs/decisions/0075-jobs-that-undo.md
import { type NodeId, type NodeView, SpaceId } from '@coffer/contracts';
import { DAY_MS, MINUTE_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { errorOf, valueOf } from '../../../live.world.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { copyNodes } from '../copy/copy-nodes.ts';
import { moveNodes } from '../move/move-nodes.ts';
import { moveWorld } from '../move/move.world.ts';
import { renameNode } from '../rename-node.ts';
import { emptyTrash } from '../trash/empty-trash.ts';
import { purgeNodes } from '../trash/purge-nodes.ts';
import { purgeTrash } from '../trash/purge-trash.ts';
import { restoreNodes, restoreNodesTo } from '../trash/restore-nodes.ts';
import { beginUndo, lockJob } from '../store/jobs.ts';
import { trashNodes } from '../trash/trash-nodes.ts';
import { getJob, listJobs } from './read-jobs.ts';
import { pruneJobs, runJobs } from './run-jobs.ts';
import { undoJob } from './undo/undo-job.ts';

const here = moveWorld();
const { file, folder, move, names } = here;

const person = () => here.owner.person;
const trash = async (ids: readonly NodeId[], joins?: string) =>
  await trashNodes({ ...here.world.services, joins }, person(), ids);
const restore = async (ids: readonly NodeId[]) => await restoreNodes(here.world.services, person(), ids);
const rename = async (node: NodeView, name: string) =>
  valueOf(
    await renameNode(here.world.services, person(), { nodeId: node.id, name, revision: node.revision }),
  );
const moveAs = async (id: NodeId, parentId: NodeId, as: string) =>
  await moveNodes(here.world.services, person(), { ids: [id], parentId, conflict: 'replace', as });
const copy = async (ids: readonly NodeId[], parentId: NodeId) =>
  valueOf(await copyNodes(here.world.services, person(), { ids: [...ids], parentId, conflict: 'fail' }));
const undo = async (jobId: string | undefined, by = person()) =>
  valueOf(await undoJob(here.world.services, by, jobId ?? ''));
const list = async (only?: 'undoable') =>
  (await listJobs(here.world.services, person(), { only, limit: 100 })).items;

/** The paths of all items below that are not in the trash. */
async function paths(parentId: string = here.owner.rootId, above = ''): Promise<readonly string[]> {
  const rows = await here.world.services.db
    .selectFrom('node')
    .select(['id', 'name', 'kind'])
    .where('parent_id', '=', parentId)
    .where('trashed_at', 'is', null)
    .orderBy('name')
    .execute();
  const below = await Promise.all(rows.map(async ({ id, name }) => await paths(id, `${above}${name}/`)));
  return rows.flatMap(({ name }, index) => [`${above}${name}`, ...(below[index] ?? [])]);
}

async function sampleTree() {
  const reports = await folder('Reports');
  const archive = await folder('Archive');
  const plan = await file('plan.txt', reports.id);
  const draft = await file('draft.txt', reports.id);
  const old = await file('plan.txt', archive.id);
  return { reports, archive, plan, draft, old };
}

test('each act is undone by what the server kept, and nothing is left to undo twice', async () => {
  const { reports, archive, plan, draft } = await sampleTree();
  const before = await paths();
  const acts = [
    async () => (await trash([plan, draft])).jobId,
    async () => valueOf(await move([draft], archive.id)).jobId,
    async () => valueOf(await move([plan], archive.id, { conflict: 'rename' })).jobId,
    async () => valueOf(await move([plan], archive.id, { conflict: 'replace' })).jobId,
    async () => (await rename(reports, 'Papers')).jobId,
    async () => valueOf(await moveAs(draft, archive.id, 'PLAN.txt')).jobId,
    async () => valueOf(await moveAs(draft, reports.id, 'Draft 2.txt')).jobId,
    async () => (await folder('New').then(async () => (await list('undoable'))[0]))?.id,
  ];
  for (const act of acts) {
    const jobId = await act();
    expect(await paths()).not.toEqual(before);
    expect(await undo(jobId)).toMatchObject({ state: 'undone', kept: 0, mayUndo: false, refused: [] });
    expect(await paths()).toEqual(before);
    expect(await undo(jobId)).toMatchObject({ state: 'undone' });
    expect(await paths()).toEqual(before);
  }
});

test('a folder and items selected in it come back together, and a restored item returns to the trash', async () => {
  const { reports, plan } = await sampleTree();
  const before = await paths();
  const { jobId } = await trash([reports.id, plan]);
  await undo(jobId);
  expect(await paths()).toEqual(before);
  await trash([plan]);
  const trashed = await paths();
  const back = await restore([plan]);
  await undo(back.jobId);
  expect(await paths()).toEqual(trashed);
});

test('the undo of a restore returns an item to its place, name and date in the trash', async () => {
  const { archive, plan } = await sampleTree();
  const row = async () =>
    await here.world.services.db
      .selectFrom('node')
      .select(['parent_id', 'name', 'name_key', 'trashed_at'])
      .where('id', '=', plan)
      .executeTakeFirst();
  const first = await trash([plan]);
  const before = await row();
  here.world.clock.advance(DAY_MS);
  const to = { ids: [plan], to: archive.id };
  const back = await restoreNodesTo(here.world.services, person(), to);
  expect(await row()).toMatchObject({ parent_id: archive.id, name: 'plan (2).txt' });
  expect(await undo(back.jobId)).toMatchObject({ undone: 1, kept: 0 });
  expect(await row()).toEqual(before);
  // So what put it there can be undone too.
  expect(await undo(first.jobId)).toMatchObject({ undone: 1, kept: 0 });
});

test('the undo of a restore leaves an item the days that it had, or a day at least', async () => {
  const { reports, archive, plan, old } = await sampleTree();
  const { clock, services } = here.world;
  const isThere = async (id: string) =>
    (await services.db.selectFrom('node').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
  const trashed = await trash([reports.id]);
  await trash([plan, archive.id]);
  clock.advance(25 * DAY_MS);
  const { jobId } = await restore([reports.id]);
  clock.advance(6 * DAY_MS - MINUTE_MS);
  // Five days were left, so five days remain.
  expect(await undo(jobId)).toMatchObject({ undone: 1, kept: 0 });
  clock.advance(5 * DAY_MS - MINUTE_MS);
  await purgeTrash(services);
  expect(await isThere(reports.id)).toBe(true);
  expect(await isThere(old)).toBe(false);
  // What trashed it finds it by its new date.
  expect(await undo(trashed.jobId)).toMatchObject({ undone: 1, kept: 0 });

  // Of twelve hours, a day remains.
  await trash([reports.id]);
  clock.advance(29.5 * DAY_MS);
  const late = await restore([reports.id]);
  expect(await undo(late.jobId)).toMatchObject({ undone: 1, kept: 0 });
  clock.advance(DAY_MS - MINUTE_MS);
  await purgeTrash(services);
  expect(await isThere(reports.id)).toBe(true);
  clock.advance(MINUTE_MS);
  await purgeTrash(services);
  expect(await isThere(reports.id)).toBe(false);
});

test('an emptied trash keeps what an undo returned to it after the question', async () => {
  const { plan, draft } = await sampleTree();
  const { clock, services } = here.world;
  await trash([plan, draft]);
  clock.advance(DAY_MS);
  const { jobId } = await restore([plan]);
  const body = { trashedUntil: clock.now().toISOString() };
  clock.advance(1);
  await undo(jobId);
  const empty = async () =>
    valueOf(await emptyTrash(services, person(), { spaceId: SpaceId.parse(here.owner.spaceId), body })).items;
  expect(await empty()).toBe(1);
  body.trashedUntil = clock.now().toISOString();
  expect(await empty()).toBe(1);
});

test('a restored folder stays where something was put or changed since, and so does a changed file', async () => {
  const { archive, reports, draft, plan } = await sampleTree();
  const { clock, services } = here.world;
  const inner = await folder('Inner', reports.id);
  await trash([draft]);
  clock.advance(1);
  await trash([inner.id, reports.id, archive.id]);
  const both = await restore([draft, reports.id, inner.id]);
  // What comes back with it is no change, nor is what was undone since.
  clock.advance(1);
  const { revision } = await services.db
    .selectFrom('node')
    .select('revision')
    .where('id', '=', plan)
    .executeTakeFirstOrThrow();
  const renamed = valueOf(await renameNode(services, person(), { nodeId: plan, name: 'p.txt', revision }));
  clock.advance(1);
  expect(await undo(renamed.jobId)).toMatchObject({ undone: 1, kept: 0 });
  clock.advance(1);
  expect(await undo(both.jobId)).toMatchObject({ undone: 3, kept: 0 });
  clock.advance(1);
  const changing = await restore([reports.id, inner.id, archive.id, draft]);
  clock.advance(1);
  await file('new.txt', inner.id);
  await services.db
    .updateTable('node')
    .set({ current_version_id: services.newId() })
    .where('id', '=', draft)
    .execute();
  clock.advance(1);
  const undone = await undo(changing.jobId);
  expect(undone).toMatchObject({ undone: 1, kept: 3 });
  expect(undone.refused).toMatchObject([
    { code: 'changed_since' },
    { code: 'changed_since' },
    { code: 'changed_since' },
  ]);
  expect(await paths()).toEqual([
    'Reports',
    'Reports/Inner',
    'Reports/Inner/new.txt',
    'Reports/draft.txt',
    'Reports/plan.txt',
  ]);
});

test('related calls are undone together, for a few minutes and of the same kind', async () => {
  const { plan, draft, old } = await sampleTree();
  const renamed = await rename(await folder('Other'), 'Else');
  const before = await paths();
  const first = await trash([plan]);
  const second = await trash([draft], first.jobId);
  expect(second.jobId).toBe(first.jobId);
  here.world.clock.advance(DAY_MS);
  expect((await trash([old], renamed.jobId)).jobId).not.toBe(renamed.jobId);
  await restore([old]);
  const late = await trash([old], first.jobId);
  expect(late.jobId).not.toBe(first.jobId);
  await undo(late.jobId);
  expect(await undo(first.jobId)).toMatchObject({ undone: 2, total: 2 });
  expect(await paths()).toEqual(before);
});

test('items changed since stay with a reason, and the rest is undone', async () => {
  const { reports, archive, plan, draft, old } = await sampleTree();
  const moved = valueOf(await move([plan, draft, old], here.owner.rootId, { conflict: 'rename' }));
  await trash([draft]);
  await file('plan.txt', reports.id);
  expect(await undo(moved.jobId)).toMatchObject({
    state: 'undone',
    undone: 1,
    kept: 2,
    mayUndo: true,
    refused: [
      { name: 'plan.txt', code: 'name_taken' },
      { name: 'draft.txt', code: 'changed_since' },
    ],
  });
  expect(await names(archive.id)).toEqual(['plan.txt']);
  await restore([draft]);
  expect(await undo(moved.jobId)).toMatchObject({ undone: 2, kept: 1 });
});

test('permanent deletion and a missing folder are reported as reasons', async () => {
  const { reports, plan, draft } = await sampleTree();
  const { services } = here.world;
  const first = await trash([plan]);
  await purgeNodes(services, person(), [plan]);
  expect(await undo(first.jobId)).toMatchObject({ kept: 1, refused: [{ code: 'node_not_found' }] });
  const second = await trash([draft]);
  await trash([reports.id]);
  expect(await undo(second.jobId)).toMatchObject({ kept: 1, refused: [{ code: 'folder_gone' }] });
});

test('a copy that was changed stays, and so does a new folder with content', async () => {
  const { archive } = await sampleTree();
  const reports = await folder('Empty');
  const { jobId, items } = await copy([reports.id], archive.id);
  expect(items).toMatchObject([{ ok: true, node: { name: 'Empty' } }]);
  const before = await paths();
  expect(await undo(jobId)).toMatchObject({ undone: 1, kept: 0 });
  expect(await paths()).not.toEqual(before);
  const made = await folder('Inbox');
  await file('letter.txt', made.id);
  const [newest] = await list('undoable');
  expect(await undo(newest?.id)).toMatchObject({ kept: 1, refused: [{ code: 'changed_since' }] });
});

test('the newest undoable job comes first, and old ones expire', async () => {
  const { plan, draft } = await sampleTree();
  const one = await trash([plan]);
  const two = await trash([draft]);
  expect((await list('undoable')).slice(0, 2).map(({ id }) => id)).toEqual([two.jobId, one.jobId]);
  await undo(two.jobId);
  expect((await list('undoable'))[0]?.id).toBe(one.jobId);
  here.world.clock.advance(31 * DAY_MS);
  expect(await pruneJobs(here.world.services)).toBeGreaterThan(0);
  expect(await list()).toEqual([]);
});

test('an old job whose undo begins is not deleted, and the undo finds all its items', async () => {
  const { reports } = await sampleTree();
  const { jobId = '' } = await rename(reports, 'Papers');
  here.world.clock.advance(31 * DAY_MS);
  const { services } = here.world;
  await inTransaction(services.db, async (tx) => {
    await lockJob(tx, jobId);
    await pruneJobs(services);
    await beginUndo(tx, { jobId, by: here.owner.person.id, now: services.clock.now() });
  });
  await runJobs(services);
  expect(await paths()).toContain('Reports');
});

test('a job of another space is not found; an editor of the space may undo it, a viewer may not', async () => {
  const { plan } = await sampleTree();
  const { jobId = '' } = await trash([plan]);
  const { services, clock } = here.world;
  const member = await here.world.addOwner();
  const asMember = async (role: 'viewer' | 'editor') => {
    const key = { space_id: here.owner.spaceId, user_id: member.person.id };
    await services.db
      .deleteFrom('member')
      .where('user_id', '=', member.person.id)
      .where('space_id', '=', key.space_id)
      .execute();
    await services.db
      .insertInto('member')
      .values({ ...key, role, created_at: clock.now() })
      .execute();
  };
  expect(errorOf(await getJob(services, member.person, jobId))).toEqual({ code: 'job_not_found' });
  expect(errorOf(await undoJob(services, member.person, jobId))).toEqual({ code: 'job_not_found' });
  await asMember('viewer');
  expect(errorOf(await undoJob(services, member.person, jobId))).toEqual({ code: 'job_not_found' });
  await asMember('editor');
  expect(await undo(jobId, member.person)).toMatchObject({ undone: 1 });
  const [event] = (await here.events()).slice(-1);
  expect(event).toMatchObject({ verb: 'node_restored', facts: { name: 'plan.txt' } });
});
