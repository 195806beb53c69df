import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  HeadObjectCommand,
  type ObjectIdentifier,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDirectStore } from '../testing/direct-store.world.ts';
import { BUCKET, type LiveStore, startLiveStore } from '../testing/live-store.world.ts';

let store: LiveStore;
beforeAll(async () => {
  store = await startLiveStore();
});
afterAll(() => store.close());

const at = (key: string) => ({ Bucket: BUCKET, Key: key });
const put = async (key: string) => {
  await store.client.send(new PutObjectCommand({ ...at(key), Body: 'seven b' }));
  return store.client.send(new HeadObjectCommand(at(key)));
};
const isThere = async (key: string): Promise<boolean> => {
  try {
    await store.client.send(new HeadObjectCommand(at(key)));
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'NotFound') return false;
    throw error;
  }
};

const FALSE_CONDITIONS: readonly (readonly [string, Omit<ObjectIdentifier, 'Key'>])[] = [
  ['ETag', { ETag: '"0123456789abcdef0123456789abcdef"' }],
  ['size', { Size: 8 }],
  ['time', { LastModifiedTime: new Date('2020-01-01T00:00:00Z') }],
];

test.each(FALSE_CONDITIONS)(
  'in a batch, an object with another %s is not deleted, and the others are',
  async (_, condition) => {
    await put('first');
    await put('second');
    const answer = await store.client.send(
      new DeleteObjectsCommand({
        Bucket: BUCKET,
        Delete: { Objects: [{ Key: 'first', ...condition }, { Key: 'second' }] },
      }),
    );
    expect(answer.Errors).toMatchObject([{ Key: 'first', Code: 'PreconditionFailed' }]);
    expect(answer.Deleted).toMatchObject([{ Key: 'second' }]);
    expect(await isThere('first')).toBe(true);
    expect(await isThere('second')).toBe(false);
  },
);

test('in a batch, an object with matching ETag, size and time is deleted, and a missing one does not match', async () => {
  const { ETag, ContentLength, LastModified } = await put('fits');
  const seen = { ETag, Size: ContentLength, LastModifiedTime: LastModified };
  const answer = await store.client.send(
    new DeleteObjectsCommand({
      Bucket: BUCKET,
      Delete: {
        Quiet: true,
        Objects: [{ Key: 'fits', ...seen }, { Key: 'absent', ...seen }, { Key: 'nothing' }],
      },
    }),
  );
  expect(answer.Deleted).toBeUndefined();
  expect(answer.Errors).toMatchObject([{ Key: 'absent', Code: 'NoSuchKey' }]);
  expect(await isThere('fits')).toBe(false);
});

test.each([
  ['ETag', { IfMatch: '"0123456789abcdef0123456789abcdef"' }],
  ['size', { IfMatchSize: 8 }],
  ['time', { IfMatchLastModifiedTime: new Date('2020-01-01T00:00:00Z') }],
])('a deletion with another %s is rejected', async (_, condition) => {
  await put('single');
  const refused = store.client.send(new DeleteObjectCommand({ ...at('single'), ...condition }));
  await expect(refused).rejects.toMatchObject({ name: 'PreconditionFailed' });
  expect(await isThere('single')).toBe(true);
});

test('a deletion that matches in everything is carried out', async () => {
  const { ETag, ContentLength, LastModified } = await put('single');
  await store.client.send(
    new DeleteObjectCommand({
      ...at('single'),
      IfMatch: ETag,
      IfMatchSize: ContentLength,
      IfMatchLastModifiedTime: LastModified,
    }),
  );
  expect(await isThere('single')).toBe(false);
});

test('a condition that is not a size is rejected, and no deletion of the request runs', async () => {
  await put('first');
  const many = new DeleteObjectsCommand({
    Bucket: BUCKET,
    Delete: { Objects: [{ Key: 'first' }, { Key: 'second', Size: -1 }] },
  });
  await expect(store.client.send(many)).rejects.toMatchObject({ name: 'MalformedXML' });
  expect(await isThere('first')).toBe(true);
});

test('a document that is not UTF-8 deletes nothing', async () => {
  const direct = await openDirectStore();
  try {
    const replaced = 'caf\ufffd';
    await direct.send('PUT', replaced, { body: Buffer.from('x') });
    const body = Buffer.from('<Delete><Object><Key>caf\xe9</Key></Object></Delete>', 'latin1');
    const answer = await direct.send('POST', '', { query: [['delete', '']], body });
    expect(answer.status).toBe(400);
    expect((await answer.body()).toString()).toContain('<Code>MalformedXML</Code>');
    expect((await direct.send('HEAD', replaced)).status).toBe(200);
  } finally {
    await direct.close();
  }
});
