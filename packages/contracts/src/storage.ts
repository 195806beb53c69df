import * as z from 'zod/mini';
import { Author } from './details/node-details.ts';
import {
  BlobId,
  Count,
  digitsUpTo,
  Instant,
  JobId,
  NodeId,
  SizeBytes,
  SpaceId,
  UserId,
  VersionId,
} from './ids.ts';
import { LIMITS } from './limits.ts';
import { NodeView } from './nodes.ts';

/** Defined in `docs/specification/4-states.md`. */
export const STORAGE_FINDING_KINDS = ['orphan', 'missing', 'different', 'undeleted', 'unfinished'] as const;
const FindingKind = z.enum(STORAGE_FINDING_KINDS);

export const STORAGE_JOB_STATES = ['queued', 'running', 'done', 'stopped', 'cancelled'] as const;

export const StorageCounts = z.object({
  objects: Count,
  objectBytes: SizeBytes,
  uploads: Count,
  orphan: Count,
  orphanBytes: SizeBytes,
  missing: Count,
  missingBytes: SizeBytes,
  different: Count,
  differentBytes: SizeBytes,
  undeleted: Count,
  undeletedBytes: SizeBytes,
  unfinished: Count,
  unfinishedBytes: SizeBytes,
  /** Only for repairs. */
  mended: Count,
  settled: Count,
});
export type StorageCounts = z.infer<typeof StorageCounts>;

/** A survey is read-only. A repair fixes its findings. */
export const StorageJob = z.object({
  id: JobId,
  kind: z.enum(['survey', 'repair']),
  state: z.enum(STORAGE_JOB_STATES),
  /** Why the job stopped early: the store's error, or why its listing is implausible. */
  stopReason: z.nullable(z.string()),
  surveyId: z.nullable(JobId),
  counts: StorageCounts,
  /** Orphans are more than half of the stored objects. */
  isMany: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  finishedAt: z.nullable(Instant),
});
export type StorageJob = z.infer<typeof StorageJob>;

/** `at` is the row offset, from 0. */
export const StorageListQuery = z.strictObject({
  at: z._default(digitsUpTo(100_000_000), 0),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type StorageListQuery = z.infer<typeof StorageListQuery>;

/** Newest first. */
export const StorageJobPage = z.object({ items: z.array(StorageJob), total: Count });
export type StorageJobPage = z.infer<typeof StorageJobPage>;

export const SpaceUse = z.object({
  id: SpaceId,
  name: z.string(),
  kind: z.enum(['personal', 'team', 'linked']),
  ownerName: z.string(),
  quotaBytes: SizeBytes,
  usedBytes: SizeBytes,
  reservedBytes: SizeBytes,
  heldBytes: SizeBytes,
});
export const SpaceUsePage = z.object({ items: z.array(SpaceUse), total: Count });
export type SpaceUsePage = z.infer<typeof SpaceUsePage>;

export const ChangeSpaceQuotaRequest = z.strictObject({
  quotaBytes: SizeBytes.check(z.minimum(LIMITS.quotaMinBytes)),
});
export type ChangeSpaceQuotaRequest = z.infer<typeof ChangeSpaceQuotaRequest>;

export const StorageFinding = z.object({
  kind: FindingKind,
  key: z.string(),
  blobId: z.nullable(BlobId),
  sizeBytes: SizeBytes,
  state: z.enum(['found', 'mended', 'settled']),
});
export type StorageFinding = z.infer<typeof StorageFinding>;

export const StorageFindingPage = z.object({ items: z.array(StorageFinding), total: Count });
export type StorageFindingPage = z.infer<typeof StorageFindingPage>;

export const StorageFindingQuery = z.strictObject({
  kind: z.optional(FindingKind),
  at: z._default(digitsUpTo(100_000_000), 0),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type StorageFindingQuery = z.infer<typeof StorageFindingQuery>;

export const RepairRequest = z.strictObject({
  /**
   * Confirms a repair although orphans are more than half of the stored objects, which suggests the database of another
   * installation.
   */
  allowMany: z._default(z.boolean(), false),
});
export type RepairRequest = z.infer<typeof RepairRequest>;

export const StoreCapabilities = z.object({
  checksums: z.array(z.enum(['sha256', 'crc64nvme', 'md5'])),
  conditionalWrite: z.boolean(),
  ranges: z.boolean(),
  /** Includes the largest part size and highest part number in use. Null if not probed. */
  multipart: z.nullable(z.boolean()),
  list: z.boolean(),
  addressing: z.enum(['path', 'host']),
  endpoint: z.string(),
  publicEndpoint: z.string(),
});
export type StoreCapabilities = z.infer<typeof StoreCapabilities>;

/** A diagnosis of the store doctor: code, message, and the exact JSON or command that fixes it. */
export const StoreDiagnosis = z.object({
  code: z.string(),
  severity: z.enum(['ok', 'warn', 'fail']),
  message: z.string(),
  fix: z.nullable(z.string()),
});
export type StoreDiagnosis = z.infer<typeof StoreDiagnosis>;

/**
 * Groups of probes: the store, its bucket rules, multipart uploads, the public endpoint for browsers, and large bodies
 * on it. `store` and `public` run at each start and daily, all of them on request.
 */
export const StoreArea = z.enum(['store', 'rules', 'parts', 'public', 'bodies']);
export type StoreArea = z.infer<typeof StoreArea>;

export const StoreExamination = z.object({
  examinedAt: Instant,
  capabilities: StoreCapabilities,
  diagnoses: z.array(StoreDiagnosis),
  /** Null if never probed. */
  tried: z.array(z.object({ area: StoreArea, triedAt: z.nullable(Instant) })),
});
export type StoreExamination = z.infer<typeof StoreExamination>;

/** Sent unchanged by the administrator's browser, because only it knows what it can reach. */
export const BrowserProbePlan = z.object({
  probes: z.array(
    z.object({
      name: z.enum(['put', 'get', 'range', 'wrong_checksum', 'large']),
      method: z.enum(['PUT', 'GET']),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.nullable(z.string()),
      /** Instead of `body`: `sizeBytes` repetitions of one byte. */
      filler: z.nullable(z.object({ sizeBytes: SizeBytes, byte: Count })),
      expected: z.object({
        statuses: z.array(Count),
        /** Headers that must be readable for the page. */
        exposed: z.array(z.string()),
        body: z.nullable(z.string()),
      }),
      /** One diagnosis per failure. */
      diagnoses: z.object({
        unreachable: StoreDiagnosis,
        slow: StoreDiagnosis,
        refused: StoreDiagnosis,
        hidden: StoreDiagnosis,
        different: StoreDiagnosis,
      }),
    }),
  ),
  /** Compare with the `Date` header of a response to detect a wrong clock of the store. */
  serverTime: Instant,
  expiresAt: Instant,
});
export type BrowserProbePlan = z.infer<typeof BrowserProbePlan>;

const Sum = z.object({ count: Count, bytes: SizeBytes });

export const StorageReport = z.object({
  integrity: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  publicOrigin: z.string(),
  examination: z.nullable(StoreExamination),
  ledger: z.object({
    files: Sum,
    reserved: Sum,
    held: Sum,
    orphans: Sum,
    damaged: Sum,
    unverified: Sum,
  }),
  /** Null without a configured price. */
  cost: z.nullable(
    z.object({ pricePerGibMonth: z.number(), perMonth: z.number(), wastedPerMonth: z.number() }),
  ),
  survey: z.nullable(StorageJob),
  repair: z.nullable(StorageJob),
  /** Null before the first change is in the bucket. */
  journal: z.nullable(z.object({ behindSeconds: Count, snapshotAt: z.nullable(Instant) })),
  scrub: z.object({
    bytesPerDay: SizeBytes,
    readTodayBytes: SizeBytes,
    /** The oldest of the latest reads. Null if some objects were never read. */
    oldestAt: z.nullable(Instant),
    /** Objects that could not be read at the last try. */
    unread: Count,
  }),
});
export type StorageReport = z.infer<typeof StorageReport>;

const Damage = z.enum(['missing', 'different', 'checksum']);

export const DamagedVersion = z.object({
  spaceId: SpaceId,
  nodeId: NodeId,
  versionId: VersionId,
  number: Count,
  sizeBytes: SizeBytes,
  damage: Damage,
  foundAt: Instant,
  isCurrent: z.boolean(),
  /** The newest intact older version. */
  wholeVersionId: z.nullable(VersionId),
});
export type DamagedVersion = z.infer<typeof DamagedVersion>;
export const DamagePage = z.object({ items: z.array(DamagedVersion), total: Count });
export type DamagePage = z.infer<typeof DamagePage>;

export const DamagedFile = z.object({
  node: NodeView,
  /** Folder names from the space's root. */
  from: z.array(z.string()),
  damage: Damage,
  foundAt: Instant,
  /** The newest intact version. `POST /nodes/{nodeId}/versions/{versionId}/restore` restores it. */
  whole: z.nullable(z.object({ id: VersionId, number: Count, createdAt: Instant })),
});
export type DamagedFile = z.infer<typeof DamagedFile>;
/** Newest damage first, at most 1,000. */
export const DamagedFilePage = z.object({ items: z.array(DamagedFile), total: Count });
export type DamagedFilePage = z.infer<typeof DamagedFilePage>;

export const VersionView = z.object({
  id: VersionId,
  number: Count,
  sizeBytes: SizeBytes,
  mediaType: z.string(),
  sha256: z.string(),
  /** Base64 SHA-256 of the whole content. Null until computed. */
  contentSha256: z.nullable(z.string()),
  crc64nvme: z.nullable(z.string()),
  authorId: UserId,
  author: Author,
  createdAt: Instant,
  label: z.nullable(z.string()),
  isCurrent: z.boolean(),
  /** The version may be deleted after this moment. Null: it is kept. */
  keptUntil: z.nullable(Instant),
  /** How much space deleting this version would free; 0 if another version has the same object. */
  freesBytes: SizeBytes,
  /** When the stored bytes were last verified. */
  verifiedAt: z.nullable(Instant),
  damage: z.nullable(Damage),
  damagedAt: z.nullable(Instant),
});
export type VersionView = z.infer<typeof VersionView>;
/** Newest first. */
export const VersionList = z.object({
  items: z.array(VersionView),
  /** All versions of the file. */
  total: Count,
  /** Cursor for `after`. Null at the end. */
  next: z.nullable(z.string()),
  /** The newest `count` versions are kept, and all younger than `days`. */
  kept: z.object({ count: Count, days: Count }),
  /** While the space is on hold, all versions are kept. */
  isOnHold: z.boolean(),
});
export type VersionList = z.infer<typeof VersionList>;

export const VersionsQuery = z.strictObject({
  /** Cursor of the previous page: the number of its last version. */
  after: z.optional(z.string().check(z.regex(/^[1-9]\d{0,8}$/))),
  limit: z._default(digitsUpTo(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type VersionsQuery = z.infer<typeof VersionsQuery>;

/** Null removes the label. */
export const LabelVersionRequest = z.strictObject({
  label: z.nullable(z.string().check(z.trim(), z.minLength(1), z.maxLength(LIMITS.versionLabelLengthMax))),
});
export type LabelVersionRequest = z.infer<typeof LabelVersionRequest>;

export const VersionParams = z.strictObject({ nodeId: NodeId, versionId: VersionId });
export type VersionParams = z.infer<typeof VersionParams>;

export const VersionDeleted = z.object({ freedBytes: SizeBytes });
export type VersionDeleted = z.infer<typeof VersionDeleted>;

export const ReceiptQuery = z.strictObject({ versionId: z.optional(VersionId) });
export type ReceiptQuery = z.infer<typeof ReceiptQuery>;

/**
 * A signed receipt: a flattened JWS (RFC 7515 section 7.2.2) with Ed25519. The keys are at
 * `/.well-known/coffer-receipts.json`.
 */
export const Receipt = z.object({ protected: z.string(), payload: z.string(), signature: z.string() });
export type Receipt = z.infer<typeof Receipt>;

export const ReceiptStatement = z.object({
  format: z.literal('coffer-receipt-1'),
  issuer: z.string(),
  spaceId: SpaceId,
  nodeId: NodeId,
  versionId: VersionId,
  number: Count,
  name: z.string(),
  sizeBytes: SizeBytes,
  mediaType: z.string(),
  /** Base64 of the content's hash, or `<hash of the hashes>-<parts>` with parts of `partSizeBytes`. */
  sha256: z.string(),
  partSizeBytes: SizeBytes,
  /** As from `sha256sum`. Null until computed, missing in older receipts. */
  contentSha256: z.optional(z.nullable(z.string())),
  crc64nvme: z.nullable(z.string()),
  authorId: UserId,
  receivedAt: Instant,
  verifiedAt: z.nullable(Instant),
  issuedAt: Instant,
});
export type ReceiptStatement = z.infer<typeof ReceiptStatement>;
