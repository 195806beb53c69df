import { expect, test } from 'vitest';
import { isOverload, isTemporary } from './call-failure.ts';

test.each([408, 425, 429, 502, 503, 504, 522])('a store that answers %i is asked again', (status) => {
  expect(isOverload(status)).toBe(true);
});

test.each([206, 400, 403, 404, 416, 500, 501, 507])('an answer of %i is final', (status) => {
  expect(isOverload(status)).toBe(false);
});

test.each([
  { code: 'offline', is: true },
  { code: 'timed_out', is: true },
  { code: 'store_unavailable', status: 503, is: true },
  { code: 'unreadable_answer', status: 502, is: true },
  { code: 'unreadable_answer', status: 404, is: false },
  { code: 'rate_limited', status: 429, is: true },
  { code: 'not_allowed', status: 403, is: false },
  { code: 'internal', status: 500, is: false },
])('$code with status $status is temporary: $is', ({ is, ...failure }) => {
  expect(isTemporary(failure)).toBe(is);
});
