import { expect, test } from 'vitest';
import { compileMessage } from '../../../build/compile-catalogs.ts';
import { type MessageValues, formatMessage } from './message.ts';

const say = (source: string, values: MessageValues, locale = 'en'): string =>
  formatMessage(compileMessage(source), values, locale);

test('a message without values is returned unchanged', () => {
  expect(say('Hello', {})).toBe('Hello');
});

test('values are filled in, one that is missing is left out', () => {
  expect(say('{name}, {size}', { name: 'a', size: 5 })).toBe('a, 5');
  expect(say('Hello, {name}!', {})).toBe('Hello, !');
  expect(say('Hello, {constructor}!', {})).toBe('Hello, !');
});

test.each([
  [0, 'no files'],
  [1, '1 file'],
  [2, '2 files'],
  [12_345, '12,345 files'],
])('a plural of %i chooses its case', (count, words) => {
  expect(say('{count, plural, =0 {no files} one {# file} other {# files}}', { count })).toBe(words);
});

test('a case may hold values besides the number', () => {
  const source = 'In {place}: {count, plural, one {# file of {name}} other {# files of {name}}}.';
  expect(say(source, { count: 3, name: 'Ada', place: 'Files' })).toBe('In Files: 3 files of Ada.');
});

test('a number sign in a value is a number sign', () => {
  expect(say('{count, plural, one {{name}} other {# of {name}}}', { count: 2, name: '#' })).toBe('2 of #');
});

test.each([
  [0, 'zero'],
  [1, 'one'],
  [2, 'two'],
  [3, 'few'],
  [11, 'many'],
  [100, 'other'],
])('%i takes the case of its language', (count, words) => {
  const source = '{count, plural, zero {zero} one {one} two {two} few {few} many {many} other {other}}';
  expect(say(source, { count }, 'ar')).toBe(words);
});

test('a plural without its case says the other one', () => {
  expect(say('{count, plural, other {some}}', { count: 1 })).toBe('some');
});
