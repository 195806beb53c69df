// The ledger against the store: everything that was planted is found and nothing else, and a store that lies, fails or hides things
// never makes the survey conclude anything.
import { randomUUID } from 'node:crypto';
import { type Person, UploadId } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import { beforeEach, describe, expect, test } from 'vitest';
import { countedFigures, figuresOf, storedBytes } from '../../live-ledger.contract.ts';
import { begin, put, sendAll, uploaded, type UploadServices } from '../../live-upload.contract.ts';
import {
  errorOf,
  md5Of,
  type Owner,
  sha256Of,
  startStoreWorld,
  startWorld,
  type StoreWorld,
  valueOf,
  type World,
} from '../../live-world.contract.ts';
import type { Blobs, StoreFailure } from '../../platform/blobs/blobs.ts';
import { connectDatabase } from '../../platform/db/connect.ts';
import { trashNodes } from '../files/trash-nodes.ts';
import { purgeTrash } from '../files/purge-trash.ts';
import { deleteDueBlobs } from '../ledger/index.ts';
import { abortUpload } from '../uploads/abort-upload.ts';
import { runStorageJobs } from './run-jobs.ts';
import { cancelJob, getJob, listFindings, startRepair, startSurvey } from './storage-jobs.ts';
import { deleteDueStrays } from './strays.ts';

const DAY_MS = 24 * 60 * 60_000;

let world: World;
let store: StoreWorld;
let services: UploadServices;
let owner: Owner;
let administrator: Person;

beforeEach(async () => {
  world = await startWorld();
  store = await startStoreWorld(world.services.log);
  services = { ...world.services, blobs: store.blobs };
  owner = await world.addOwner();
  administrator = { ...owner.person, role: 'administrator' };
  return async () => {
    await store[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  };
});

const METADATA = {
  spaceId: randomUUID(),
  nodeId: randomUUID(),
  versionId: randomUUID(),
  parentId: randomUUID(),
  name: 'planted',
  authorId: randomUUID(),
  at: new Date(),
};

/** Writes an object as if somebody else had. */
async function plant(key: string, bytes: Buffer): Promise<void> {
  const part = { sizeBytes: bytes.length, sha256: sha256Of(bytes), md5: md5Of(bytes) };
  const signed = store.blobs.signPut({ key, part, mediaType: 'text/plain', metadata: METADATA });
  expect(await put({ ...signed, headers: { ...signed.headers } }, bytes)).toBe(200);
}

const unavailable: Blobs['listUploads'] = () => Promise.resolve(err({ code: 'store_unavailable' }));
const emptyList: Blobs['listObjects'] = () => Promise.resolve(ok({ objects: [], next: undefined }));
const nothingThere: Blobs['head'] = () => Promise.resolve(ok(undefined));
const newKey = (): string => store.blobs.keyFor(randomUUID());

async function keyOf(nodeId: string): Promise<string> {
  const row = await services.db
    .selectFrom('node')
    .innerJoin('version', 'version.id', 'node.current_version_id')
    .innerJoin('blob', 'blob.id', 'version.blob_id')
    .select('blob.key')
    .where('node.id', '=', nodeId)
    .executeTakeFirstOrThrow();
  return row.key;
}

async function survey(blobs: Blobs = store.blobs) {
  const job = valueOf(await startSurvey(services, administrator));
  await runStorageJobs({ ...services, blobs });
  return valueOf(await getJob(services, administrator, job.id));
}

async function repair(surveyId: string, blobs: Blobs = store.blobs, allowMany = false) {
  const job = valueOf(await startRepair(services, administrator, { surveyId, allowMany }));
  await runStorageJobs({ ...services, blobs });
  return valueOf(await getJob(services, administrator, job.id));
}

const findings = async (jobId: string) =>
  valueOf(await listFindings(services, administrator, { jobId, query: { at: 0, limit: 1_000 } })).items;

const files = async (count: number, size = 10): Promise<string[]> => {
  const keys: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const bytes = Buffer.alloc(size, number);
    keys.push(await keyOf((await uploaded(services, owner, { name: `f${number}`, bytes })).id));
  }
  return keys;
};

/** One of everything that can be between, all of it in order. */
async function ordinaryLife(): Promise<void> {
  await begin(services, owner, { name: 'never sent', bytes: Buffer.alloc(5, 1) });
  const sent = await begin(services, owner, { name: 'not completed', bytes: Buffer.alloc(6, 1) });
  await sendAll(sent, Buffer.alloc(6, 1));
  const given = await begin(services, owner, { name: 'given up', bytes: Buffer.alloc(7, 1) });
  await sendAll(given, Buffer.alloc(7, 1));
  await abortUpload(services, owner.person, UploadId.parse(given.upload.id));
  await begin(services, owner, { name: 'in parts', bytes: Buffer.alloc(9 * 1024 * 1024, 1) });
  const trashed = await uploaded(services, owner, { name: 'trashed', bytes: Buffer.alloc(8, 1) });
  await trashNodes(services, owner.person, [trashed.id]);
}

test('where everything is in order a survey finds nothing', async () => {
  await files(5);
  await ordinaryLife();
  const job = await survey();
  expect(job).toMatchObject({
    state: 'done',
    stopReason: null,
    counts: { objects: 8, uploads: 1, orphan: 0, missing: 0, different: 0, undeleted: 0, unfinished: 0 },
  });
  expect(await findings(job.id)).toEqual([]);
});

test('everything that was planted is found, and nothing else; a survey changes nothing, a repair puts it right', async () => {
  const whole = await files(6);
  await ordinaryLife();
  const [lost = '', longer = '', ...rest] = whole;
  const orphans = [newKey(), newKey(), newKey()];
  for (const key of orphans) await plant(key, Buffer.from('of nobody'));
  valueOf(await store.blobs.remove(lost));
  await plant(longer, Buffer.alloc(11, 9));
  const gone = await begin(services, owner, { name: 'gone', bytes: Buffer.alloc(4, 1) });
  await abortUpload(services, owner.person, UploadId.parse(gone.upload.id));
  const unfinished = newKey();
  valueOf(
    await store.blobs.createMultipart({ key: unfinished, mediaType: 'text/plain', metadata: METADATA }),
  );
  world.clock.advance(DAY_MS + 60_000);
  await deleteDueBlobs(services);
  await sendAll(gone, Buffer.alloc(4, 1));
  const undeleted = await services.db
    .selectFrom('upload')
    .innerJoin('blob', 'blob.id', 'upload.blob_id')
    .select('blob.key')
    .where('upload.id', '=', gone.upload.id)
    .executeTakeFirstOrThrow();

  const before = await storedBytes(store.blobs);
  const job = await survey();
  expect(job).toMatchObject({
    state: 'done',
    counts: {
      orphan: 3,
      orphanBytes: 27,
      missing: 1,
      missingBytes: 10,
      different: 1,
      undeleted: 1,
      unfinished: 1,
    },
  });
  const planted = [
    ...orphans.map((key) => `orphan ${key}`),
    `missing ${lost}`,
    `different ${longer}`,
    `undeleted ${undeleted.key}`,
    `unfinished ${unfinished}`,
  ];
  const found = (await findings(job.id)).map(({ kind, key }) => `${kind} ${key}`);
  expect(new Set(found)).toEqual(new Set(planted));
  expect(found.length).toBe(planted.length);
  expect(await storedBytes(store.blobs)).toEqual(before);

  const mended = await repair(job.id);
  expect(mended).toMatchObject({ state: 'done', counts: { mended: 7, settled: 0 } });
  const flagged = await services.db
    .selectFrom('blob')
    .select(['key', 'damage'])
    .where('damage', 'is not', null)
    .execute();
  expect(flagged.toSorted((a, b) => (a.key < b.key ? -1 : 1))).toEqual(
    [
      { key: lost, damage: 'missing' },
      { key: longer, damage: 'different' },
    ].toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  );
  expect(await figuresOf(services.db, owner.spaceId)).toEqual(
    await countedFigures(services.db, owner.spaceId),
  );
  // The orphans are there still: they have fourteen days.
  world.clock.advance(14 * DAY_MS - 60_000);
  expect(await deleteDueStrays(services)).toBe(0);
  world.clock.advance(60_000);
  expect(await deleteDueStrays(services)).toBe(3);
  await deleteDueBlobs(services);
  const left = await storedBytes(store.blobs);
  for (const key of [...orphans, undeleted.key, unfinished]) expect(left.has(key)).toBe(false);
  for (const key of rest) expect(left.get(key)).toBe(10);
});

test('a thousand planted things among two thousand of order: none is missed and none is too many', {
  timeout: 120_000,
}, async () => {
  const rows = Array.from({ length: 2_400 }, () => randomUUID());
  const now = world.clock.now();
  await services.db
    .insertInto('blob')
    .values(
      rows.map((id, index) => ({
        id,
        space_id: owner.spaceId,
        key: store.blobs.keyFor(id),
        size_bytes: 3,
        etag: null,
        sha256: null,
        state: index % 6 === 5 ? ('deleted' as const) : ('referenced' as const),
        verified_at: null,
        urls_until: null,
        delete_after: null,
        last_look_at: null,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
  const planted = new Set<string>();
  for (const [index, id] of rows.entries()) {
    const key = store.blobs.keyFor(id);
    if (index % 6 === 0) planted.add(`missing ${key}`);
    else if (index % 6 === 1) {
      planted.add(`different ${key}`);
      await plant(key, Buffer.from('four'));
    } else if (index % 12 === 5) {
      planted.add(`undeleted ${key}`);
      await plant(key, Buffer.from('abc'));
    } else if (index % 6 !== 5) await plant(key, Buffer.from('abc'));
    if (index % 24 === 0) {
      const orphan = newKey();
      planted.add(`orphan ${orphan}`);
      await plant(orphan, Buffer.from('nobody'));
    }
  }
  const job = await survey();
  expect(job.state).toBe('done');
  const rowsFound = await services.db.selectFrom('storage_finding').select(['kind', 'key']).execute();
  expect(planted.size).toBe(1_100);
  expect(new Set(rowsFound.map(({ kind, key }) => `${kind} ${key}`))).toEqual(planted);
  expect(rowsFound.length).toBe(planted.size);
});

describe('a store that cannot be believed', () => {
  const failures: readonly (readonly [string, StoreFailure])[] = [
    ['forbids', { code: 'store_refused', diagnosis: 'AccessDenied' }],
    ['is not there', { code: 'store_refused', diagnosis: 'NoSuchBucket' }],
    ['fails or times out', { code: 'store_unavailable' }],
  ];
  const calls = ['listObjects', 'listUploads', 'listParts', 'head', 'ping', 'abortMultipart'] as const;

  const cases = failures.flatMap(([how, failure]) => calls.map((call) => [call, how, failure] as const));

  test.each(cases)(
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
      // A survey gives nothing up.
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
      await deleteDueStrays({ ...services, blobs: failing });
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

  test('what a survey that stopped had found is not acted upon', async () => {
    await plant(newKey(), Buffer.from('of nobody'));
    const job = await survey({ ...store.blobs, listUploads: unavailable });
    expect(job).toMatchObject({ state: 'stopped', stopReason: 'store_unavailable', counts: { orphan: 1 } });
    const asked = { surveyId: job.id, allowMany: false };
    expect(errorOf(await startRepair(services, administrator, asked))).toEqual({ code: 'job_conflict' });
  });

  test('an empty list stops it while files stand on objects, and is fine when none do', async () => {
    const listObjects = emptyList;
    expect((await survey({ ...store.blobs, listObjects })).state).toBe('done');
    await files(1);
    expect(await survey({ ...store.blobs, listObjects })).toMatchObject({
      state: 'stopped',
      stopReason: 'empty_list',
    });
  });

  test('a list that leaves out what is there stops it', async () => {
    await files(4);
    world.clock.advance(1_000);
    const listObjects: Blobs['listObjects'] = async (input) => {
      const page = valueOf(await store.blobs.listObjects(input));
      return ok({ ...page, objects: page.objects.slice(1) });
    };
    expect(await survey({ ...store.blobs, listObjects })).toMatchObject({
      state: 'stopped',
      stopReason: 'incomplete_list',
    });
  });

  test('objects that all seem to be missing mean another bucket', { timeout: 60_000 }, async () => {
    await files(120, 1);
    const listObjects: Blobs['listObjects'] = async (input) => {
      const page = valueOf(await store.blobs.listObjects(input));
      return ok({ ...page, objects: page.objects.slice(0, 1) });
    };
    expect(await survey({ ...store.blobs, head: nothingThere, listObjects })).toMatchObject({
      state: 'stopped',
      stopReason: 'too_many_missing',
    });
  });

  test('more orphans than files are quarantined only when that is said to be meant', async () => {
    for (let number = 0; number < 101; number += 1) await plant(newKey(), Buffer.from('x'));
    const job = await survey();
    expect(job.counts.orphan).toBe(101);
    expect(job.isMany).toBe(true);
    expect(await repair(job.id)).toMatchObject({ state: 'stopped', stopReason: 'too_many_orphans' });
    expect(await repair(job.id, store.blobs, true)).toMatchObject({ state: 'done', counts: { mended: 101 } });
  });
});

test('what has settled between survey and repair is left alone', async () => {
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

test('an orphan that is written anew, or becomes somebody’s, is not deleted', async () => {
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
  expect(await deleteDueStrays(services)).toBe(0);
  const left = await storedBytes(store.blobs);
  expect([left.has(anew), left.has(owned)]).toEqual([true, true]);
});

test('a survey that is killed goes on where it was, on another server too; two servers make no finding twice', async () => {
  await files(3);
  for (let number = 0; number < 5; number += 1) await plant(newKey(), Buffer.from('x'));
  const other = connectDatabase({ connectionString: world.connectionString, log: world.services.log });
  const job = valueOf(await startSurvey(services, administrator));
  let pages = 0;
  const listObjects: Blobs['listObjects'] = async (input) => {
    pages += 1;
    return await store.blobs.listObjects({ ...input, limit: 2 });
  };
  class Killed extends Error {}
  const listUploads: Blobs['listUploads'] = () => Promise.reject(new Killed());
  const small = { ...services, blobs: { ...store.blobs, listObjects } };
  // The database goes away in the middle, as it does for a server that dies.
  const dying = connectDatabase({ connectionString: world.connectionString, log: world.services.log });
  const running = runStorageJobs({ ...small, db: dying.db, blobs: { ...small.blobs, listUploads } });
  await Promise.race([running.catch(() => undefined), new Promise((resolve) => setTimeout(resolve, 30))]);
  await dying.close();
  await running.catch(() => undefined);
  await services.db
    .updateTable('storage_job')
    .set({ state: 'running', finished_at: null, stop_reason: null })
    .where('id', '=', job.id)
    .execute();
  await Promise.all([runStorageJobs(small), runStorageJobs({ ...small, db: other.db })]);
  const done = valueOf(await getJob(services, administrator, job.id));
  expect(done.state).toBe('done');
  expect(pages).toBeGreaterThan(3);
  expect((await findings(job.id)).length).toBe(5);
  await other.close();
});

test('one job at a time; asking twice is asking once; a cancelled one ends', async () => {
  const [one, two] = await Promise.all([
    startSurvey(services, administrator),
    startSurvey(services, administrator),
  ]);
  expect(valueOf(one).id).toBe(valueOf(two).id);
  expect(valueOf(await cancelJob(services, administrator, valueOf(one).id))).toMatchObject({
    state: 'cancelled',
  });
  expect(await runStorageJobs(services)).toBe(0);
  const done = await survey();
  const first = valueOf(await startRepair(services, administrator, { surveyId: done.id, allowMany: false }));
  const again = valueOf(await startRepair(services, administrator, { surveyId: done.id, allowMany: false }));
  expect(again.id).toBe(first.id);
  expect(errorOf(await startSurvey(services, administrator))).toEqual({ code: 'job_conflict' });
  await runStorageJobs(services);
  world.clock.advance(DAY_MS + 1);
  expect(
    errorOf(await startRepair(services, administrator, { surveyId: done.id, allowMany: false })),
  ).toEqual({
    code: 'job_conflict',
  });
});

test('members see none of it, auditors look, administrators act', async () => {
  const member = owner.person;
  const auditor: Person = { ...member, role: 'auditor' };
  const job = await survey();
  expect(errorOf(await startSurvey(services, member)).code).toBe('not_allowed');
  expect(errorOf(await startSurvey(services, auditor)).code).toBe('not_allowed');
  expect(errorOf(await getJob(services, member, job.id)).code).toBe('not_allowed');
  expect(valueOf(await getJob(services, auditor, job.id)).id).toBe(job.id);
  const asked = { surveyId: job.id, allowMany: false };
  expect(errorOf(await startRepair(services, auditor, asked)).code).toBe('not_allowed');
  expect(errorOf(await cancelJob(services, auditor, job.id)).code).toBe('not_allowed');
  expect(errorOf(await getJob(services, administrator, randomUUID())).code).toBe('job_not_found');
});

test('what was purged is no finding while it waits, nor after', async () => {
  const node = await uploaded(services, owner, { name: 'a', bytes: Buffer.alloc(10, 1) });
  await trashNodes(services, owner.person, [node.id]);
  world.clock.advance(31 * DAY_MS);
  await purgeTrash(services);
  expect((await findings((await survey()).id)).length).toBe(0);
  world.clock.advance(15 * DAY_MS);
  await deleteDueBlobs(services);
  expect((await findings((await survey()).id)).length).toBe(0);
});
