import { DAY_MS, GIB, HOUR_MS, KIB, MIB, MINUTE_MS, SECOND_MS, TIB } from '@coffer/kit';

/**
 * Upper bounds of everything a client can make large, and the store's own clocks.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
 */
export interface StoreLimits {
  /** Largest body of one PUT or one part. */
  readonly bodyBytesMax: number;
  /** Objects up to this size lie in the file of their record. */
  readonly inlineBytesMax: number;
  readonly objectBytesMax: number;
  /** Smallest part other than the last one. */
  readonly partBytesMin: number;
  readonly partsMax: number;
  readonly keyBytesMax: number;
  /** All `x-amz-meta-*` names and values of an object together. */
  readonly metadataBytesMax: number;
  readonly xmlBytesMax: number;
  /** Everything of a browser's form that comes before its file. */
  readonly formBytesMax: number;
  /** The policy of a form of many files, which names them all. */
  readonly bundleFormBytesMax: number;
  /** Forms whose signature has not come yet, at a time. When more come, the address that has most of them loses its oldest. */
  readonly waitingFormsMax: number;
  /** What these have brought, all together. When more comes, the address that has brought most loses its oldest form. */
  readonly waitingFormBytesMax: number;
  readonly bucketsMax: number;
  /** Multipart uploads in progress, over all buckets. */
  readonly uploadsMax: number;
  /** Signed requests served at the same time; more are answered SlowDown. */
  readonly requestsMax: number;
  /** When more come, one on which nothing signed is under way is closed. */
  readonly connectionsMax: number;
  readonly clockSkewMs: number;
  readonly presignSecondsMax: number;
  /** A connection that moves no byte for so long is closed. */
  readonly idleTimeoutMs: number;
  /** A body that has not brought this much for each second of the window is answered RequestTimeout. */
  readonly bodyBytesPerSecondMin: number;
  readonly bodyWindowMs: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** How long a start waits for a folder that another store has locked: one that is on its way down ends within `stopTimeoutMs`. */
  readonly lockTimeoutMs: number;
  /** How long a graceful stop waits for running requests. */
  readonly stopTimeoutMs: number;
  /** Multipart uploads older than this are aborted by the store itself. */
  readonly uploadLifetimeMs: number;
  /** Blobs that no manifest names are kept for so long before they are removed. */
  readonly orphanLifetimeMs: number;
  readonly sweepIntervalMs: number;
  /** Bodies leave so much of the disk free, so that records can still be written and objects removed. */
  readonly reserveBytes: number;
}

export const DEFAULT_LIMITS: StoreLimits = {
  bodyBytesMax: 5 * GIB,
  inlineBytesMax: 64 * KIB,
  objectBytesMax: 5 * TIB,
  partBytesMin: 5 * MIB,
  partsMax: 10_000,
  keyBytesMax: 1024,
  metadataBytesMax: 2 * KIB,
  xmlBytesMax: MIB,
  formBytesMax: 20 * KIB,
  bundleFormBytesMax: 512 * KIB,
  waitingFormsMax: 256,
  waitingFormBytesMax: 16 * MIB,
  bucketsMax: 100,
  uploadsMax: 20_000,
  requestsMax: 512,
  connectionsMax: 1024,
  clockSkewMs: 15 * MINUTE_MS,
  presignSecondsMax: 7 * 24 * 60 * 60,
  idleTimeoutMs: MINUTE_MS,
  bodyBytesPerSecondMin: 512,
  bodyWindowMs: 30 * SECOND_MS,
  headersTimeoutMs: 20 * SECOND_MS,
  requestTimeoutMs: 12 * HOUR_MS,
  lockTimeoutMs: 0,
  stopTimeoutMs: 5 * SECOND_MS,
  uploadLifetimeMs: 8 * DAY_MS,
  orphanLifetimeMs: DAY_MS,
  sweepIntervalMs: HOUR_MS,
  reserveBytes: 16 * MIB,
};
