import { UserId } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { linkedText } from './linked-text.ts';

const hrefs = (text: string): readonly string[] =>
  linkedText(text).flatMap(({ href }) => (href === undefined ? [] : [href]));

test('web addresses are links, and the text stays as it was written', () => {
  const text = 'See https://example.org/plan?x=1#two, and\nhttp://example.org. Done';
  expect(hrefs(text)).toEqual(['https://example.org/plan?x=1#two', 'http://example.org/']);
  expect(
    linkedText(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text);
});

test('mentioned people stand out beside links, and nobody else', () => {
  const text = '@Ruth and @Bob, see https://example.org/@Ruth';
  const parts = linkedText(text, [
    { id: UserId.parse('019ab000-0000-7000-8000-000000000001'), name: 'Ruth' },
  ]);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.filter(({ person }) => person !== undefined).map((part) => part.text)).toEqual(['@Ruth']);
});

test('brackets around an address are no part of it, brackets within it are', () => {
  expect(hrefs('(https://example.org/a)')).toEqual(['https://example.org/a']);
  expect(hrefs('https://example.org/Cat_(animal)')).toEqual(['https://example.org/Cat_(animal)']);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.org', 'https://', 'example.org', ''])(
  '%s is no link',
  (text) => {
    expect(hrefs(text)).toEqual([]);
  },
);
