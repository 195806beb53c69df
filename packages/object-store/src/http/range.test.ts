import { expect, test } from 'vitest';
import { parseRange } from './range.ts';

test.each([
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=0-99', { start: 0, end: 100 }],
  ['bytes=0-1000', { start: 0, end: 100 }],
  ['bytes=99-', { start: 99, end: 100 }],
  ['bytes=-1', { start: 99, end: 100 }],
  ['bytes=-1000', { start: 0, end: 100 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=5-4', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=0x1-2', 'whole'],
  ['items=0-1', 'whole'],
  ['bytes=10-99999999999999999999', { start: 10, end: 100 }],
  ['bytes=-99999999999999999999', { start: 0, end: 100 }],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=99999999999999999999-99999999999999999999', 'unsatisfiable'],
  ['bytes=99999999999999999999-99999999999999999998', 'whole'],
  [undefined, 'whole'],
] as const)('%s of a hundred bytes', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected);
});

test('no range of an empty object is satisfiable', () => {
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(parseRange('bytes=-5', 0)).toBe('unsatisfiable');
});
