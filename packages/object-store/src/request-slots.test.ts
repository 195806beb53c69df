import { expect, test } from 'vitest';
import { RequestSlots } from './request-slots.ts';

function acquireAll(slots: RequestSlots, holders: readonly string[]): readonly (() => void)[] {
  const acquired: (() => void)[] = [];
  for (let release = slots.acquire(holders); release !== undefined; release = slots.acquire(holders))
    acquired.push(release);
  return acquired;
}

test('requests without a holder get all slots, and a released slot can be acquired again', () => {
  const slots = new RequestSlots(16);
  const acquired = acquireAll(slots, []);
  expect(acquired).toHaveLength(16);
  acquired[0]?.();
  expect(acquireAll(slots, [])).toHaveLength(1);
});

test('a single holder gets three quarters of the slots, and each later one fewer', () => {
  const slots = new RequestSlots(512);
  const first = acquireAll(slots, ['a']);
  expect(first).toHaveLength(384);
  expect(acquireAll(slots, ['b'])).toHaveLength(96);
  expect(acquireAll(slots, ['c'])).toHaveLength(24);
  for (const release of first.slice(0, 200)) release();
  expect(acquireAll(slots, ['c']).length).toBeGreaterThan(100);
});

test('a slot counts for the key and for the address, and either may reach its limit', () => {
  const slots = new RequestSlots(16);
  acquireAll(slots, ['key a', 'address a']);
  expect(slots.acquire(['key a', 'address b'])).toBeUndefined();
  expect(slots.acquire(['key b', 'address a'])).toBeUndefined();
  expect(slots.acquire(['key b', 'address b'])).toBeDefined();
});

test.each([1, 2, 3])('of %i slots, a single holder gets all', (max) => {
  expect(acquireAll(new RequestSlots(max), ['a'])).toHaveLength(max);
});
