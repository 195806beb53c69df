import {
  DeleteBucketCorsCommand,
  GetBucketCorsCommand,
  GetObjectCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUCKET, bytes, codeOf, type LiveStore, startLiveStore } from '../testing/live-store.world.ts';
import { boundPut } from '../testing/presigned.world.ts';

const ORIGIN = 'https://app.example';

let store: LiveStore;
beforeAll(async () => {
  store = await startLiveStore({ corsOrigins: [ORIGIN] });
  await store.client.send(new PutObjectCommand({ ...at('read'), Body: 'to be read' }));
});
afterAll(() => store.close());

const at = (key: string) => ({ Bucket: BUCKET, Key: key });

test('an allowed origin gets preflight and response headers, with the headers a browser must read', async () => {
  const { url, headers } = await boundPut(store, 'cors', bytes(10));
  const preflight = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin: ORIGIN,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type,x-amz-checksum-sha256',
    },
  });
  expect(preflight.status).toBe(200);
  expect(preflight.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type, x-amz-checksum-sha256');
  const put = await fetch(url, { method: 'PUT', body: bytes(10), headers: { ...headers, origin: ORIGIN } });
  expect(put.headers.get('access-control-allow-origin')).toBe(ORIGIN);
  expect(put.headers.get('access-control-expose-headers')).toContain('ETag');
  expect(put.headers.get('access-control-expose-headers')).toContain('x-amz-checksum-sha256');
  expect(put.headers.get('vary')).toContain('Origin');
  const refused = await fetch(url, { method: 'PUT', body: 'x', headers: { origin: ORIGIN } });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, ORIGIN]);
});

test('another origin, another method and no origin get no CORS headers', async () => {
  const preflight = (origin: string, method: string) =>
    fetch(`${store.url}/${BUCKET}/x`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': method },
    });
  for (const [origin, method] of [
    ['https://evil.example', 'PUT'],
    [`${ORIGIN}.evil.example`, 'PUT'],
    ['null', 'PUT'],
    [ORIGIN, 'DELETE'],
    [ORIGIN, 'PATCH'],
  ] as const) {
    const answer = await preflight(origin, method);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'AccessForbidden']);
  }
  const url = await store.presign(new GetObjectCommand(at('read')));
  const other = await fetch(url, { headers: { origin: 'https://evil.example' } });
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
  expect(other.headers.get('vary')).toContain('Origin');
});

test('rules of a bucket replace the default ones, until they are deleted', async () => {
  const rule = {
    AllowedMethods: ['GET'],
    AllowedOrigins: ['https://*.example.org'],
    ExposeHeaders: ['ETag'],
    MaxAgeSeconds: 7,
  };
  await store.client.send(
    new PutBucketCorsCommand({ Bucket: BUCKET, CORSConfiguration: { CORSRules: [rule] } }),
  );
  const read = await store.client.send(new GetBucketCorsCommand({ Bucket: BUCKET }));
  expect(read.CORSRules).toMatchObject([rule]);
  const url = await store.presign(new GetObjectCommand(at('read')));
  const allowed = async (origin: string) =>
    (await fetch(url, { headers: { origin } })).headers.get('access-control-allow-origin');
  expect(await allowed('https://a.example.org')).toBe('https://a.example.org');
  expect(await allowed('https://example.org')).toBeNull();
  expect(await allowed(ORIGIN)).toBeNull();
  await store.client.send(new DeleteBucketCorsCommand({ Bucket: BUCKET }));
  expect(await allowed(ORIGIN)).toBe(ORIGIN);
  const gone = store.client.send(new GetBucketCorsCommand({ Bucket: BUCKET }));
  await expect(gone).rejects.toMatchObject({ name: 'NoSuchCORSConfiguration' });
});
