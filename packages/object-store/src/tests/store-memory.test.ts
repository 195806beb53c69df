import { request } from 'node:http';
import { Readable } from 'node:stream';
import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { KIB, MIB } from '@coffer/kit';
import { afterEach, expect, test } from 'vitest';
import { blockPool } from '../disk/blobs/block-pool.ts';
import { BUCKET, bytes, type LiveStore, startLiveStore } from '../testing/live-store.world.ts';
import { bundleBody, bundleFields, policyFile } from '../testing/signed-bundle.world.ts';
import { FORM_TYPE } from '../testing/signed-form.world.ts';

let store: LiveStore;
afterEach(async () => {
  await store.close();
});

function acquireAllShared(): number {
  let count = 0;
  while (blockPool.acquireShared()) count += 1;
  return count;
}

function releaseShared(count: number): void {
  for (let i = 0; i < count; i += 1) blockPool.releaseShared();
}

function sharedBlocks(): number {
  const count = acquireAllShared();
  releaseShared(count);
  return count;
}

test('long bodies, framed or not, and their responses need no shared block', async () => {
  store = await startLiveStore();
  const body = bytes(3 * MIB + 77);
  const url = await store.presign(new PutObjectCommand({ Bucket: BUCKET, Key: 'plain' }));
  const count = acquireAllShared();
  try {
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => (await fetch(url, { method: 'PUT', body })).status),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    const Body = Readable.from([body.subarray(0, MIB), body.subarray(MIB)]);
    const framed = { Bucket: BUCKET, Key: 'framed', Body, ContentLength: body.length };
    await store.client.send(new PutObjectCommand(framed));
    for (const Key of ['plain', 'framed']) {
      const answer = await store.client.send(new GetObjectCommand({ Bucket: BUCKET, Key }));
      const read = await answer.Body?.transformToByteArray();
      expect(read !== undefined && body.equals(read)).toBe(true);
    }
  } finally {
    releaseShared(count);
  }
}, 600_000);

test('bodies and responses that end early, or are rejected, return their shared blocks', async () => {
  store = await startLiveStore();
  const body = bytes(24 * MIB);
  const before = sharedBlocks();
  const url = await store.presign(new PutObjectCommand({ Bucket: BUCKET, Key: 'key' }));
  for (let i = 0; i < 3; i += 1) {
    const wrong = await fetch(url, {
      method: 'PUT',
      body,
      headers: { 'content-md5': Buffer.alloc(16).toString('base64') },
    });
    expect(wrong.status).toBe(400);
    const left = request(url, { method: 'PUT', headers: { 'content-length': body.length } });
    left.on('error', () => undefined);
    await new Promise((resolve) => left.write(body.subarray(0, 5 * MIB + KIB), resolve));
    left.destroy();
  }
  expect((await fetch(url, { method: 'PUT', body })).status).toBe(200);
  const source = await store.presign(new GetObjectCommand({ Bucket: BUCKET, Key: 'key' }));
  for (let i = 0; i < 3; i += 1) {
    const answer = await fetch(source);
    await answer.body?.cancel();
  }
  await expect.poll(sharedBlocks, { timeout: 60_000 }).toBe(before);
}, 600_000);

test('bundles need no shared block, and return theirs', async () => {
  store = await startLiveStore();
  const before = sharedBlocks();
  const files = Array.from({ length: 50 }, (_, i) => bytes(60 * KIB, i));
  const send = async (name: string): Promise<number> => {
    const fields = bundleFields(files.map((file, i) => policyFile(`${name}/${i}`, file)));
    const headers = { 'content-type': FORM_TYPE };
    const body = bundleBody(fields, files);
    return (await fetch(`${store.url}/${BUCKET}`, { method: 'POST', headers, body })).status;
  };
  const names = ['a', 'b', 'c', 'd'];
  const count = acquireAllShared();
  try {
    expect(new Set(await Promise.all(names.map(send)))).toEqual(new Set([200]));
  } finally {
    releaseShared(count);
  }
  expect(new Set(await Promise.all(names.map(send)))).toEqual(new Set([200]));
  await expect.poll(sharedBlocks, { timeout: 60_000 }).toBe(before);
}, 600_000);
