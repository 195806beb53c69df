import { expect, test } from 'vitest';
import { nameSort, numberedNames, sortOf } from './model.ts';

const sorted = (names: readonly string[]): readonly string[] =>
  names.toSorted((a, b) => Buffer.compare(Buffer.from(nameSort(a)), Buffer.from(nameSort(b))));

test('runs of digits compare by their value', () => {
  const names = ['img100', 'img2', 'img10', 'img1', 'img', 'img02b', 'img9999999999999999999999', 'img3'];
  expect(sorted(names)).toEqual([
    'img',
    'img1',
    'img2',
    'img02b',
    'img3',
    'img10',
    'img100',
    'img9999999999999999999999',
  ]);
});

test('case and accents decide only between names that are the same otherwise', () => {
  expect(sorted(['zebra', 'Äpfel', 'apfelmus', 'APFEL', 'ähre', 'Éclair', 'eclairs'])).toEqual([
    'ähre',
    'APFEL',
    'Äpfel',
    'apfelmus',
    'Éclair',
    'eclairs',
    'zebra',
  ]);
});

test('names with one key have a fixed order, and names with different keys never equal', () => {
  expect(nameSort('Straße')).toBe(nameSort('STRASSE'));
  expect(nameSort('e\u0301')).toBe(nameSort('\u00e9'));
  const names = ['a1', 'a01', 'a001', 'ä', 'a', 'å', 'a 1', '1', '01', '0', '00'];
  expect(new Set(names.map(nameSort)).size).toBe(names.length);
});

test('a name is before every longer name that begins with it', () => {
  expect(sorted(['a b', 'a', 'ab', 'a1', 'a!'])[0]).toBe('a');
});

test('the longest names have a key that fits an index', () => {
  for (const name of ['1a'.repeat(127), 'é1'.repeat(85), 'ΐ'.repeat(127), '9'.repeat(255)]) {
    expect(Buffer.byteLength(nameSort(name))).toBeLessThan(2_000);
  }
});

test('every digit run of 255 characters keeps its length in two hex digits', () => {
  expect(sorted(['9'.repeat(254), '1'.repeat(255)])).toEqual(['9'.repeat(254), '1'.repeat(255)]);
});

test('folders keep the order of names where the sort is by what they do not have', () => {
  expect(sortOf('folder', 'size', 'desc')).toEqual({ key: 'name', order: 'asc' });
  expect(sortOf('folder', 'kind', 'desc')).toEqual({ key: 'name', order: 'asc' });
  expect(sortOf('folder', 'name', 'desc')).toEqual({ key: 'name', order: 'desc' });
  expect(sortOf('file', 'size', 'desc')).toEqual({ key: 'size', order: 'desc' });
});

test('numbers go before the extension', () => {
  expect(numberedNames('a.txt', 2, 2)).toEqual(['a (2).txt', 'a (3).txt']);
});
