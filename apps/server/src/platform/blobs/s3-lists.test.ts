import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultyProxy, startFaultyProxy } from '../../live-store-faults.contract.ts';
import {
  BUCKET,
  CREDENTIAL,
  REGION,
  startStoreWorld,
  startWorld,
  type StoreWorld,
  valueOf,
  type World,
} from '../../live.world.ts';
import { s3Client } from './s3-client.ts';
import { s3Lists } from './s3-lists.ts';

let world: World;
let store: StoreWorld;
let proxy: FaultyProxy;

beforeAll(async () => {
  world = await startWorld();
  store = await startStoreWorld(world.services.log);
  proxy = await startFaultyProxy(store.url);
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

async function openUpload(key: string): Promise<string> {
  const id = randomUUID();
  const metadata = {
    spaceId: id,
    nodeId: id,
    versionId: id,
    parentId: id,
    name: 'a',
    authorId: id,
    at: new Date(),
  };
  return valueOf(await store.blobs.createMultipart({ key, mediaType: 'text/plain', metadata }))
    .providerUploadId;
}

function listsBelow(prefix: string): ReturnType<typeof s3Lists> {
  const access = { endpoint: proxy.url, region: REGION, ...CREDENTIAL, forcePathStyle: true };
  return s3Lists({ client: s3Client(access), bucket: BUCKET, prefix });
}

test('if the store lists uploads of the whole bucket, only those below the prefix are returned', async () => {
  const ours = await openUpload('coffer/blobs/aa/one');
  await openUpload('another/blobs/aa/one');
  const asked: string[] = [];
  proxy.plant({
    before: ({ url }) => {
      const prefix = url.searchParams.get('prefix');
      if (url.searchParams.has('uploads')) asked.push(prefix ?? 'the whole bucket');
      return url.searchParams.has('uploads') && prefix !== null
        ? {
            status: 200,
            headers: {},
            body: Buffer.from('<?xml version="1.0"?><ListMultipartUploadsResult/>'),
          }
        : undefined;
    },
  });
  const { uploads, next } = valueOf(await listsBelow('coffer/blobs/').listUploads({ after: undefined }));
  expect(uploads.map(({ key, providerUploadId }) => [key, providerUploadId])).toEqual([
    ['coffer/blobs/aa/one', ours],
  ]);
  expect(next).toBeUndefined();
  expect(asked).toEqual(['coffer/blobs/', 'the whole bucket']);
});

test('a store that lists uploads by prefix is asked once', async () => {
  let asked = 0;
  proxy.plant({
    before: ({ url }) => {
      if (url.searchParams.has('uploads')) asked += 1;
      return undefined;
    },
  });
  const { uploads } = valueOf(await listsBelow('coffer/blobs/').listUploads({ after: undefined }));
  expect(uploads.length).toBe(1);
  expect(asked).toBe(1);
});
