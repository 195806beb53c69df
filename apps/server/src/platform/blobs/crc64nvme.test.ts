import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { combineCrc64, createCrc64 } from './crc64nvme.ts';

function sumOf(...pieces: readonly Uint8Array[]): string {
  const crc = createCrc64();
  for (const piece of pieces) crc.update(piece);
  return crc.digest();
}

test('the check value of the catalogue, and nothing', () => {
  expect(Buffer.from(sumOf(Buffer.from('123456789')), 'base64').toString('hex')).toBe('ae8b14860a799888');
  expect(Buffer.from(sumOf(), 'base64').toString('hex')).toBe('0000000000000000');
});

test('it does not matter in which pieces bytes come', () => {
  const bytes = randomBytes(10_000);
  for (const cut of [0, 1, 7, 8, 9, 4_096, 9_999, 10_000]) {
    expect(sumOf(bytes.subarray(0, cut), bytes.subarray(cut))).toBe(sumOf(bytes));
  }
});

test.each([[[]], [[0, 5]], [[5, 0]], [[1, 1]], [[4_095, 8_193]], [[100_000, 65_536, 65_536, 65_536, 7]]])(
  'the sum of a whole follows from the sums of its pieces: %j',
  (sizes) => {
    const pieces = sizes.map((size) => randomBytes(size));
    const summed = pieces.map((piece) => ({ sum: sumOf(piece), sizeBytes: piece.length }));
    expect(combineCrc64(summed)).toBe(sumOf(...pieces));
  },
);

test('ten thousand pieces hold nobody up', () => {
  const pieces = Array.from({ length: 10_000 }, () => ({
    sum: randomBytes(8).toString('base64'),
    sizeBytes: 16 * 1024 * 1024,
  }));
  const before = process.cpuUsage();
  combineCrc64(pieces);
  const { user, system } = process.cpuUsage(before);
  // By the power of x for each piece anew it would take a minute.
  expect((user + system) / 1000).toBeLessThan(2000);
});
