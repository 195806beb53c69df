import { DAY_MS, GIB, HOUR_MS, KIB, MIB, MINUTE_MS, SECOND_MS, TIB } from '@coffer/kit';

/** Business constants and limits of the whole product. The unit is the end of the name; the API publishes them. */
export const LIMITS = {
  partSizeSmallBytes: 8 * MIB,
  partSizeMediumBytes: 16 * MIB,
  partSizeLargeBytes: 32 * MIB,
  partSizeSmallUpToBytes: 256 * MIB,
  partSizeMediumUpToBytes: 16 * GIB,
  partSizeMinBytes: 5 * MIB,
  partSizeMaxBytes: 5 * GIB,
  partCountMax: 9_000,
  multipartAboveBytes: 8 * MIB,
  formMaxBytes: MIB,
  bundleFileMaxBytes: MIB,
  bundleMaxBytes: 8 * MIB,
  storeReceiptsMax: 16,
  storeReceiptLengthMax: 512 * KIB,
  fileSizeMaxBytes: 48.8 * TIB,
  partsInFlightMax: 5,
  requestsInFlightFirst: 4,
  requestsInFlightMax: 6,
  partsSignedAhead: 8,
  partsSignedMax: 64,
  treeFoldersMax: 100,
  contentsSignedMax: 100,
  partUrlLifeMs: 15 * MINUTE_MS,
  downloadUrlLifeMs: 5 * MINUTE_MS,
  mediaUrlLifeMs: 30 * MINUTE_MS,
  uploadBatchMax: 100,
  uploadsListed: 100,
  uploadHoldEveryMs: MINUTE_MS,
  uploadHeldMs: 3 * MINUTE_MS,
  uploadLifeMs: 7 * DAY_MS,
  trashLifeMs: 30 * DAY_MS,
  quotaPersonBytes: 10 * GIB,
  childrenPageSize: 200,
  pageSizeMax: 1_000,
  depthMax: 100,
  nameBytesMax: 255,
  nameAskedMax: 4_096,
  batchMax: 1_000,
  bodyBytesMax: MIB,
  relayBodyBytesMax: 8 * KIB,
  sessionIdleMs: 7 * DAY_MS,
  sessionAbsoluteMs: 30 * DAY_MS,
  standingEveryMs: 30 * SECOND_MS,
  signInAttemptMs: 15 * MINUTE_MS,
  apiPerMinutePerson: 6_000,
  apiPerMinuteAddress: 60,
  passwordLengthMin: 12,
  passwordLengthMax: 256,
  emailLengthMax: 254,
  passkeyNameLengthMax: 64,
  /** Base64 of 64 KiB, with its head. */
  pictureLengthMax: 87_500,
  usernameLengthMax: 128,
  idempotencyKeyLifeMs: 24 * HOUR_MS,
  clockSkewMaxMs: 15 * MINUTE_MS,
  requestGraceMs: 15 * MINUTE_MS,
  requestLifeMs: 12 * HOUR_MS,
  scrubEveryMs: 30 * DAY_MS,
  scrubPerDayMinBytes: GIB,
  quarantineLifeMs: 14 * DAY_MS,
  retryAfterMs: 5 * SECOND_MS,
  imagePreviewMaxBytes: 200 * MIB,
  textPreviewMaxBytes: 5 * MIB,
} as const;

/**
 * The size of each part of an upload of `sizeBytes` bytes. All parts are equal but the last (some stores demand it). There
 * are at most `LIMITS.partCountMax` until the largest part (5 GiB) no longer suffices, and never more than S3's 10,000.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
 */
export function partSizeFor(sizeBytes: number): number {
  if (sizeBytes <= LIMITS.partSizeSmallUpToBytes) return LIMITS.partSizeSmallBytes;
  if (sizeBytes <= LIMITS.partSizeMediumUpToBytes) return LIMITS.partSizeMediumBytes;
  const needed = Math.ceil(sizeBytes / LIMITS.partCountMax / MIB) * MIB;
  return Math.min(Math.max(LIMITS.partSizeLargeBytes, needed), LIMITS.partSizeMaxBytes);
}

/** How many parts an upload has. A file of zero bytes has one part of zero bytes. */
export function partCountFor(sizeBytes: number): number {
  return sizeBytes <= LIMITS.multipartAboveBytes ? 1 : Math.ceil(sizeBytes / partSizeFor(sizeBytes));
}

/** The size in bytes of part `number` (from 1) of an upload of `sizeBytes` bytes. */
export function partSizeOf(sizeBytes: number, number: number): number {
  const count = partCountFor(sizeBytes);
  if (count === 1) return sizeBytes;
  const partSizeBytes = partSizeFor(sizeBytes);
  return number < count ? partSizeBytes : sizeBytes - partSizeBytes * (count - 1);
}
