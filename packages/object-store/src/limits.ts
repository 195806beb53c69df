import { DAY_MS, GIB, HOUR_MS, KIB, MIB, MINUTE_MS, SECOND_MS, TIB } from '@coffer/kit';

/**
 * Limits of everything that clients can make large, and timeouts.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
 */
export interface StoreLimits {
  readonly bodyBytesMax: number;
  readonly inlineBytesMax: number;
  readonly objectBytesMax: number;
  readonly partBytesMin: number;
  readonly partsMax: number;
  readonly keyBytesMax: number;
  /** Total size of all `x-amz-meta-*` names and values. */
  readonly metadataBytesMax: number;
  readonly xmlBytesMax: number;
  readonly formBytesMax: number;
  readonly bundleFormBytesMax: number;
  /** Limit of forms without a verified signature. Above it, the address with the most forms loses its oldest one. */
  readonly unverifiedFormsMax: number;
  /**
   * Limit of received bytes of all unverified forms. Above it, the address with the most bytes loses its largest form.
   */
  readonly unverifiedFormBytesMax: number;
  readonly bucketsMax: number;
  readonly uploadsMax: number;
  /** Limit of concurrent signed requests. Further requests get SlowDown. */
  readonly requestsMax: number;
  /** Above the limit, a connection without a running signed request is closed. */
  readonly connectionsMax: number;
  readonly clockSkewMs: number;
  readonly presignSecondsMax: number;
  readonly idleTimeoutMs: number;
  /** Minimum average speed within the window. Slower bodies get RequestTimeout. */
  readonly bodyBytesPerSecondMin: number;
  readonly bodyWindowMs: number;
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** How long a start waits for the lock of another process, which shuts down within `stopTimeoutMs`. */
  readonly lockTimeoutMs: number;
  readonly stopTimeoutMs: number;
  readonly uploadLifetimeMs: number;
  readonly orphanLifetimeMs: number;
  readonly sweepIntervalMs: number;
  /** Disk space reserved for records and deletions, which bodies may not use. */
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
  unverifiedFormsMax: 256,
  unverifiedFormBytesMax: 16 * MIB,
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
