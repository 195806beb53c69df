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
