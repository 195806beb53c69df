import { UserId } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { draftOf, endSending, keepDraft, startSending } from './drafts.ts';

const RUTH = { id: UserId.parse('019ab000-0000-7000-8000-000000000001'), name: 'Ruth' };
const SENT = { text: 'Hello @Ruth', mentions: [RUTH] };

test('a comment that was sent leaves its draft', () => {
  keepDraft('sent', { text: 'Hello @Ruth ', mentions: [RUTH] });
  startSending('sent', SENT);
  endSending('sent', SENT);
  expect(draftOf('sent')).toBeUndefined();
});

test.each([
  ['Hello @Ruth\nAnd the next', 'And the next'],
  ['Something else', 'Something else'],
])('of %j, typed while a comment is sent, %j stays', (typed, rest) => {
  keepDraft('typed', { text: 'Hello @Ruth', mentions: [RUTH] });
  startSending('typed', SENT);
  keepDraft('typed', { text: typed, mentions: [] });
  endSending('typed', SENT);
  expect(draftOf('typed')).toEqual({ text: rest, mentions: [] });
});

test('the same comment is sent with the same key until it was accepted', () => {
  keepDraft('again', SENT);
  const key = startSending('again', SENT);
  expect(startSending('again', SENT)).toBe(key);
  endSending('again', SENT);
  // The next comment begins like the first, and the second answer takes nothing from it.
  keepDraft('again', { text: 'Hello @Ruth, once more', mentions: [RUTH] });
  endSending('again', SENT);
  expect(draftOf('again')?.text).toBe('Hello @Ruth, once more');
  expect(startSending('again', SENT)).not.toBe(key);
});
