import { GIB, MIB, TIB } from '@coffer/kit';
import { expect, test } from 'vitest';
import { LIMITS, partCountFor, partSizeFor, partSizeOf } from './limits.ts';

test.each([
  [0, 1],
  [1, 1],
  [8 * MIB, 1],
  [8 * MIB + 1, 2],
  [300 * MIB, 19],
])('a file of %i bytes has %i parts', (sizeBytes, count) => {
  expect(partCountFor(sizeBytes)).toBe(count);
});

test('the parts of a file add up to its size, and stay within the limits of the store', () => {
  const sizes = [
    0,
    1,
    8 * MIB,
    8 * MIB + 1,
    256 * MIB,
    256 * MIB + 1,
    16 * GIB,
    16 * GIB + 1,
    5 * TIB,
    Math.floor(48.8 * TIB),
  ];
  for (const sizeBytes of sizes) {
    const count = partCountFor(sizeBytes);
    const size = partSizeFor(sizeBytes);
    expect(count).toBeLessThanOrEqual(size < LIMITS.partSizeMaxBytes ? LIMITS.partCountMax : 10_000);
    expect(size).toBeGreaterThanOrEqual(LIMITS.partSizeMinBytes);
    expect(size).toBeLessThanOrEqual(5 * GIB);
    const last = partSizeOf(sizeBytes, count);
    expect(last).toBeGreaterThanOrEqual(Math.min(sizeBytes, 1));
    expect(last).toBeLessThanOrEqual(size);
    expect((count - 1) * size + last).toBe(sizeBytes);
  }
});
