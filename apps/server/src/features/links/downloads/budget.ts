import { SERVER_LIMITS } from '@coffer/contracts';

/** The bytes that a file costs. An empty file costs one, so that it can be sent only once. */
export function costOf(bytes: number): number {
  return Math.max(1, bytes);
}

/**
 * The bytes that one download may send: the file, and repetitions after a broken connection. Always less than two
 * copies, so no sequence of ranges gets a second copy.
 */
export function budgetOf(sizeBytes: number): number {
  const repeated = Math.min(Math.floor(sizeBytes / 2), SERVER_LIMITS.linkDownloadRepeatedBytesMax);
  return costOf(sizeBytes) + repeated;
}
