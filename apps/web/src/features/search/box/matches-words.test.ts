import { expect, test } from 'vitest';
import { matchesWords } from './matches-words.ts';

test.each([
  ['Harbour garden', 'gar', true],
  ['Harbour garden', 'garden harb', true],
  ['Harbour garden', 'arbour', false],
  ['Élan', 'elan', true],
  ['Trash', 'TRA', true],
  ['المهملات', 'المه', true],
  ['Trash', 'trash can', false],
])('%s, typed %s: %s', (label, typed, isMatch) => {
  expect(matchesWords(label, typed)).toBe(isMatch);
});
