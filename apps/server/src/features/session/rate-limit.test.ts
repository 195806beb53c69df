import { manualClock } from '@coffer/testing';
import { expect, test } from 'vitest';
import { createRateLimit, networkOf } from './rate-limit.ts';

test('a burst is granted, then one try an interval, and the refusal says when', () => {
  const clock = manualClock();
  const limit = createRateLimit({ clock, burst: 3, intervalMs: 1_000, keysMax: 10 });
  expect([1, 2, 3].map(() => limit.take('a'))).toEqual([undefined, undefined, undefined]);
  const retryAt = limit.take('a');
  expect(retryAt).toEqual(new Date(clock.now().getTime() + 1_000));
  expect(limit.take('b')).toBeUndefined();
  clock.advance(999);
  expect(limit.take('a')).toBeDefined();
  clock.advance(1);
  expect(limit.take('a')).toBeUndefined();
  expect(limit.take('a')).toBeDefined();
  clock.advance(60_000);
  expect([1, 2, 3].map(() => limit.take('a'))).toEqual([undefined, undefined, undefined]);
  expect(limit.take('a')).toBeDefined();
});

test('the longest unused key is forgotten when there are too many', () => {
  const limit = createRateLimit({ clock: manualClock(), burst: 1, intervalMs: 1_000, keysMax: 2 });
  for (const key of ['a', 'b', 'c']) expect(limit.take(key)).toBeUndefined();
  expect(limit.take('c')).toBeDefined();
  expect(limit.take('a')).toBeUndefined();
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%j counts as %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
