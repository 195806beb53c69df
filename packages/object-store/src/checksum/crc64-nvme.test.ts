import { crc64Nvme } from '@coffer/kit';
import { createCRC64 } from 'hash-wasm';
import { expect, test } from 'vitest';

const hexOf = (bytes: Uint8Array): string => Buffer.from(crc64Nvme(bytes)).toString('hex');

test('the published check value is computed', () => {
  expect(hexOf(Buffer.from('123456789'))).toBe('ae8b14860a799888');
});

test('every length around a block, at any offset, matches another implementation', async () => {
  const other = await createCRC64('9a6c9329ac4bc9b5');
  const all = Uint8Array.from({ length: 4_200 }, (_, at) => (at * 167 + (at >> 3)) & 255);
  for (const length of [0, 1, 7, 8, 9, 15, 16, 17, 63, 64, 65, 4_095, 4_096]) {
    for (const from of [0, 1, 3, 8]) {
      const bytes = all.subarray(from, from + length);
      expect(hexOf(bytes), `${length} from ${from}`).toBe(other.init().update(bytes).digest('hex'));
    }
  }
});

test('input longer than the memory of the module matches too', async () => {
  const other = await createCRC64('9a6c9329ac4bc9b5');
  for (const length of [300_000, 311_296, 311_297, 1_000_003]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 7)) & 255);
    expect(hexOf(bytes), `${length}`).toBe(other.init().update(bytes).digest('hex'));
  }
});
