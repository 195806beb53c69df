import { expect, test } from 'vitest';
import { neighbour } from './neighbour.ts';

test.each([
  [undefined, 1, 'a'],
  [undefined, -1, 'c'],
  ['gone', 1, 'a'],
  ['a', 1, 'b'],
  ['c', 1, 'a'],
  ['a', -1, 'c'],
] as const)('from %j by %i is %j', (current, step, next) => {
  expect(neighbour<string>(['a', 'b', 'c'], current, step)).toBe(next);
});

test('an empty list has no neighbour', () => {
  expect(neighbour([], undefined, 1)).toBeUndefined();
});
