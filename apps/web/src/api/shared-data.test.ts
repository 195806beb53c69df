import { expect, test } from 'vitest';
import { sharedData } from './shared-data.ts';

const row = (id: string, name: string) => ({ id, name, tags: ['a', 'b'] });

test('what is equal is the same object', () => {
  const before = { total: 2, items: [row('1', 'one'), row('2', 'two')] };
  expect(sharedData(before, structuredClone(before))).toBe(before);
});

test('only what changed is another object', () => {
  const before = { total: 2, items: [row('1', 'one'), row('2', 'two')], facts: { a: 1 } };
  const after = { total: 2, items: [row('1', 'one'), row('2', 'zwei')], facts: { a: 1 } };
  const shared = sharedData(before, after);
  expect(shared).toEqual(after);
  expect(shared).not.toBe(before);
  expect(shared).toMatchObject({ items: [before.items[0], { name: 'zwei' }] });
  expect(partsOf(shared).get('facts')).toBe(before.facts);
  expect(partsOf(partsOf(shared).get('items')).get('0')).toBe(before.items[0]);
});

test.each([
  [[1, 2], [1]],
  [[1], [1, 2]],
  [{ a: 1 }, { a: 1, b: 2 }],
  [{ a: 1, b: 2 }, { a: 1 }],
  [{ a: undefined }, { b: undefined }],
  [{ 0: 'a' }, ['a']],
  [['a'], { 0: 'a' }],
  [null, { a: 1 }],
  [{ a: 1 }, null],
  [undefined, 'text'],
  [{ a: null }, { a: {} }],
])('from %j comes %j', (before, after) => {
  const shared = sharedData(before, after);
  expect(shared).toStrictEqual(after);
  expect(Array.isArray(shared)).toBe(Array.isArray(after));
});

test('a member called __proto__ stays a member', () => {
  const before: unknown = JSON.parse('{"__proto__":{"a":1},"b":1}');
  const after: unknown = JSON.parse('{"__proto__":{"a":1},"b":2}');
  const shared = sharedData(before, after);
  expect(JSON.stringify(shared)).toBe('{"__proto__":{"a":1},"b":2}');
});

function partsOf(value: unknown): ReadonlyMap<string, unknown> {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}
