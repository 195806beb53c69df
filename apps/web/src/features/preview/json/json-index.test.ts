import { expect, test } from 'vitest';
import { indexJson, type JsonIndex, KIND, VALUES_MAX } from './json-index.ts';
import { nameOf, openAtFirst, pathOf, rowsOf, formatValue } from './json-rows.ts';

function indexOf(text: string): JsonIndex {
  const end = indexJson(text);
  if (typeof end === 'string' || 'invalidLine' in end) throw new Error(`not valid: ${JSON.stringify(end)}`);
  return end;
}

function shownOf(text: string): readonly (readonly [string | undefined, string])[] {
  const index = indexOf(text);
  return Array.from(rowsOf(index, new Uint8Array(index.length).fill(1)), (value) => [
    nameOf(index, value),
    (index.kind[value] ?? 0) <= KIND.array ? String(index.count[value]) : formatValue(index, value),
  ]);
}

test('values are shown as written in the file', () => {
  expect(shownOf('{"a": [1, -2.50e3, "x\\u00e9\\n"], "b": null, "c": {}}')).toEqual([
    [undefined, '3'],
    ['a', '3'],
    [undefined, '1'],
    [undefined, '-2.50e3'],
    [undefined, '“xé\n”'],
    ['b', 'null'],
    ['c', '0'],
  ]);
});

test('numbers are not rounded, and duplicate names and prototype names are kept', () => {
  expect(shownOf('{"a":12345678901234567890,"a":2,"__proto__":{"polluted":true},"constructor":1}')).toEqual([
    [undefined, '4'],
    ['a', '12345678901234567890'],
    ['a', '2'],
    ['__proto__', '1'],
    ['polluted', 'true'],
    ['constructor', '1'],
  ]);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('a depth of 100,000 is indexed, opened and named', () => {
  const depth = 100_000;
  const index = indexOf('['.repeat(depth) + ']'.repeat(depth));
  expect(index.length).toBe(depth);
  expect(rowsOf(index, new Uint8Array(index.length).fill(1))).toHaveLength(depth);
  expect(rowsOf(index, openAtFirst(index))).toHaveLength(3);
  expect(pathOf(index, depth - 1)).toMatch(/^… › 0/);
});

test('a collapsed value hides its children', () => {
  const index = indexOf('[[1,[2]],[3],4]');
  const isOpen = new Uint8Array(index.length);
  isOpen[0] = 1;
  expect(
    Array.from(rowsOf(index, isOpen), (value) => index.text.slice(index.from[value], index.to[value])),
  ).toEqual(['[[1,[2]],[3],4]', '[1,[2]]', '[3]', '4']);
  expect(pathOf(index, 4)).toBe('0 › 1 › 0');
});

const ROUND = [
  '[]',
  '{}',
  '1',
  '"a"',
  'null',
  ' [ ] ',
  '[1,2]',
  '{"a":{"b":[]}}',
  '\ufeff[1]',
  '"\\ud800"',
  '-0',
];
const BROKEN = [
  '{',
  '[1,]',
  '{"a"}',
  '{a:1}',
  "['x']",
  '[1 2]',
  '01',
  '1.',
  '+1',
  '"\n"',
  '[]]',
  '{"a":1,}',
  'nul',
  '[1,,2]',
  '[,1]',
  '{,}',
  '"\\x"',
  'NaN',
  '// x\n1',
  '[}',
];

test.each(ROUND)('%j is valid, as in JSON.parse', (text) => {
  expect(() => JSON.parse(text.replace('\ufeff', ''))).not.toThrow();
  expect(indexOf(text).length).toBeGreaterThan(0);
});

test.each(BROKEN)('%j is invalid, as in JSON.parse', (text) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(indexJson(text)).toMatchObject({ invalidLine: 1 });
});

test('the line of a syntax error is reported', () => {
  expect(indexJson('{\n"a": 1,\n"b": x\n}')).toEqual({ invalidLine: 3 });
});

test('a file of white space is empty', () => {
  expect(indexJson(' \n')).toBe('empty');
});

test('too many values for a tree are reported', () => {
  expect(indexJson(`[${'1,'.repeat(VALUES_MAX)}1]`)).toBe('too many');
});

test('a string of many MB is shortened', () => {
  expect(formatValue(indexOf(`"${'x'.repeat(5_000_000)}"`), 0).length).toBeLessThan(400);
});
