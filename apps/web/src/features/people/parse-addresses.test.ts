import { expect, test } from 'vitest';
import { parseAddresses, readTyped } from './parse-addresses.ts';

const read = (text: string) =>
  parseAddresses(text).map(({ line, email, name, problem }) => [line, email, name, problem ?? 'right']);

test('commas, semicolons, tabs, spaces and lines separate addresses', () => {
  expect(read('a@x.org, b@x.org;c@x.org\td@x.org e@x.org\r\n\n  f@x.org  ')).toEqual([
    [1, 'a@x.org', '', 'right'],
    [1, 'b@x.org', '', 'right'],
    [1, 'c@x.org', '', 'right'],
    [1, 'd@x.org', '', 'right'],
    [1, 'e@x.org', '', 'right'],
    [3, 'f@x.org', '', 'right'],
  ]);
});

test('names come along, also with a comma in quotes', () => {
  expect(read('Nils Berg <nils@x.org>, "Okafor, Ruth" <ruth@x.org>\n<bare@x.org>')).toEqual([
    [1, 'nils@x.org', 'Nils Berg', 'right'],
    [1, 'ruth@x.org', 'Okafor, Ruth', 'right'],
    [2, 'bare@x.org', '', 'right'],
  ]);
});

test('malformed and duplicate addresses are reported by line', () => {
  expect(read('a@x.org\nkofi\nKofi Mensah\nA@X.org\n@\na@@x.org\n"open <b@x.org>')).toEqual([
    [1, 'a@x.org', '', 'right'],
    [2, 'kofi', '', 'malformed'],
    [3, 'Kofi Mensah', '', 'malformed'],
    [4, 'A@X.org', '', 'repeated'],
    [5, '@', '', 'malformed'],
    [6, 'a@@x.org', '', 'malformed'],
    [7, 'b@x.org', 'open', 'right'],
  ]);
  expect(parseAddresses('a@x.org\nA@x.org')[1]?.firstLine).toBe(1);
  expect(read(' \n,;\t\n')).toEqual([]);
});

test('a long text is read at once', () => {
  const many = Array.from({ length: 5_000 }, (_, count) => `"P ${count}" <p${count}@x.org>`).join(', ');
  expect(parseAddresses(many)).toHaveLength(5_000);
  expect(parseAddresses('"'.repeat(20_000))).toHaveLength(1);
});

test('a text that is too long is refused as a whole, because its last address could be cut', () => {
  const line = 'bob@example.com\n';
  const longest = line.repeat(6_250);
  expect(longest).toHaveLength(100_000);
  expect(readTyped(longest)).toHaveLength(6_250);
  expect(readTyped(`${longest}b`)).toBeUndefined();
});
