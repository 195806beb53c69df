import { createHash, randomUUID } from 'node:crypto';
import type { Person } from '@coffer/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { put, uploaded, type UploadServices } from '../../live-upload.contract.ts';
import { startStoreWorld, startWorld, type StoreWorld, valueOf, type World } from '../../live.world.ts';
import { runStorageJobs } from './run-jobs.ts';
import { getJob, startRepair, startSurvey } from './storage-jobs.ts';

let world: World;
let store: StoreWorld;
let services: UploadServices;
let administrator: Person;
let lost: string;
let changed: string;

const newKey = (): string => store.blobs.keyFor(randomUUID());

beforeAll(async () => {
  world = await startWorld();
  store = await startStoreWorld(world.services.log);
  services = { ...world.services, blobs: store.blobs };
  const owner = await world.addOwner();
  administrator = { ...owner.person, role: 'administrator' };
  await uploaded(services, owner, { name: 'lost', bytes: Buffer.alloc(10, 1) });
  await uploaded(services, owner, { name: 'changed', bytes: Buffer.alloc(10, 2) });
  [lost = '', changed = ''] = (await services.db.selectFrom('blob').select('key').execute()).map(
    ({ key }) => key,
  );
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

async function plant(key: string, bytes: Buffer): Promise<void> {
  const digest = (name: string): string => createHash(name).update(bytes).digest('base64');
  const part = { sizeBytes: bytes.length, sha256: digest('sha256'), md5: digest('md5') };
  const metadata = {
    spaceId: randomUUID(),
    nodeId: randomUUID(),
    versionId: randomUUID(),
    parentId: randomUUID(),
    name: 'planted',
    authorId: randomUUID(),
    at: new Date(),
  };
  const signed = store.blobs.signPut({ key, part, mediaType: 'text/plain', metadata });
  expect(await put({ ...signed, headers: { ...signed.headers } }, bytes)).toBe(200);
}

async function survey() {
  const { id } = valueOf(await startSurvey(services, administrator));
  await runStorageJobs(services);
  return valueOf(await getJob(services, administrator, id));
}

async function repair(surveyId: string): Promise<void> {
  valueOf(await startRepair(services, administrator, { surveyId, allowMany: false }));
  await runStorageJobs(services);
}

const NOTHING = { orphan: 0, missing: 0, different: 0 };

test('a marked version and an object that was set aside are not found again, until they change', async () => {
  const key = newKey();
  await plant(key, Buffer.from('of nobody'));
  await plant(changed, Buffer.from('other'));
  valueOf(await store.blobs.remove(lost));
  const first = await survey();
  expect(first.counts).toMatchObject({ orphan: 1, missing: 1, different: 1 });
  expect((await survey()).counts).toMatchObject({ orphan: 1, missing: 1, different: 1 });
  const again = await survey();
  await repair(again.id);
  expect((await survey()).counts).toMatchObject({ ...NOTHING, objects: 2 });

  await plant(key, Buffer.from('written anew'));
  await plant(lost, Buffer.from('of another size'));
  valueOf(await store.blobs.remove(changed));
  expect((await survey()).counts).toMatchObject({ orphan: 1, missing: 1, different: 1 });
});
