import { MAIL_KINDS, MAIL_LANGUAGES, SETTING_DEFAULTS } from '@coffer/contracts';
import { expect, test } from 'vitest';
import { previewMail } from '../index.ts';
import { cleanName, subjectOf } from './letter.ts';

const URL = 'https://files.example.org';
const OWN = { url: URL, settings: SETTING_DEFAULTS };
const all = MAIL_LANGUAGES.flatMap((language) => MAIL_KINDS.map((kind) => [kind, language] as const));

test.each(all)('%s in %s has a subject, a text and a page that fetches nothing', (kind, language) => {
  const mail = previewMail(kind, language, OWN);
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
    const [en, ar] = MAIL_LANGUAGES.map((language) => previewMail(kind, language, OWN)?.text);
    expect(en).not.toBe(ar);
    expect(ar).toMatch(/\p{Script=Arabic}/u);
    expect(en).not.toMatch(/\p{Script=Arabic}/u);
  }
});

test('a name and a color of the installation take the place of those of Coffer, as text', () => {
  const settings = { ...SETTING_DEFAULTS, brandName: '<b>Byron & Söhne</b>', brandAccent: '#c2185b' };
  for (const language of MAIL_LANGUAGES) {
    for (const kind of MAIL_KINDS) {
      const mail = previewMail(kind, language, { url: URL, settings });
      expect(mail?.html).toContain('<bdi>&lt;b&gt;Byron &amp; Söhne&lt;/b&gt;</bdi>');
      expect(mail?.html).toContain('background-color:#c11a5b');
      for (const words of [mail?.subject, mail?.text, mail?.html]) expect(words).not.toMatch(/Coffer|00737a/);
    }
  }
});

test('an unknown kind or language has no preview', () => {
  expect(previewMail('nonsense', 'en', OWN)).toBeUndefined();
  expect(previewMail('shared', '__proto__', OWN)).toBeUndefined();
});

test('long and strange names become one short line', () => {
  expect(cleanName(`a\r\n\u2028b\u202ec\u0000${'x'.repeat(400)}`)).toMatch(/^a b c x{100,}…$/);
  expect(cleanName('\ud800')).toBe('\ufffd');
  const letter = {
    language: 'en' as const,
    brand: { name: 'Coffer', accent: '', accentInDark: '', line: '' },
    subject: ['Given: ', { name: 'long '.repeat(100) }],
    heading: [],
    paragraphs: [],
    footer: { words: '' },
  };
  const subject = subjectOf(letter);
  expect(Array.from(subject).length).toBeLessThanOrEqual(182);
  expect(subject.split('\u2068')).toHaveLength(subject.split('\u2069').length);
});
