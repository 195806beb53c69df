import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectsCommand,
  ListObjectVersionsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LiveStore, startLiveStore } from '../testing/live-store.world.ts';

let store: LiveStore;
beforeAll(async () => {
  store = await startLiveStore();
});
afterAll(() => store.close());

const KEYS = ['a', 'b/1', 'b/2', 'c d', 'é'];
const fill = async (Bucket: string): Promise<void> => {
  await store.client.send(new CreateBucketCommand({ Bucket }));
  for (const Key of KEYS) await store.client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
};

test('each object is the latest version of its key, with the id "null"', async () => {
  await fill('listed');
  const answer = await store.client.send(new ListObjectVersionsCommand({ Bucket: 'listed', Delimiter: '/' }));
  expect(answer.Versions?.map(({ Key }) => Key)).toEqual(['a', 'c d', 'é']);
  expect(answer.CommonPrefixes).toEqual([{ Prefix: 'b/' }]);
  expect(answer.Versions?.[0]).toMatchObject({
    VersionId: 'null',
    IsLatest: true,
    Size: 1,
    StorageClass: 'STANDARD',
  });
  expect(answer.DeleteMarkers).toBeUndefined();
  expect(answer.IsTruncated).toBe(false);
});

test.each([1, 2, 3])('pages of %i name each key once', async (MaxKeys) => {
  const Bucket = `pages-of-${MaxKeys}`;
  await fill(Bucket);
  const keys: (string | undefined)[] = [];
  for await (const page of paginateVersions(Bucket, MaxKeys)) keys.push(...page);
  expect(keys).toEqual(KEYS);
});

async function* paginateVersions(Bucket: string, MaxKeys: number) {
  let marker: { KeyMarker?: string; VersionIdMarker?: string } | undefined = {};
  while (marker !== undefined) {
    const input = { Bucket, MaxKeys, ...marker };
    const answer: Awaited<ReturnType<typeof list>> = await list(input);
    yield answer.Versions?.map(({ Key }) => Key) ?? [];
    const { NextKeyMarker, NextVersionIdMarker } = answer;
    marker =
      NextKeyMarker === undefined
        ? undefined
        : {
            KeyMarker: NextKeyMarker,
            ...(NextVersionIdMarker === undefined ? {} : { VersionIdMarker: NextVersionIdMarker }),
          };
  }
}

const list = (input: ConstructorParameters<typeof ListObjectVersionsCommand>[0]) =>
  store.client.send(new ListObjectVersionsCommand(input));

test('a tool that deletes all versions of a bucket empties it', async () => {
  await fill('emptied');
  const { Versions = [] } = await list({ Bucket: 'emptied' });
  const Objects = Versions.map(({ Key, VersionId }) => ({ Key, VersionId }));
  const answer = await store.client.send(
    new DeleteObjectsCommand({ Bucket: 'emptied', Delete: { Objects } }),
  );
  expect(answer.Deleted?.map(({ Key, VersionId }) => [Key, VersionId])).toEqual(
    KEYS.map((key) => [key, 'null']),
  );
  await store.client.send(new DeleteBucketCommand({ Bucket: 'emptied' }));
});

test.each([
  ['without a key', { VersionIdMarker: 'null' }],
  ['that does not exist', { KeyMarker: 'a', VersionIdMarker: 'other' }],
])('a version marker %s is rejected', async (_, markers) => {
  const refused = list({ Bucket: 'listed', ...markers });
  await expect(refused).rejects.toMatchObject({ name: 'InvalidArgument' });
});
