import { combineCrcs } from '@coffer/kit';
import { processorMsOf } from '@coffer/testing';
import { expect, test } from 'vitest';
import { bytes } from '../testing/live-store.world.ts';
import { digestOf } from './digests.ts';

const ALGORITHMS = ['crc32', 'crc32c', 'crc64nvme'] as const;

test.each([
  ['crc32', 'cbf43926'],
  ['crc32c', 'e3069283'],
  ['crc64nvme', 'ae8b14860a799888'],
  ['sha1', 'f7c3bc1d808e04732adf679965ccc34ca7ae3441'],
  ['sha256', '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225'],
  ['md5', '25f9e794323b453885f5181f1b624d0b'],
] as const)('the %s of the published check string has the published value', async (name, hex) => {
  expect((await digestOf(name, Buffer.from('123456789'))).toString('hex')).toBe(hex);
});

test.each(ALGORITHMS)(
  '%s of parts combines to that of the whole, whatever the part sizes',
  async (algorithm) => {
    const whole = bytes(300_000, 7);
    const expected = await digestOf(algorithm, whole);
    for (const sizes of [
      [300_000],
      [1, 299_999],
      [0, 300_000],
      [100_000, 100_000, 100_000],
      [65_536, 0, 3, 234_461],
    ]) {
      let offset = 0;
      const parts = [];
      for (const sizeBytes of sizes) {
        parts.push({
          digest: await digestOf(algorithm, whole.subarray(offset, offset + sizeBytes)),
          sizeBytes,
        });
        offset += sizeBytes;
      }
      expect(Buffer.from(combineCrcs(algorithm, parts)).toString('hex')).toBe(expected.toString('hex'));
    }
  },
);

test.each(ALGORITHMS)('%s of parts in another order differs', async (algorithm) => {
  const parts = [];
  for (const seed of [1, 2])
    parts.push({ digest: await digestOf(algorithm, bytes(1000, seed)), sizeBytes: 1000 });
  expect(combineCrcs(algorithm, parts)).not.toEqual(combineCrcs(algorithm, parts.toReversed()));
});

test('ten thousand equal parts are combined in less than a second', async () => {
  const digest = await digestOf('crc64nvme', bytes(1000));
  const parts = Array.from({ length: 10_000 }, () => ({ digest, sizeBytes: 16 * 1024 * 1024 }));
  expect(processorMsOf(() => combineCrcs('crc64nvme', parts))).toBeLessThan(1000);
});
