import { expect, test } from 'vitest';
import { addressGroup, oldestOfBusiestAddress } from './fair-share.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1:2:3', '2001:db8:0:0'],
  ['2001:db8::', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('the address %s counts as %s', (address, group) => {
  expect(addressGroup(address)).toBe(group);
});

test('the oldest item of the address with the highest weight is selected', () => {
  const items = [
    { address: 'a', weight: 5 },
    { address: 'b', weight: 1 },
    { address: 'b', weight: 1 },
  ];
  expect(oldestOfBusiestAddress(items, () => 1)).toBe(items[1]);
  expect(oldestOfBusiestAddress(items, ({ weight }) => weight)).toBe(items[0]);
  expect(oldestOfBusiestAddress([], () => 1)).toBeUndefined();
});
