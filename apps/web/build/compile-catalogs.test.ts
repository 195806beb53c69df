import { expect, test } from 'vitest';
import { compileCatalog } from './compile-catalogs.ts';

test('messages become texts and lists of tokens', () => {
  const compiled: unknown = JSON.parse(
    compileCatalog('{"a":"Hello","b":"{n, plural, one {# file} other {# files}}"}'),
  );
  expect(compiled).toEqual({
    a: 'Hello',
    b: [['n', 'plural', { one: ['#', ' file'], other: ['#', ' files'] }]],
  });
});

test.each([
  ['[]', 'A catalog must be an object'],
  ['null', 'A catalog must be an object'],
  ['{"a":1}', 'The message a is not a string'],
  ['{"a":{"b":"c"}}', 'The message a is not a string'],
  ['{"a":"{open"}', 'Unexpected message end'],
  ['{"a":"{sex, select, other {they}}"}', 'Only values and plurals'],
  ['{"a":"{n, number}"}', 'Only values and plurals'],
  ['{"a":"{n, plural, offset:1 other {#}}"}', 'Plurals with an offset are not supported'],
  ['no json', 'JSON'],
])('the catalog %s ends the build', (source, words) => {
  expect(() => compileCatalog(source)).toThrow(words);
});
