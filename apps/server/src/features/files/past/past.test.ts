// Performs random actions, takes a snapshot of the tables after each, and compares the past with the snapshots.
import { FeedQuery, type NodeId, PastQuery } from '@coffer/contracts';
import { sized } from '@coffer/testing/campaign';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, type Owner, startWorld, valueOf, type World } from '../../../live.world.ts';
import { createFolder } from '../create-folder.ts';
import { listFeed } from '../details/list-feed.ts';
import { undoJob } from '../jobs/undo/undo-job.ts';
import { moveNodes } from '../move/move-nodes.ts';
import { renameNode } from '../rename-node.ts';
import { restoreVersion } from '../restore-version.ts';
import { purgeNodes } from '../trash/purge-nodes.ts';
import { restoreNodes } from '../trash/restore-nodes.ts';
import { trashNodes } from '../trash/trash-nodes.ts';
import { listPast } from './list-past.ts';
import { previewRestore, restoreFolder } from './restore/restore-folder.ts';
import { later, pastSnapshot, putFile, type Snapshot, snapshot } from './past.world.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

const COUNT = 8;
const RUNS = sized({ gate: 2, campaign: 100 });
const act = fc.record({
  type: fc.constantFrom(
    ...(['folder', 'folder', 'file', 'file', 'file', 'rename', 'move', 'trash', 'restore'] as const),
    ...(['old version', 'undo'] as const),
  ),
  of: fc.nat(COUNT),
  to: fc.nat(COUNT),
  name: fc.constantFrom('a', 'b', 'c', 'd'),
});
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

interface Scene {
  readonly owner: Owner;
  readonly ids: NodeId[];
  readonly folders: NodeId[];
  readonly jobs: string[];
}

async function sceneOf(): Promise<Scene> {
  const owner = await world.addOwner();
  return { owner, ids: [], folders: [owner.rootId as NodeId], jobs: [] };
}

const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(1, from.length)];

/** Performs one action. Rejections are ignored, because they change nothing. */
async function perform({ type, of, to, name }: Act, { owner, ids, folders, jobs }: Scene): Promise<void> {
  const { services } = world;
  const { person } = owner;
  const target = pick(folders, to) ?? (owner.rootId as NodeId);
  const id = pick(ids, of);
  const isThere = async (folderId: string): Promise<boolean> =>
    (await services.db
      .selectFrom('node')
      .select('trashed_at')
      .where('id', '=', folderId)
      .where('trashed_at', 'is', null)
      .executeTakeFirst()) !== undefined;
  if (type === 'folder') {
    const added = await createFolder(services, person, { parentId: target, name, ifExists: 'rename' });
    if (!added.ok) return;
    ids.push(added.value.id);
    folders.push(added.value.id);
  }
  if (type === 'file' && (await isThere(target))) {
    const put = await putFile(world, owner, { name, parentId: target });
    if (!ids.includes(put)) ids.push(put);
  }
  if (id === undefined) return;
  if (type === 'rename') {
    const row = await services.db
      .selectFrom('node')
      .select('revision')
      .where('id', '=', id)
      .executeTakeFirst();
    const done = await renameNode(services, person, { nodeId: id, name, revision: row?.revision });
    if (done.ok && done.value.jobId !== undefined) jobs.push(done.value.jobId);
  }
  if (type === 'move') {
    const done = await moveNodes(services, person, { ids: [id], parentId: target, conflict: 'rename' });
    if (done.ok && done.value.jobId !== undefined) jobs.push(done.value.jobId);
  }
  if (type === 'trash') jobs.push((await trashNodes(services, person, [id])).jobId ?? '');
  if (type === 'restore') jobs.push((await restoreNodes(services, person, [id])).jobId ?? '');
  if (type === 'old version') {
    const row = await services.db
      .selectFrom('node')
      .select('revision')
      .where('id', '=', id)
      .executeTakeFirst();
    const versions = await services.db
      .selectFrom('version')
      .select('id')
      .where('node_id', '=', id)
      .orderBy('number')
      .execute();
    const version = pick(versions, to);
    if (version === undefined) return;
    const versionId = version.id as Parameters<typeof restoreVersion>[2]['versionId'];
    const done = await restoreVersion(services, person, { nodeId: id, versionId, revision: row?.revision });
    if (done.ok && done.value.jobId !== undefined) jobs.push(done.value.jobId);
  }
  const job = pick(
    jobs.filter((each) => each !== ''),
    of,
  );
  if (type === 'undo' && job !== undefined) await undoJob(services, person, job);
}

test('every earlier moment is shown correctly', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30 }), async (acts) => {
      const scene = await sceneOf();
      const taken: { readonly moment: Date; readonly was: Snapshot }[] = [];
      const folderId = scene.owner.rootId as NodeId;
      for (const each of acts) {
        later(world);
        await perform(each, scene);
        taken.push({ moment: world.clock.now(), was: await snapshot(world, folderId) });
      }
      later(world);
      for (const { moment, was } of taken) {
        expect(await pastSnapshot(world, scene.owner.person, { folderId, moment })).toEqual(was);
      }
    }),
    { numRuns: RUNS },
  );
}, 600_000);

test('a restored folder equals the past, and one undo reverts it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 30 }), fc.nat(30), async (acts, chosen) => {
      const scene = await sceneOf();
      const { services } = world;
      const { person } = scene.owner;
      const folderId = scene.owner.rootId as NodeId;
      const taken: { readonly moment: Date; readonly was: Snapshot }[] = [];
      for (const each of acts) {
        later(world);
        await perform(each, scene);
        taken.push({ moment: world.clock.now(), was: await snapshot(world, folderId) });
      }
      later(world);
      const before = await snapshot(world, folderId);
      const { moment, was } = pick(taken, chosen) ?? { moment: world.clock.now(), was: before };
      const input = { nodeId: folderId, moment: moment.toISOString() };
      const effect = valueOf(await previewRestore(services, person, input));
      const job = valueOf(await restoreFolder(services, person, input));
      expect(job).toMatchObject({ state: 'done', failed: 0 });
      expect(effect).toMatchObject({ isKnown: true, left: 0, lost: 0 });
      expect(await snapshot(world, folderId)).toEqual(was);
      // A second restore has nothing to do.
      later(world);
      const again = valueOf(await previewRestore(services, person, input));
      expect(again).toMatchObject({ moved: 0, renamed: 0, restored: 0, versions: 0, trashed: 0 });
      expect(await pastSnapshot(world, person, { folderId, moment })).toEqual(was);
      expect(valueOf(await undoJob(services, person, job.id))).toMatchObject({ undone: job.done, kept: 0 });
      expect(await snapshot(world, folderId)).toEqual(before);
    }),
    { numRuns: RUNS },
  );
}, 600_000);

const past = async (scene: Scene, nodeId: NodeId, at: Date | Record<string, string>) =>
  await listPast(world.services, scene.owner.person, {
    nodeId,
    query: PastQuery.parse(at instanceof Date ? { moment: at.toISOString() } : at),
  });

async function made(scene: Scene, name: string, parentId = scene.owner.rootId): Promise<NodeId> {
  later(world);
  const folder = { parentId: parentId as NodeId, name, ifExists: 'fail' } as const;
  return valueOf(await createFolder(world.services, scene.owner.person, folder)).id;
}

test('history ends at a permanent deletion, and later moments are shown', async () => {
  const scene = await sceneOf();
  const outer = await made(scene, 'outer');
  const kept = await made(scene, 'kept', outer);
  const lost = await made(scene, 'lost', outer);
  const full = world.clock.now();
  later(world);
  await trashNodes(world.services, scene.owner.person, [lost]);
  const trashed = world.clock.now();
  expect(valueOf(await past(scene, outer, full))).toMatchObject({ total: 2, knownFrom: null });
  later(world);
  await purgeNodes(world.services, scene.owner.person, [lost]);
  expect(valueOf(await past(scene, outer, full))).toMatchObject({
    items: [],
    knownFrom: { at: trashed.toISOString(), why: 'purged' },
  });
  expect(valueOf(await past(scene, outer, trashed)).items).toMatchObject([{ id: kept, name: 'kept' }]);
});

test('a folder has no past before it was made, and is found in the trash by its past', async () => {
  const scene = await sceneOf();
  const before = world.clock.now();
  const outer = await made(scene, 'outer');
  await made(scene, 'inner', outer);
  const then = world.clock.now();
  later(world);
  await trashNodes(world.services, scene.owner.person, [outer]);
  expect(valueOf(await past(scene, outer, before)).knownFrom).toMatchObject({ why: 'created' });
  expect(valueOf(await past(scene, outer, then))).toMatchObject({
    name: 'outer',
    path: [{ id: scene.owner.rootId }],
    items: [{ name: 'inner', since: 'trashed' }],
  });
});

test('a page has the names of that time and the current state of each item', async () => {
  const scene = await sceneOf();
  const outer = await made(scene, 'outer');
  const files = await Promise.all(
    ['changed', 'moved', 'renamed', 'same'].map((name) =>
      putFile(world, scene.owner, { name, parentId: outer }),
    ),
  );
  const [changed, moved, renamed, same] = files as [NodeId, NodeId, NodeId, NodeId];
  const then = world.clock.now();
  later(world);
  const { services } = world;
  const { person, rootId } = scene.owner;
  await putFile(world, scene.owner, { name: 'changed', parentId: outer });
  valueOf(await moveNodes(services, person, { ids: [moved], parentId: rootId as NodeId, conflict: 'fail' }));
  valueOf(await renameNode(services, person, { nodeId: renamed, name: 'another', revision: 1 }));
  valueOf(await renameNode(services, person, { nodeId: outer, name: 'now', revision: 1 }));
  const page = valueOf(await past(scene, outer, then));
  expect(page).toMatchObject({ name: 'outer', total: 4, hidden: 0 });
  expect(page.items.map(({ id, name, since }) => [id, name, since])).toEqual([
    [changed, 'changed', 'changed'],
    [moved, 'moved', 'moved'],
    [renamed, 'renamed', 'renamed'],
    [same, 'same', null],
  ]);
  const second = valueOf(await past(scene, outer, { moment: then.toISOString(), at: '1', limit: '2' }));
  expect(second.items.map(({ name }) => name)).toEqual(['moved', 'renamed']);
  const [item] = page.items;
  const now = await services.db
    .selectFrom('node')
    .select('current_version_id')
    .where('id', '=', changed)
    .execute();
  expect(item?.versionId).not.toBe(now[0]?.current_version_id);
  // After the deletion, only the name of the node is known.
  await services.db
    .deleteFrom('version')
    .where('id', '=', item?.versionId ?? '')
    .execute();
  expect(valueOf(await past(scene, outer, then)).items[0]).toMatchObject({ versionId: null, canOpen: false });
});

test("today's roles apply: a viewer can look, but not restore", async () => {
  const scene = await sceneOf();
  const outer = await made(scene, 'outer');
  const kept = await putFile(world, scene.owner, { name: 'kept', parentId: outer });
  const moment = world.clock.now();
  later(world);
  await trashNodes(world.services, scene.owner.person, [kept]);
  const { person } = await world.addOwner();
  const member = { space_id: scene.owner.spaceId, user_id: person.id, created_at: world.clock.now() };
  await world.services.db
    .insertInto('member')
    .values({ ...member, role: 'viewer' })
    .execute();
  const query = PastQuery.parse({ moment: moment.toISOString() });
  const seen = valueOf(await listPast(world.services, person, { nodeId: outer, query }));
  expect(seen).toMatchObject({
    mayRestore: false,
    items: [{ name: 'kept', since: 'trashed', canOpen: false }],
  });
  const input = { nodeId: outer, moment: moment.toISOString() };
  const refused = { code: 'not_allowed', facts: { needed_role: 'editor' } };
  expect(errorOf(await previewRestore(world.services, person, input))).toEqual(refused);
  expect(errorOf(await restoreFolder(world.services, person, input))).toEqual(refused);
  const stranger = (await world.addOwner()).person;
  expect(errorOf(await restoreFolder(world.services, stranger, input))).toEqual({ code: 'node_not_found' });
});

test('unknown parts are not restored, and later changes are kept', async () => {
  const scene = await sceneOf();
  const { services } = world;
  const { person } = scene.owner;
  const outer = await made(scene, 'outer');
  const inner = await made(scene, 'inner', outer);
  const lost = await made(scene, 'lost', inner);
  const input = { nodeId: outer, moment: world.clock.now().toISOString() };
  later(world);
  await trashNodes(services, person, [lost]);
  later(world);
  await purgeNodes(services, person, [lost]);
  expect(valueOf(await previewRestore(services, person, input))).toMatchObject({ isKnown: false });
  expect(errorOf(await restoreFolder(services, person, input))).toEqual({ code: 'changed_since' });
  const moment = world.clock.now().toISOString();
  later(world);
  valueOf(await renameNode(services, person, { nodeId: inner, name: 'renamed', revision: 1 }));
  later(world);
  const taker = await made(scene, 'another', outer);
  const job = valueOf(await restoreFolder(services, person, { nodeId: outer, moment }));
  expect(job).toMatchObject({ kind: 'restore_folder', state: 'done', done: 2, failed: 0 });
  later(world);
  // The folder is renamed again before the undo.
  valueOf(await renameNode(services, person, { nodeId: inner, name: 'mine', revision: 3 }));
  expect(valueOf(await undoJob(services, person, job.id))).toMatchObject({ undone: 1, kept: 1 });
  const left = (await snapshot(world, outer)).map((line) => line.split(' ')[1]);
  expect(new Set(left)).toEqual(new Set([inner, taker]));
});

test('a restore is one act in the activity that can be undone, whatever it did first', async () => {
  const scene = await sceneOf();
  const { services } = world;
  const { person } = scene.owner;
  const outer = await made(scene, 'outer');
  const gone = await putFile(world, scene.owner, { name: 'gone', parentId: outer });
  const moments = [world.clock.now()];
  later(world);
  await trashNodes(services, person, [gone]);
  moments.push(world.clock.now());
  later(world);
  await putFile(world, scene.owner, { name: 'newer', parentId: outer });
  for (const [at, kind] of (['restored', 'trashed'] as const).entries()) {
    const moment = moments[at]?.toISOString() ?? '';
    later(world);
    const job = valueOf(await restoreFolder(services, person, { nodeId: outer, moment }));
    const { items } = valueOf(await listFeed(services, person, FeedQuery.parse({})));
    expect(items[0]).toMatchObject({ action: { kind }, undoJobId: job.id });
    later(world);
    valueOf(await undoJob(services, person, job.id));
  }
});

test('what cannot go back keeps its name in the trash, and its content where it is', async () => {
  const scene = await sceneOf();
  const { services } = world;
  const { db } = services;
  const { person } = scene.owner;
  const [outer, other] = [await made(scene, 'outer'), await made(scene, 'other')];
  const put = async (name: string, parentId: NodeId) => await putFile(world, scene.owner, { name, parentId });
  const [plan, guest, text] = [await put('plan', outer), await put('guest', other), await put('text', outer)];
  const moment = world.clock.now().toISOString();
  later(world);
  valueOf(await renameNode(services, person, { nodeId: plan, name: 'former', revision: 1 }));
  const coming = { ids: [guest], parentId: outer, as: 'plan' };
  valueOf(await moveNodes(services, person, { ...coming, conflict: 'fail' }));
  await trashNodes(services, person, [other]);
  const away = await made(scene, 'away');
  valueOf(await moveNodes(services, person, { ids: [text], parentId: away, conflict: 'fail' }));
  later(world);
  await put('text', away);
  const rowOf = async (id: NodeId) =>
    await db
      .selectFrom('node')
      .select(['name', 'trashed_at', 'current_version_id'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const edited = await rowOf(text);
  // Nothing is known of where it came from, so it stays.
  const taker = await put('text', outer);
  await db.deleteFrom('event').where('node_id', '=', taker).execute();
  later(world);
  const job = valueOf(await restoreFolder(services, person, { nodeId: outer, moment }));
  expect(job).toMatchObject({ state: 'done', failed: 0 });
  expect(await rowOf(plan)).toMatchObject({ name: 'plan', trashed_at: null });
  expect(await rowOf(guest)).toMatchObject({ name: 'plan', trashed_at: expect.any(Date) });
  expect(await rowOf(text)).toEqual(edited);
});

test('a stranger learns nothing, and unknown nodes are not found', async () => {
  const scene = await sceneOf();
  const outer = await made(scene, 'outer');
  const other = await sceneOf();
  const now = world.clock.now();
  expect(errorOf(await past(other, outer, now))).toEqual({ code: 'node_not_found' });
  expect(errorOf(await past(other, world.services.newId() as NodeId, now))).toEqual({
    code: 'node_not_found',
  });
});
