import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { readRecordText, splitRecord, writeRecord, writeRecordWithBytes } from './record-file.ts';

const RECORD = { key: 'a\nb\u2028"', parts: [{ sizeBytes: 3 }] };

test.each([
  ['none at all', Buffer.alloc(0)],
  ['line ends', Buffer.from('\n\n{"seal":"00000000"}\n')],
  ['anything', randomBytes(70_000)],
])('bytes behind a record come back as they were: %s', (_name, bytes) => {
  const { text, bytes: found } = splitRecord(writeRecordWithBytes(RECORD, bytes));
  expect(readRecordText(text)).toMatchObject(RECORD);
  expect(found?.equals(bytes)).toBe(true);
});

test('a record without bytes is all text', () => {
  const { text, bytes } = splitRecord(Buffer.from(writeRecord(RECORD)));
  expect(readRecordText(text)).toMatchObject(RECORD);
  expect(bytes).toBeUndefined();
});

test('a flipped bit in the line of a record never changes a fact, wherever it is', () => {
  const sound = writeRecordWithBytes(RECORD, Buffer.from('bytes'));
  const seal = sound.indexOf(',"seal"');
  const end = sound.indexOf('\n');
  for (let bit = 0; bit <= end * 8 + 7; bit += 1) {
    const damaged = Buffer.from(sound);
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    // A changed line end leaves one line of everything, a new one a line that is cut off.
    const found = readRecordText(splitRecord(damaged).text);
    // Where the seal is hurt and not the facts, they may be believed as those of an older record.
    if (bit >> 3 <= seal || found === undefined) expect(found).toBeUndefined();
    else expect(found).toMatchObject(RECORD);
  }
});
