import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { combineCrcs } from './combine-crcs.ts';
import { crc64Nvme, createCrc64 } from './crc64-nvme.ts';

function hexOf(...pieces: readonly Uint8Array[]): string {
  const crc = createCrc64();
  for (const piece of pieces) crc.update(piece);
  return Buffer.from(crc.digest()).toString('hex');
}

function crc32Of(bytes: Uint8Array): Buffer {
  const digest = Buffer.alloc(4);
  digest.writeUInt32BE(crc32(bytes));
  return digest;
}

test('CRC-64/NVME of the check string is the published value, and of no bytes zero', () => {
  expect(hexOf(Buffer.from('123456789'))).toBe('ae8b14860a799888');
  expect(hexOf()).toBe('0000000000000000');
});

test('the CRC does not depend on how the bytes are split', () => {
  const bytes = randomBytes(10_000);
  for (const cut of [0, 1, 7, 8, 9, 4_096, 9_999, 10_000])
    expect(hexOf(bytes.subarray(0, cut), bytes.subarray(cut))).toBe(hexOf(bytes));
});

test('two CRCs computed in parallel do not affect each other', () => {
  const [one, two] = [createCrc64(), createCrc64()];
  for (const text of ['1234', '56789']) {
    one.update(Buffer.from(text));
    two.update(Buffer.from('other'));
  }
  expect(Buffer.from(one.digest()).toString('hex')).toBe('ae8b14860a799888');
  expect(two.digest()).toEqual(crc64Nvme(Buffer.from('otherother')));
});

test.each([[[]], [[0, 5]], [[5, 0]], [[1, 1]], [[4_095, 8_193]], [[100_000, 65_536, 65_536, 65_536, 7]]])(
  'the CRC of a whole is combined from the CRCs of its parts: %j',
  (sizes) => {
    const pieces = sizes.map((size) => randomBytes(size));
    const parts = pieces.map((piece) => ({ digest: crc64Nvme(piece), sizeBytes: piece.length }));
    expect(combineCrcs('crc64nvme', parts)).toEqual(crc64Nvme(Buffer.concat(pieces)));
  },
);

test('combined CRC-32 values have four bytes', () => {
  const pieces = [randomBytes(1_000), randomBytes(77)];
  const parts = pieces.map((piece) => ({ digest: crc32Of(piece), sizeBytes: piece.length }));
  expect(Buffer.from(combineCrcs('crc32', parts))).toEqual(crc32Of(Buffer.concat(pieces)));
});
