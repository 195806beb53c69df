import { expect, test } from 'vitest';
import { soughtWords } from './sought-words.ts';

const snippet = { text: 'Two invoices from Paris, and one from Rome', ranges: [{ start: 4, end: 12 }] };

test.each([
  ['invoices from paris', 'invoices from paris'],
  ['“invoices from”', 'invoices from'],
  ['invoice rome', 'invoices'],
  ['paris -london', 'invoices'],
  ['""', 'invoices'],
])('the viewer looks for %s by %s', (q, words) => {
  expect(soughtWords(q, snippet)).toBe(words);
});

test('without a match in the text there is nothing to look for', () => {
  expect(soughtWords('invoice', null)).toBe('');
  expect(soughtWords('invoice', { text: 'Two invoices', ranges: [] })).toBe('');
});
