import { expect, test } from 'vitest';
import { languageName } from './language-name.ts';

test.each([
  ['ar', 'Arabic'],
  ['pt-BR', 'Brazilian Portuguese'],
  ['de.forced', 'German forced'],
  ['pt-br-sdh', 'pt-br-sdh'],
  ['en-v2', 'en-v2'],
  ['ep-01', 'ep-01'],
  ['Director', 'Director'],
  ['', ''],
])('subtitles labelled %j are called %j', (label, name) => {
  expect(languageName(label, 'en')).toBe(name);
});
