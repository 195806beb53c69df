import { expect, test } from 'vitest';
import { findInPage, pageTextOf, piecesOf } from './find-in-page.ts';

const PAGE = pageTextOf([
  { str: 'The Bit', hasEOL: false },
  { str: 'tern needs', hasEOL: true },
  { str: 'old réed. BITTERN', hasEOL: false },
]);
const WHERE = { page: 3, max: 100 };

test('words are found over pieces and lines, whatever their case and accents', () => {
  expect(findInPage(PAGE, 'bittern', WHERE).map(({ words }) => words)).toEqual(['Bittern', 'BITTERN']);
  expect(findInPage(PAGE, ' needs  old reed', WHERE)).toEqual([
    { page: 3, from: 12, to: 26, before: 'The Bittern ', words: 'needs old réed', after: '. BITTERN' },
  ]);
  expect(findInPage(PAGE, '   ', WHERE)).toEqual([]);
  expect(findInPage(PAGE, 'e', { page: 1, max: 2 })).toHaveLength(2);
});

test('a match is marked in each piece that it covers', () => {
  const [match] = findInPage(PAGE, 'bittern needs old', WHERE);
  if (match === undefined) throw new Error('nothing found');
  expect(piecesOf(PAGE, match)).toEqual([
    { piece: 0, from: 4, to: 7 },
    { piece: 1, from: 0, to: 10 },
    { piece: 2, from: 0, to: 3 },
  ]);
});

test('letters that change their length keep their place', () => {
  const page = pageTextOf([{ str: 'İstanbul ﬁnd ẞ x', hasEOL: false }]);
  const [match] = findInPage(page, 'x', WHERE);
  expect(page.text.slice(match?.from, match?.to)).toBe('x');
});
