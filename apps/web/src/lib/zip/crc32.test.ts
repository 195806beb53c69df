import { randomBytes } from 'node:crypto';
import { crc32 as judge } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';

test.each([0, 1, 7, 8, 9, 63, 64, 65, 4_099])('%i bytes have the same checksum as in zlib', (count) => {
  const bytes = randomBytes(count);
  expect(crc32(bytes)).toBe(judge(bytes));
});

test('a checksum can be continued at any offset', () => {
  const bytes = randomBytes(1_000);
  let value = 0;
  for (let at = 0; at < bytes.length; at += 37) value = crc32(bytes.subarray(at, at + 37), value);
  expect(value).toBe(judge(bytes));
});
