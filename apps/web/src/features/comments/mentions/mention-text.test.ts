import { UserId } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { findMentions, keepNamed, mentionAt, withMention } from './mention-text.ts';

const RUTH = { id: UserId.parse('019ab000-0000-7000-8000-000000000001'), name: 'Ruth' };
const RUTH_MILLER = { id: UserId.parse('019ab000-0000-7000-8000-000000000002'), name: 'Ruth Miller' };

test.each([
  ['@', ''],
  ['Hello @ru', 'ru'],
  ['(@Ruth Mil', 'Ruth Mil'],
  ['line\n@ليلى', 'ليلى'],
])('%j asks for the people of %j', (text, query) => {
  expect(mentionAt(text, text.length, [])).toEqual({ start: text.lastIndexOf('@'), query });
});

test.each(['ada@example.org', 'no sign', '@ space', 'two @@', `@${'x'.repeat(60)}`, '@Ruth is', '@a\nb'])(
  '%j asks for nobody',
  (text) => {
    expect(mentionAt(text, text.length, [RUTH])).toBeUndefined();
  },
);

test('a chosen name takes the place of what was typed, with one space behind it', () => {
  const end = 'Ask @ru';
  const typed = { start: 4, query: 'ru' };
  expect(withMention(end, typed, 'Ruth')).toEqual({ text: 'Ask @Ruth ', caret: 10 });
  expect(withMention(`${end} today`, typed, 'Ruth')).toEqual({ text: 'Ask @Ruth today', caret: 10 });
});

test('the longest name counts, and a longer word is no name', () => {
  const text = '@Ruth Miller, @Ruth and @Ruthless';
  const found = findMentions(text, [RUTH, RUTH_MILLER]);
  expect(found.map(({ person, start, end }) => [person, text.slice(start, end)])).toEqual([
    [RUTH_MILLER, '@Ruth Miller'],
    [RUTH, '@Ruth'],
  ]);
  expect(keepNamed('Only @Ruth Miller', [RUTH, RUTH_MILLER])).toEqual([RUTH_MILLER]);
});
