import { expect, test } from 'vitest';
import { rowsMoved } from './rows-moved.ts';

const LETTERS = Array.from('abcdefghij');
const shown = new Map(Array.from('defg').map((letter, position) => [position + 3, letter]));
const moved = (rows: readonly (string | undefined)[]): number => rowsMoved(shown, (index) => rows[index]);

test('rows that stay have not moved', () => {
  expect(moved(LETTERS)).toBe(0);
  expect(moved([...LETTERS, 'new'])).toBe(0);
});

test('rows added or removed above shift the rest', () => {
  expect(moved(['new', 'newer', ...LETTERS])).toBe(2);
  expect(moved(LETTERS.slice(1))).toBe(-1);
});

test('one row that is renamed away does not move the others', () => {
  expect(moved(Array.from('dabcefghij'))).toBe(0);
  expect(moved(Array.from('abcefghijd'))).toBe(-1);
});

test('another order, another list and rows on their way move nothing', () => {
  expect(moved(LETTERS.toReversed())).toBe(0);
  expect(moved(Array.from('klmnopqrst'))).toBe(0);
  expect(moved([])).toBe(0);
});
