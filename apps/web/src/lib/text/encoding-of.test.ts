import { expect, test } from 'vitest';
import { encodingOf } from './encoding-of.ts';

test.each([
  ['', 'utf-8', 'utf-8'],
  ['plain', 'utf-8', 'utf-8'],
  ['café 日本', 'utf-8', 'utf-8'],
  ['\ufeffcafé', 'utf16le', 'utf-16le'],
  ['name;city\r\nAda;Rome', 'utf16le', 'utf-16le'],
  ['café crème', 'latin1', 'windows-1252'],
] as const)('%j written as %s is %s', (text, written, encoding) => {
  expect(encodingOf(Buffer.from(text, written))).toBe(encoding);
});

test('a character cut at the end does not change the encoding', () => {
  expect(encodingOf(Buffer.from('日本').subarray(0, 5))).toBe('utf-8');
});

test('big-endian UTF-16 is detected without a byte order mark', () => {
  expect(encodingOf(Buffer.from('name;city', 'utf16le').swap16())).toBe('utf-16be');
});
