import { Readable } from 'node:stream';
// A copy and its original are one object: how it is counted, retained, flagged and deleted.
import { LIMITS, NodeId, SpaceId, VersionId } from '@coffer/contracts';
import { DAY_MS } from '@coffer/kit';
import { expect, test } from 'vitest';
import { errorOf, type Owner, valueOf } from '../../src/live.world.ts';
import { deleteDueBlobs } from '../../src/features/ledger/index.ts';
import { getNode } from '../../src/features/files/get-node.ts';
import { listDamagedFiles } from '../../src/features/files/list-damaged-files.ts';
import { getThumbnails } from '../../src/features/renditions/get-thumbnails.ts';
import { drawRenditions } from '../../src/features/renditions/draw-renditions.ts';
import { dropRenditions } from '../../src/features/renditions/drop-renditions.ts';
import { noise } from '../../src/platform/pictures/pictures.world.ts';
import { createThumbnailer } from '../../src/platform/pictures/thumbnailer.ts';
import { uploaded } from '../../src/live-upload.contract.ts';
import { runStorageJobs } from '../../src/features/storage/run-jobs.ts';
import { scrub } from '../../src/features/storage/scrub.ts';
import { getJob, listFindings, startRepair, startSurvey } from '../../src/features/storage/storage-jobs.ts';
import { keyOf } from '../../src/features/storage/surveyed.world.ts';
import { copyWorld } from './copy.world.ts';

const QUOTA = 100_000;
const here = copyWorld({ quotaBytes: QUOTA });
const { copy, copyOne, file, figuresFor, folder, purge } = here;

const keys = async (): Promise<readonly string[]> =>
  valueOf(await here.store.blobs.listObjects({ after: undefined, limit: 1_000 })).objects.map(
    ({ key }) => key,
  );
/** Until everything in quarantine is due. */
const outlast = async (): Promise<void> => {
  here.world.clock.advance(LIMITS.quarantineLifeMs + DAY_MS);
  await deleteDueBlobs(here.services);
};
const isDamaged = async ({ person }: Owner, nodeId: string): Promise<boolean> =>
  valueOf(await getNode(here.services, person, NodeId.parse(nodeId))).isDamaged === true;
const noneFree = { used: 0, reserved: 0, held: 0, purged: 0 };

test('a copy counts fully, sends no bytes, and refers to the same object', async () => {
  const original = await file('a.txt', { size: 40_000 });
  const before = await keys();
  const node = await copyOne(original.id, await folder('target'));
  expect(await keys()).toEqual(before);
  expect(await keyOf(here, node.id)).toBe(await keyOf(here, original.id));
  expect(await figuresFor(here.owner)).toMatchObject({ used: 80_000 });
});

test('a copy that fits to the byte is made, one byte more is refused as a whole', async () => {
  const target = await folder('target');
  const half = await file('half', { size: QUOTA / 2 });
  const byte = await file('byte', { size: 1, parentId: target });
  expect(errorOf(await copy([half.id, byte.id], target))).toEqual({
    code: 'quota_exceeded',
    facts: { space_id: here.owner.spaceId, quota: QUOTA, used: QUOTA / 2 + 1, needed: QUOTA / 2 + 1 },
  });
  expect(await here.treeOf(target)).toEqual({ byte: 1 });
  await purge(here.owner, byte.id);
  await copyOne(half.id, target);
  expect(await figuresFor(here.owner)).toMatchObject({ used: QUOTA });
});

test('the object outlives its original, and is deleted with the last copy', async () => {
  const other = await here.world.addOwner({ quotaBytes: QUOTA });
  const original = await file('a.txt', { size: 100 });
  const key = await keyOf(here, original.id);
  const near = await copyOne(original.id, await folder('near'));
  // A person who was a member for a moment.
  const membership = { space_id: other.spaceId, user_id: here.owner.person.id };
  const created_at = here.world.clock.now();
  await here.services.db
    .insertInto('member')
    .values({ ...membership, role: 'editor', created_at })
    .execute();
  const far = await copyOne(near.id, other.rootId);
  expect(await figuresFor(other)).toMatchObject({ used: 100 });

  await purge(here.owner, original.id);
  expect(await figuresFor(here.owner)).toMatchObject({ used: 100, purged: 100 });
  await outlast();
  expect(await figuresFor(here.owner)).toEqual({ ...noneFree, used: 100 });
  expect(await keys()).toContain(key);
  expect(await here.download(near.id)).toEqual(Buffer.alloc(100, 'a.txt'));

  await purge(here.owner, near.id);
  await outlast();
  expect(await here.download(far.id)).toEqual(Buffer.alloc(100, 'a.txt'));
  expect(await figuresFor(here.owner)).toEqual(noneFree);

  await purge(other, far.id);
  expect(await keys()).toContain(key);
  await outlast();
  expect(await keys()).not.toContain(key);
  expect(await figuresFor(other)).toEqual(noneFree);
});

test('when original and copies are deleted together, the object is deleted once', async () => {
  const original = await file('a.txt', { size: 100 });
  const key = await keyOf(here, original.id);
  const target = await folder('target');
  const ids = [original.id];
  for (let number = 0; number < 5; number += 1) {
    ids.push((await copyOne(original.id, target, { conflict: 'rename' })).id);
  }
  await purge(here.owner, ...ids);
  here.world.clock.advance(LIMITS.quarantineLifeMs + DAY_MS);
  await Promise.all([1, 2, 3].map(async () => await deleteDueBlobs(here.services)));
  expect(await keys()).not.toContain(key);
  expect(new Set(await here.blobStates())).toEqual(new Set(['deleted']));
  expect(await figuresFor(here.owner)).toEqual(noneFree);
});

test('damage and its repair apply to every copy', async () => {
  await here.services.db
    .updateTable('blob')
    .set({ checked_at: new Date('2100-01-01') })
    .execute();
  const other = await here.world.addOwner({ quotaBytes: QUOTA });
  const { id } = await file('a.txt', { size: 100 });
  await here.services.db
    .insertInto('member')
    .values({
      space_id: here.owner.spaceId,
      user_id: other.person.id,
      role: 'viewer',
      created_at: here.world.clock.now(),
    })
    .execute();
  const far = await copyOne(id, other.rootId, { by: other.person });
  const near = await copyOne(id, await folder('near'));
  const hasten = async () =>
    await here.services.db
      .updateTable('blob')
      .set({ checked_at: null })
      .where('space_id', '=', here.owner.spaceId)
      .where('copy_of', 'is', null)
      .execute();
  await hasten();
  const read: string[] = [];
  const broken = {
    ...here.store.blobs,
    read: async (key: string) => {
      read.push(key);
      const found = await here.store.blobs.read(key);
      if (!found.ok || found.value === undefined) return found;
      const { sizeBytes } = found.value;
      const bytes = Readable.from([new Uint8Array(sizeBytes)]);
      return { ...found, value: { ...found.value, bytes } };
    },
  };
  await scrub({ ...here.services, blobs: broken });
  expect(read).toHaveLength(2);
  expect(await isDamaged(here.owner, id)).toBe(true);
  expect(await isDamaged(here.owner, near.id)).toBe(true);
  expect(await isDamaged(other, far.id)).toBe(true);
  const query = { at: 0, limit: 10 };
  const damaged = await listDamagedFiles(here.services, other.person, {
    spaceId: SpaceId.parse(other.spaceId),
    query,
  });
  expect(valueOf(damaged).items).toHaveLength(1);
  const third = await copyOne(near.id, await folder('third'));
  expect(await isDamaged(here.owner, third.id)).toBe(true);
  await hasten();
  await scrub(here.services);
  for (const nodeId of [id, near.id, third.id]) expect(await isDamaged(here.owner, nodeId)).toBe(false);
  expect(await isDamaged(other, far.id)).toBe(false);
});

test('an object that only a copy refers to is not an orphan, and is missing for every copy', async () => {
  const administrator = { ...here.owner.person, role: 'administrator' as const };
  const survey = async () => {
    const { id: jobId } = valueOf(await startSurvey(here.services, administrator));
    await runStorageJobs(here.services);
    const query = { at: 0, limit: 1_000 };
    const findings = valueOf(await listFindings(here.services, administrator, { jobId, query })).items;
    return { jobId, findings, job: valueOf(await getJob(here.services, administrator, jobId)) };
  };
  const original = await file('a.txt', { size: 100 });
  const key = await keyOf(here, original.id);
  const one = await copyOne(original.id, await folder('one'));
  const two = await copyOne(original.id, await folder('two'));
  await purge(here.owner, original.id);
  await outlast();
  const whole = await survey();
  expect(whole.job.state).toBe('done');
  expect(whole.findings.filter((each) => each.key === key)).toEqual([]);

  valueOf(await here.store.blobs.remove(key));
  const lost = await survey();
  expect(lost.findings.filter((each) => each.key === key)).toMatchObject([{ kind: 'missing' }]);
  valueOf(await startRepair(here.services, administrator, { surveyId: lost.jobId, allowMany: true }));
  await runStorageJobs(here.services);
  expect(await isDamaged(here.owner, one.id)).toBe(true);
  expect(await isDamaged(here.owner, two.id)).toBe(true);
});

test('copies of a picture share its thumbnails until the last one is deleted', async () => {
  const thumbnailer = createThumbnailer();
  const running = new AbortController().signal;
  const bytes = await noise(300, 200);
  const original = await uploaded(here.services, here.owner, {
    name: 'a.jpg',
    bytes,
    mediaType: 'image/jpeg',
  });
  const drawn = async (): Promise<readonly string[]> =>
    valueOf(await here.store.blobs.listRenditions({ after: undefined, limit: 1_000 })).objects.map(
      ({ key }) => key,
    );
  await drawRenditions({ ...here.services, thumbnailer }, running);
  const before = await drawn();
  expect(before).not.toEqual([]);
  const node = await copyOne(original.id, await folder('target'));
  await drawRenditions({ ...here.services, thumbnailer }, running);
  expect(await drawn()).toEqual(before);
  const ask = async () =>
    (
      await getThumbnails(here.services, here.owner.person, {
        files: [{ nodeId: node.id, versionId: VersionId.parse(node.versionId) }],
      })
    ).items[0]?.state;
  expect(await ask()).toBe('ready');
  await purge(here.owner, original.id);
  await outlast();
  await dropRenditions(here.services);
  expect(await ask()).toBe('ready');
  expect(await drawn()).toEqual(before);
  await purge(here.owner, node.id);
  await dropRenditions(here.services);
  expect(await drawn()).toEqual([]);
  await thumbnailer.stop();
}, 60_000);
