import { LIMITS } from '@coffer/contracts';

/** An empty file costs a byte, so that it is sent once too. */
export function costOf(bytes: number): number {
  return Math.max(1, bytes);
}

/**
 * What one download may send in all: the file, and what a broken connection lost. Always less than two copies, so no
 * order of ranges gets a second one.
 */
export function budgetOf(sizeBytes: number): number {
  const repeated = Math.min(Math.floor(sizeBytes / 2), LIMITS.linkDownloadRepeatedBytesMax);
  return costOf(sizeBytes) + repeated;
}
