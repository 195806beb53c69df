import { expect, test } from 'vitest';
import { failureOfAnswer } from './s3-failures.ts';

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
