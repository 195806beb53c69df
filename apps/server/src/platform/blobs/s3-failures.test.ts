import { createServer } from 'node:http';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { s3Client } from './s3-client.ts';
import { failureOfAnswer, storeFailureOf } from './s3-failures.ts';

test.each([
  [503, 'SlowDown', { code: 'store_unavailable' }],
  [500, 'InternalError', { code: 'store_unavailable' }],
  [429, 'TooManyRequests', { code: 'store_unavailable' }],
  [403, 'AccessDenied', { code: 'store_refused', diagnosis: 'AccessDenied' }],
  [418, 'not a name!', { code: 'store_refused', diagnosis: 'http_418' }],
  [507, 'InsufficientStorage', { code: 'store_refused', diagnosis: 'InsufficientStorage' }],
  [507, 'XMinioStorageFull', { code: 'store_refused', diagnosis: 'InsufficientStorage' }],
])('%i %s', (status, name, failure) => {
  expect(failureOfAnswer(status, name)).toEqual(failure);
});

test.each(['ECONNRESET', 'EAI_AGAIN', 'ERR_STREAM_PREMATURE_CLOSE', 'UND_ERR_SOCKET'])(
  'a code that ends with %s is temporary',
  (code) => {
    const error = Object.assign(new Error('lost'), { code });
    expect(storeFailureOf(error)).toEqual({ code: 'store_unavailable' });
    expect(storeFailureOf(new TypeError('fetch failed', { cause: error }))).toEqual({
      code: 'store_unavailable',
    });
  },
);

test('an error unrelated to the store is rethrown', () => {
  expect(() => storeFailureOf(new RangeError('a bug'))).toThrow('a bug');
});

test('an object whose bytes stop coming ends with an error', async () => {
  const silent = createServer((_, response) => {
    response.writeHead(200, { 'content-length': '1000000', etag: '"x"' });
    response.write(Buffer.alloc(1_000));
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const access = { endpoint: `http://127.0.0.1:${port}`, region: 'any', forcePathStyle: true };
  const client = s3Client({ ...access, accessKeyId: 'a', secretAccessKey: 'b' }, { silenceMs: 200 });
  try {
    const { Body: body } = await client.send(new GetObjectCommand({ Bucket: 'b', Key: 'k' }));
    await expect(body?.transformToByteArray()).rejects.toThrow('inactivity');
  } finally {
    client.destroy();
    silent.closeAllConnections();
    silent.close();
  }
});
