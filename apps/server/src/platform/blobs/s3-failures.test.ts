import { expect, test } from 'vitest';
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
