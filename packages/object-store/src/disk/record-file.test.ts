import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
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
  // A changed line end leaves one line of everything, a new one a line that is cut off.
  const bits = Array.from({ length: (sound.indexOf('\n') + 1) * 8 }, (_, bit) => bit);
  const afterFlip = (bit: number): 'refused' | 'right' | 'wrong' => {
    const damaged = Buffer.from(sound);
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    const found = readRecordText(splitRecord(damaged).text);
    if (found === undefined) return 'refused';
    return isDeepStrictEqual({ ...RECORD, ...(found as object) }, { ...(found as object), ...RECORD })
      ? 'right'
      : 'wrong';
  };
  const [inFacts, inSeal] = [bits.filter((bit) => bit >> 3 <= seal), bits.filter((bit) => bit >> 3 > seal)];
  expect(new Set(inFacts.map(afterFlip))).toEqual(new Set(['refused']));
  // Where the seal is hurt and not the facts, they may be believed as those of an older record.
  expect(inSeal.map(afterFlip)).not.toContain('wrong');
});
