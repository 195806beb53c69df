import { DAY_MS, GIB, HOUR_MS, KIB, MIB, MINUTE_MS, SECOND_MS, TIB } from '@coffer/kit';

/** The API publishes these limits. */
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
  fileSizeMaxBytes: Math.floor(48.8 * TIB),
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
  uploadHeartbeatEveryMs: MINUTE_MS,
  uploadHeldMs: 3 * MINUTE_MS,
  uploadLifeMs: 7 * DAY_MS,
  trashLifeMs: 30 * DAY_MS,
  versionsKept: 100,
  versionLifeMs: 30 * DAY_MS,
  purgedLifeMs: DAY_MS,
  settingGraceMs: HOUR_MS,
  quotaMinBytes: MIB,
  quotaPersonBytes: 10 * GIB,
  quotaSpaceBytes: 100 * GIB,
  spacesOwnedMax: 50,
  spaceNameLengthMax: 80,
  spaceDescriptionLengthMax: 280,
  membersMax: 1_000,
  membersAddedMax: 50,
  groupsMax: 1_000,
  groupNameLengthMax: 80,
  groupMembersMax: 10_000,
  groupMembersAddedMax: 500,
  groupsOfPersonMax: 200,
  grantsMadeMax: 50,
  grantsPerNodeMax: 1_000,
  grantMessageLengthMax: 1_000,
  notificationsCountedMax: 100,
  notificationsKeptMs: 90 * DAY_MS,
  mailGatheredMs: MINUTE_MS,
  mailGatheredMax: 50,
  mailTriesMax: 10,
  mailLifeMs: 3 * DAY_MS,
  mailKeptMs: 30 * DAY_MS,
  archiveLifeMs: 30 * DAY_MS,
  peopleTextLengthMax: 254,
  peopleFoundMax: 10,
  invitedMax: 50,
  childrenPageSize: 200,
  pageSizeMax: 1_000,
  searchLengthMax: 200,
  searchRankedMax: 10_000,
  starsMax: 1_000,
  copiedMax: 10_000,
  depthMax: 100,
  nameBytesMax: 255,
  nameAskedMax: 4_096,
  batchMax: 1_000,
  bodyBytesMax: MIB,
  relayBodyBytesMax: 8 * KIB,
  sessionIdleMs: 7 * DAY_MS,
  sessionAbsoluteMs: 30 * DAY_MS,
  standingEveryMs: 30 * SECOND_MS,
  changesKeptMs: HOUR_MS,
  changesReplayedMs: 50 * MINUTE_MS,
  changeStreamsPerson: 20,
  changeStreamsServer: 5_000,
  changeBeatEveryMs: 20 * SECOND_MS,
  signInAttemptMs: 15 * MINUTE_MS,
  linkLifeMs: 7 * DAY_MS,
  linkLifeMaxMs: 365 * DAY_MS,
  linkUrlLifeMs: MINUTE_MS,
  linkPassLifeMs: 12 * HOUR_MS,
  linkPasswordLengthMin: 8,
  linkPasswordTriesPerHour: 10,
  linkLabelLengthMax: 80,
  linkDownloadsMax: 1_000_000,
  linksPerNodeMax: 50,
  linksListed: 500,
  linkContentsSignedMax: 50,
  linkVisitLifeMs: 30 * DAY_MS,
  requestFilesMax: 5_000,
  requestFoldersMax: 1_000,
  requestHandInsMax: 500,
  requestMessageLengthMax: 1_000,
  requestGuestNameLengthMax: 80,
  invitationLifeMs: 7 * DAY_MS,
  resetLinkLifeMs: DAY_MS,
  auditCountedMax: 10_000,
  auditVerifiedMax: 20_000,
  apiPerMinutePerson: 6_000,
  apiPerMinuteAddress: 60,
  apiPerMinuteGuest: 1_200,
  callsInFlightPerson: 8,
  callsWaitingPerson: 500,
  passwordLengthMin: 12,
  passwordLengthMax: 256,
  emailLengthMax: 254,
  passkeyNameLengthMax: 64,
  /** Base64 of 64 KiB plus the `data:` prefix. */
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
  thumbnailsAskedMax: 200,
  /** Base64 of 192 KiB plus the `data:` prefix. */
  posterLengthMax: 262_200,
  thumbnailUrlWindowMs: HOUR_MS,
} as const;

/**
 * The part size for an upload of `sizeBytes` bytes. All parts but the last are equal, because some stores require it.
 * There are at most `LIMITS.partCountMax` parts unless that needs parts above 5 GiB, and never more than S3's 10,000.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html
 */
export function partSizeFor(sizeBytes: number): number {
  if (sizeBytes <= LIMITS.partSizeSmallUpToBytes) return LIMITS.partSizeSmallBytes;
  if (sizeBytes <= LIMITS.partSizeMediumUpToBytes) return LIMITS.partSizeMediumBytes;
  const needed = Math.ceil(sizeBytes / LIMITS.partCountMax / MIB) * MIB;
  return Math.min(Math.max(LIMITS.partSizeLargeBytes, needed), LIMITS.partSizeMaxBytes);
}

/** An empty file has one empty part. */
export function partCountFor(sizeBytes: number): number {
  return sizeBytes <= LIMITS.multipartAboveBytes ? 1 : Math.ceil(sizeBytes / partSizeFor(sizeBytes));
}

/** `number` starts at 1. */
export function partSizeOf(sizeBytes: number, number: number): number {
  const count = partCountFor(sizeBytes);
  if (count === 1) return sizeBytes;
  const partSizeBytes = partSizeFor(sizeBytes);
  return number < count ? partSizeBytes : sizeBytes - partSizeBytes * (count - 1);
}
