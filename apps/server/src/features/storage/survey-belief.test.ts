import { randomUUID } from 'node:crypto';
import { err, ok } from '@coffer/kit';
import { sized } from '@coffer/testing/campaign';
import { describe, expect, test } from 'vitest';
import { storedBytes } from '../../live-ledger.contract.ts';
import { errorOf, valueOf } from '../../live.world.ts';
import type { Blobs, StoreFailure } from '../../platform/blobs/blobs.ts';
import { deleteDueBlobs } from '../ledger/index.ts';
import { startRepair } from './storage-jobs.ts';
import { deleteDueOrphans } from './delete-due-orphans.ts';
import { METADATA } from './surveyed.world.ts';
import {
  administrator,
  files,
  newKey,
  owner,
  plant,
  prepareSurveys,
  repair,
  services,
  store,
  survey,
  world,
} from './surveyed-scene.contract.ts';

const DAY_MS = 24 * 60 * 60_000;

prepareSurveys();

const unavailable: Blobs['listUploads'] = () => Promise.resolve(err({ code: 'store_unavailable' }));
const emptyList: Blobs['listObjects'] = () => Promise.resolve(ok({ objects: [], next: undefined }));
const nothingThere: Blobs['head'] = () => Promise.resolve(ok(undefined));
const listOnly =
  (first: number, end?: number): Blobs['listObjects'] =>
  async (input) => {
    const page = valueOf(await store.blobs.listObjects(input));
    return ok({ ...page, objects: page.objects.slice(first, end) });
  };

describe('an untrustworthy store', () => {
  const failures: readonly (readonly [string, StoreFailure])[] = [
    ['forbids', { code: 'store_refused', diagnosis: 'AccessDenied' }],
    ['is not there', { code: 'store_refused', diagnosis: 'NoSuchBucket' }],
    ['fails or times out', { code: 'store_unavailable' }],
  ];
  const calls = ['listObjects', 'listUploads', 'listParts', 'head', 'ping', 'abortMultipart'] as const;

  const cases = failures.flatMap(([how, failure]) => calls.map((call) => [call, how, failure] as const));

  test.each(sized({ gate: cases.filter((_, number) => number % 9 === 0), campaign: cases }))(
    'when %s %s, survey and repair stop, and no live object is touched',
    async (call, _, failure) => {
      const [lost = '', ...others] = await files(3);
      valueOf(await store.blobs.remove(lost));
      await plant(newKey(), Buffer.from('of nobody'));
      valueOf(await store.blobs.createMultipart({ key: newKey(), mediaType: 'a/b', metadata: METADATA }));
      world.clock.advance(DAY_MS + 60_000);
      const before = await storedBytes(store.blobs);
      const failing: Blobs = { ...store.blobs, [call]: () => Promise.resolve(err(failure)) };
      const job = await survey(failing);
      expect(job.state).toBe(call === 'abortMultipart' ? 'done' : 'stopped');
      const refused = await startRepair(services, administrator, {
        surveyId: randomUUID(),
        allowMany: false,
      });
      expect(errorOf(refused).code).toBe('job_not_found');
      const honest = await survey();
      expect(honest.counts).toMatchObject({ orphan: 1, missing: 1, unfinished: 1 });
      await repair(honest.id, failing);
      world.clock.advance(15 * DAY_MS);
      await deleteDueOrphans({ ...services, blobs: failing });
      await deleteDueBlobs({ ...services, blobs: failing });
      const after = await storedBytes(store.blobs);
      expect(others.map((key) => after.get(key))).toEqual(others.map((key) => before.get(key)));
      const flagged = await services.db
        .selectFrom('blob')
        .select('key')
        .where('damage', 'is not', null)
        .execute();
      expect(flagged.filter(({ key }) => key !== lost)).toEqual([]);
    },
  );

  test('findings of a stopped survey are not acted upon', async () => {
    await plant(newKey(), Buffer.from('of nobody'));
    const job = await survey({ ...store.blobs, listUploads: unavailable });
    expect(job).toMatchObject({ state: 'stopped', stopReason: 'store_unavailable', counts: { orphan: 1 } });
    const asked = { surveyId: job.id, allowMany: false };
    expect(errorOf(await startRepair(services, administrator, asked))).toEqual({ code: 'job_conflict' });
  });

  test('an empty list stops it if files have objects, and is fine otherwise', async () => {
    const listObjects = emptyList;
    expect((await survey({ ...store.blobs, listObjects })).state).toBe('done');
    await files(1);
    expect(await survey({ ...store.blobs, listObjects })).toMatchObject({
      state: 'stopped',
      stopReason: 'empty_list',
    });
  });

  test('a list that omits existing objects stops the survey', async () => {
    await files(4);
    world.clock.advance(1_000);
    expect(await survey({ ...store.blobs, listObjects: listOnly(1) })).toMatchObject({
      state: 'stopped',
      stopReason: 'incomplete_list',
    });
  });

  test('if all objects seem missing, the bucket is probably wrong', { timeout: 600_000 }, async () => {
    await files(120, 1);
    expect(await survey({ ...store.blobs, head: nothingThere, listObjects: listOnly(0, 1) })).toMatchObject({
      state: 'stopped',
      stopReason: 'too_many_missing',
    });
  });

  test('more orphans than files are quarantined only after a confirmation', async () => {
    for (let number = 0; number < 101; number += 1) await plant(newKey(), Buffer.from('x'));
    const job = await survey();
    expect(job.counts.orphan).toBe(101);
    expect(job.isMany).toBe(true);
    expect(await repair(job.id)).toMatchObject({ state: 'stopped', stopReason: 'too_many_orphans' });
    expect(await repair(job.id, store.blobs, true)).toMatchObject({ state: 'done', counts: { mended: 101 } });
  });
});

test('findings resolved between survey and repair are skipped', async () => {
  const [lost = '', other = ''] = await files(2);
  const bytes = Buffer.alloc(10, 0);
  valueOf(await store.blobs.remove(lost));
  const orphan = newKey();
  await plant(orphan, Buffer.from('of nobody'));
  await plant(other, Buffer.alloc(11, 0));
  const job = await survey();
  expect(job.counts).toMatchObject({ orphan: 1, missing: 1, different: 1 });
  await plant(lost, bytes);
  await plant(other, Buffer.alloc(10, 1));
  await plant(orphan, Buffer.from('written anew'));
  expect(await repair(job.id)).toMatchObject({ state: 'done', counts: { mended: 0, settled: 3 } });
});

test('an orphan that is written again, or gets an owner, is not deleted', async () => {
  const [anew, owned] = [newKey(), newKey()];
  await plant(anew, Buffer.from('of nobody'));
  await plant(owned, Buffer.from('of nobody'));
  const job = await survey();
  await repair(job.id);
  await plant(anew, Buffer.from('somebody uses it'));
  const now = world.clock.now();
  await services.db
    .insertInto('blob')
    .values({
      id: randomUUID(),
      space_id: owner.spaceId,
      key: owned,
      size_bytes: 9,
      etag: null,
      sha256: null,
      state: 'referenced',
      verified_at: null,
      urls_until: null,
      delete_after: null,
      last_look_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  world.clock.advance(15 * DAY_MS);
  expect(await deleteDueOrphans(services)).toBe(0);
  const left = await storedBytes(store.blobs);
  expect([left.has(anew), left.has(owned)]).toEqual([true, true]);
});

test('however many orphans are due, all are deleted in one run', async () => {
  const now = world.clock.now();
  const rows = Array.from({ length: 120 }, () => ({
    key: newKey(),
    size_bytes: 1,
    etag: 'any',
    found_at: now,
    delete_after: now,
    deleted_at: null,
  }));
  await services.db.insertInto('orphan_object').values(rows).execute();
  expect(await deleteDueOrphans(services)).toBe(120);
});
