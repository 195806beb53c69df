import { expect, test } from 'vitest';
import { findInPage, pageTextOf, itemRangesOf } from './find-in-page.ts';

const PAGE = pageTextOf([
  { str: 'The Bit', hasEOL: false },
  { str: 'tern needs', hasEOL: true },
  { str: 'old réed. BITTERN', hasEOL: false },
]);
const OPTIONS = { page: 3, max: 100 };

test('words are found across text items and lines, ignoring case and accents', () => {
  expect(findInPage(PAGE, 'bittern', OPTIONS).map(({ words }) => words)).toEqual(['Bittern', 'BITTERN']);
  expect(findInPage(PAGE, ' needs  old reed', OPTIONS)).toEqual([
    { page: 3, from: 12, to: 26, before: 'The Bittern ', words: 'needs old réed', after: '. BITTERN' },
  ]);
  expect(findInPage(PAGE, '   ', OPTIONS)).toEqual([]);
  expect(findInPage(PAGE, 'e', { page: 1, max: 2 })).toHaveLength(2);
});

test('a match is marked in each text item that it covers', () => {
  const [match] = findInPage(PAGE, 'bittern needs old', OPTIONS);
  if (match === undefined) throw new Error('nothing found');
  expect(itemRangesOf(PAGE, match)).toEqual([
    { item: 0, from: 4, to: 7 },
    { item: 1, from: 0, to: 10 },
    { item: 2, from: 0, to: 3 },
  ]);
});

test('characters that change their length when folded keep their offset', () => {
  const page = pageTextOf([{ str: 'İstanbul ﬁnd ẞ x', hasEOL: false }]);
  const [match] = findInPage(page, 'x', OPTIONS);
  expect(page.text.slice(match?.from, match?.to)).toBe('x');
});
