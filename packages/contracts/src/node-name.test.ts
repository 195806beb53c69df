import { expect, test } from 'vitest';
import { isReservedOnWindows, nameKey, nodeNameIssue, numberedName } from './node-name.ts';
import { NodeName } from './node-name-schema.ts';

test.each([
  ['', 'name_empty'],
  ['a/b', 'name_slash'],
  ['a\u0000b', 'name_control'],
  ['a\u001fb', 'name_control'],
  ['a\u007fb', 'name_control'],
  ['a\u202eb', 'name_bidirectional'],
  ['a\u2066b', 'name_bidirectional'],
  ['.', 'name_dots'],
  ['..', 'name_dots'],
  [' a', 'name_edge'],
  ['a ', 'name_edge'],
  ['a.', 'name_edge'],
  ['x'.repeat(256), 'name_too_long'],
  ['é'.repeat(128), 'name_too_long'],
  ['\ud800', 'wrong_format'],
])('the name %j is refused as %s', (name, issue) => {
  expect(nodeNameIssue(name)).toBe(issue);
});

test.each([
  ['.gitignore'],
  ['CON'],
  ['x'.repeat(255)],
  ['é'.repeat(127)],
  ['a\u2029b'],
  ['a\u202fb'],
  ['name with spaces'],
  ['...a'],
])('the name %j is allowed', (name) => {
  expect(nodeNameIssue(name)).toBeUndefined();
});

test('the limit of 255 bytes counts the composed form', () => {
  const decomposed = 'e\u0301'.repeat(127);
  expect(new TextEncoder().encode(decomposed).length).toBeGreaterThan(255);
  expect(nodeNameIssue(decomposed)).toBeUndefined();
});

test('the schema composes the name and carries the reason of a refusal', () => {
  expect(NodeName.safeParse('e\u0301').data).toBe('é');
  const refused = NodeName.safeParse('a/b');
  expect(refused.error?.issues[0]).toMatchObject({ message: 'name_slash' });
});

test.each([
  ['Report.txt', 'report.TXT'],
  ['Straße', 'STRASSE'],
  ['é', 'e\u0301'],
  ['ΟΔΟΣ', 'οδος'],
  ['ﬁle', 'FILE'],
])('%j and %j collide', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});

test.each([
  ['ı', 'i'],
  ['a', 'á'],
  ['1', '１'],
])('%j and %j are two names', (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other));
});

test('folding twice changes nothing', () => {
  const samples = ['İstanbul', 'ǅ', 'Straße', 'ΐ', 'ŉ', 'Ǆ', 'Ꭰ', 'ꭰ'];
  for (const sample of samples) expect(nameKey(nameKey(sample))).toBe(nameKey(sample));
});

test('a name of ASCII alone folds as it does among others', () => {
  const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code));
  // The letter behind it sends the whole name the long way.
  expect(ascii.map((sample) => `${nameKey(sample)}ä`)).toEqual(ascii.map((sample) => nameKey(`${sample}Ä`)));
});

test.each([
  ['a.txt', 2, 'a (2).txt'],
  ['archive', 3, 'archive (3)'],
  ['.env', 2, '.env (2)'],
  ['a.very-long-extension', 2, 'a.very-long-extension (2)'],
])('%j numbered %i is %j', (name, number, expected) => {
  expect(numberedName(name, number)).toBe(expected);
});

test('a numbered name stays within the limit and stays a valid name', () => {
  const numbered = numberedName(`${'漢'.repeat(84)}.md`, 12);
  expect(new TextEncoder().encode(numbered).length).toBeLessThanOrEqual(255);
  expect(nodeNameIssue(numbered)).toBeUndefined();
  expect(numbered.endsWith(' (12).md')).toBe(true);
});

test('names that Windows reserves are told apart', () => {
  expect(['CON', 'nul.txt', 'a:b', 'LPT9'].every(isReservedOnWindows)).toBe(true);
  expect(['console', 'a.txt', 'com'].some(isReservedOnWindows)).toBe(false);
});
