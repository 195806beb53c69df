import { expect, test } from 'vitest';
import { decodeText, encodeAsUtf8, encodeText, ENCODINGS, lineBreakOf } from './text-encoding.ts';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);

test('a text is read by its byte order mark, as UTF-8, or else as Windows-1252', () => {
  expect(decodeText(bytes(0xef, 0xbb, 0xbf, 0x61))).toEqual({ text: 'a', encoding: 'utf-8-bom' });
  expect(decodeText(bytes(0xff, 0xfe, 0x61, 0x00))).toEqual({ text: 'a', encoding: 'utf-16le' });
  expect(decodeText(bytes(0xfe, 0xff, 0x00, 0x61))).toEqual({ text: 'a', encoding: 'utf-16be' });
  expect(decodeText(bytes(0xc3, 0xa9))).toEqual({ text: 'é', encoding: 'utf-8' });
  expect(decodeText(bytes(0xe9, 0x80))).toEqual({ text: 'é€', encoding: 'windows-1252' });
  expect(decodeText(bytes())).toEqual({ text: '', encoding: 'utf-8' });
});

test('a replacement character that the file holds does not make it Windows-1252', () => {
  expect(decodeText(bytes(0xef, 0xbf, 0xbd))).toEqual({ text: '\ufffd', encoding: 'utf-8' });
});

test('a beginning may end within a character', () => {
  expect(decodeText(bytes(0x61, 0xc3), { isCut: true })).toEqual({ text: 'a', encoding: 'utf-8' });
  expect(decodeText(bytes(0x61, 0xc3)).encoding).toBe('windows-1252');
});

test('every byte that was read as a text without a mark is written unchanged', () => {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  for (const content of [all, bytes(0xe9), Buffer.from('ASCII, é, قائمة, 🌊')]) {
    const { text, encoding } = decodeText(content);
    expect(encodeText(text, encoding)).toEqual(Uint8Array.from(content));
  }
});

test.each(ENCODINGS)('a text of plain letters is read as it was written in %s', (encoding) => {
  const written = encodeText('Two\r\nlines\n', encoding);
  const read = decodeText(written ?? bytes());
  expect(read.text).toBe('Two\r\nlines\n');
  // Plain letters have the same bytes in Windows-1252 and UTF-8.
  expect(read.encoding).toBe(encoding === 'windows-1252' ? 'utf-8' : encoding);
});

test('a character missing in an encoding is reported instead of lost', () => {
  expect(encodeText('price: 5 €', 'windows-1252')).toBeDefined();
  expect(encodeText('قائمة', 'windows-1252')).toBeUndefined();
  expect(encodeText('\ud800', 'utf-8')).toBeUndefined();
  expect(encodeText('قائمة 🌊', 'utf-16le')).toHaveLength(2 + 'قائمة 🌊'.length * 2);
  expect(encodeAsUtf8('\ud800')).toEqual(bytes(0xef, 0xbf, 0xbd));
});

test('the line break of a text is the only one it has', () => {
  expect(lineBreakOf('one line')).toBe('\n');
  expect(lineBreakOf('a\nb\n')).toBe('\n');
  expect(lineBreakOf('a\r\nb\r\n')).toBe('\r\n');
  expect(lineBreakOf('a\rb\r')).toBe('\r');
  expect(lineBreakOf('a\r\nb\n')).toBe('mixed');
  expect(lineBreakOf('a\n\rb')).toBe('mixed');
});
