import { MAIL_KINDS, MAIL_LANGUAGES } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { previewMail } from '../index.ts';
import { cleanName, subjectOf } from './letter.ts';

const URL = 'https://files.example.org';
const all = MAIL_LANGUAGES.flatMap((language) => MAIL_KINDS.map((kind) => [kind, language] as const));

test.each(all)('%s in %s has a subject, a text and a page that fetches nothing', (kind, language) => {
  const mail = previewMail(kind, language, URL);
  expect(mail?.subject).toMatch(/\p{L}/u);
  expect(mail?.subject).not.toMatch(/[\r\n]|undefined|\[object/);
  for (const body of [mail?.text, mail?.html]) {
    expect(body).not.toMatch(/undefined|\[object|\bNaN\b/);
    expect(
      body?.replaceAll(/https?:\/\/\S+/g, (url) => (url.startsWith(URL) ? '' : 'FOREIGN')),
    ).not.toContain('FOREIGN');
  }
  expect(mail?.html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
  expect(mail?.html).not.toMatch(/<img|<script|src=|url\(/i);
  const lines = mail?.text.split('\n') ?? [];
  expect(lines.every((line) => Buffer.byteLength(line) < 998)).toBe(true);
});

test('each language has its own texts', () => {
  for (const kind of MAIL_KINDS) {
    const [en, ar] = MAIL_LANGUAGES.map((language) => previewMail(kind, language, URL)?.text);
    expect(en).not.toBe(ar);
    expect(ar).toMatch(/\p{Script=Arabic}/u);
    expect(en).not.toMatch(/\p{Script=Arabic}/u);
  }
});

test('an unknown kind or language has no preview', () => {
  expect(previewMail('nonsense', 'en', URL)).toBeUndefined();
  expect(previewMail('shared', '__proto__', URL)).toBeUndefined();
});

test('long and strange names become one short line', () => {
  expect(cleanName(`a\r\n\u2028b\u202ec\u0000${'x'.repeat(400)}`)).toMatch(/^a b c x{100,}…$/);
  expect(cleanName('\ud800')).toBe('\ufffd');
  const letter = {
    language: 'en' as const,
    subject: ['Given: ', { name: 'long '.repeat(100) }],
    heading: [],
    paragraphs: [],
    footer: { words: '' },
  };
  const subject = subjectOf(letter);
  expect(Array.from(subject).length).toBeLessThanOrEqual(182);
  expect(subject.split('\u2068')).toHaveLength(subject.split('\u2069').length);
});
