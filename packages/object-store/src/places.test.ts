import { expect, test } from 'vitest';
import { Places } from './places.ts';

function takeAll(places: Places, holders: readonly string[]): readonly (() => void)[] {
  const taken: (() => void)[] = [];
  for (let leave = places.take(holders); leave !== undefined; leave = places.take(holders)) taken.push(leave);
  return taken;
}

test('whoever nobody counts gets all places, and what is given back can be taken again', () => {
  const places = new Places(16);
  const taken = takeAll(places, []);
  expect(taken).toHaveLength(16);
  taken[0]?.();
  expect(takeAll(places, [])).toHaveLength(1);
});

test('one holder alone gets three quarters; those who come later find room, be it less each time', () => {
  const places = new Places(512);
  const first = takeAll(places, ['a']);
  expect(first).toHaveLength(384);
  expect(takeAll(places, ['b'])).toHaveLength(96);
  expect(takeAll(places, ['c'])).toHaveLength(24);
  for (const leave of first.slice(0, 200)) leave();
  expect(takeAll(places, ['c']).length).toBeGreaterThan(100);
});

test('a place counts for the key and for the address, and either may have enough', () => {
  const places = new Places(16);
  takeAll(places, ['key a', 'address a']);
  expect(places.take(['key a', 'address b'])).toBeUndefined();
  expect(places.take(['key b', 'address a'])).toBeUndefined();
  expect(places.take(['key b', 'address b'])).toBeDefined();
});

test.each([1, 2, 3])('of %i places one holder gets all', (max) => {
  expect(takeAll(new Places(max), ['a'])).toHaveLength(max);
});
