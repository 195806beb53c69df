import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readRecordText, splitRecord, writeRecord, writeRecordWithBytes } from './record-file.ts';

const RECORD = { key: 'a\nb\u2028"', parts: [{ sizeBytes: 3 }] };

test.each([
  ['none at all', Buffer.alloc(0)],
  ['line ends', Buffer.from('\n\n{"seal":"00000000"}\n')],
  ['anything', randomBytes(70_000)],
])('bytes after a record are read unchanged: %s', (_name, bytes) => {
  const { text, bytes: found } = splitRecord(writeRecordWithBytes(RECORD, bytes));
  expect(readRecordText(text)).toMatchObject(RECORD);
  expect(found?.equals(bytes)).toBe(true);
});

test('a record without bytes is text only', () => {
  const { text, bytes } = splitRecord(Buffer.from(writeRecord(RECORD)));
  expect(readRecordText(text)).toMatchObject(RECORD);
  expect(bytes).toBeUndefined();
});

test('a flipped bit in the line of a record is detected at any position', () => {
  const sound = writeRecordWithBytes(RECORD, Buffer.from('bytes'));
  const bits = Array.from({ length: (sound.indexOf('\n') + 1) * 8 }, (_, bit) => bit);
  const isRefused = (bit: number): boolean => {
    const damaged = Buffer.from(sound);
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return readRecordText(splitRecord(damaged).text) === undefined;
  };
  expect(bits.filter((bit) => !isRefused(bit))).toEqual([]);
});

test.each([
  ['an object', { version: 1, key: 'k', parts: [{ number: 1, sizeBytes: 12_345_678 }] }],
  ['a part', { version: 1, etag: '12345678', modifiedAt: '2026-01-01T00:00:00.000Z' }],
  ['a bucket', { version: 1, name: 'abcdefgh', createdAt: '2026-01-01T00:00:00.000Z' }],
])('the record of %s without a seal, as older versions wrote it, is read', (_, record) => {
  expect(readRecordText(JSON.stringify(record))).toEqual(record);
});
