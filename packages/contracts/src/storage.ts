import * as z from 'zod/mini';
import { BlobId, Instant, NodeId, SizeBytes, SpaceId, UserId, VersionId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { NodeView } from './nodes.ts';
import { isUuid } from './uuid.ts';

const Count = z.number().check(z.int(), z.minimum(0));
const Digits = z.string().check(z.regex(/^\d{1,9}$/));
const digits = (max: number) =>
  z.pipe(Digits, z.pipe(z.transform(Number), z.number().check(z.minimum(0), z.maximum(max))));

export const JobId = z.custom<string>(isUuid);

/** What a survey can find: see `docs/specification/4-states.md`. */
export const STORAGE_FINDING_KINDS = ['orphan', 'missing', 'different', 'undeleted', 'unfinished'] as const;
const FindingKind = z.enum(STORAGE_FINDING_KINDS);

export const STORAGE_JOB_STATES = ['queued', 'running', 'done', 'stopped', 'cancelled'] as const;

/** How much a survey looked at, and found. */
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
  /** Of a repair: what it put right, and what had settled by itself. */
  mended: Count,
  settled: Count,
});
export type StorageCounts = z.infer<typeof StorageCounts>;

/** A survey changes nothing. A repair puts right what a survey found. */
export const StorageJob = z.object({
  id: JobId,
  kind: z.enum(['survey', 'repair']),
  state: z.enum(STORAGE_JOB_STATES),
  /** Why it stopped before its end: the store's answer, or what makes its list unbelievable. */
  stopReason: z.nullable(z.string()),
  surveyId: z.nullable(JobId),
  counts: StorageCounts,
  /** The orphans are more than half of what the store holds: a repair wants `allowMany`. */
  isMany: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
  finishedAt: z.nullable(Instant),
});
export type StorageJob = z.infer<typeof StorageJob>;

/** A page of a list about the store: position of the first row, from 0, and how many rows. */
export const StorageListQuery = z.strictObject({
  at: z._default(digits(100_000_000), 0),
  limit: z._default(digits(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type StorageListQuery = z.infer<typeof StorageListQuery>;

/** Surveys and repairs, the newest first. */
export const StorageJobPage = z.object({ items: z.array(StorageJob), total: Count });
export type StorageJobPage = z.infer<typeof StorageJobPage>;

/** What a space takes of the store. */
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
/** The largest first. */
export const SpaceUsePage = z.object({ items: z.array(SpaceUse), total: Count });
export type SpaceUsePage = z.infer<typeof SpaceUsePage>;

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
  at: z._default(digits(100_000_000), 0),
  limit: z._default(digits(LIMITS.pageSizeMax), LIMITS.childrenPageSize),
});
export type StorageFindingQuery = z.infer<typeof StorageFindingQuery>;

export const RepairRequest = z.strictObject({
  /** Orphans are more than half of what the store holds: that looks like the database of another installation. */
  allowMany: z._default(z.boolean(), false),
});
export type RepairRequest = z.infer<typeof RepairRequest>;

/** What the store can do, as far as it was found out by trying. */
export const StoreCapabilities = z.object({
  checksums: z.array(z.enum(['sha256', 'crc64nvme', 'md5'])),
  conditionalWrite: z.boolean(),
  ranges: z.boolean(),
  /** Up to the largest parts and the highest numbers that files have. Null when it was never tried. */
  multipart: z.nullable(z.boolean()),
  list: z.boolean(),
  addressing: z.enum(['path', 'host']),
  endpoint: z.string(),
  publicEndpoint: z.string(),
});
export type StoreCapabilities = z.infer<typeof StoreCapabilities>;

/** What the store doctor says: a code, a sentence, and the exact JSON or command that mends it. */
export const StoreDiagnosis = z.object({
  code: z.string(),
  severity: z.enum(['ok', 'warn', 'fail']),
  message: z.string(),
  fix: z.nullable(z.string()),
});
export type StoreDiagnosis = z.infer<typeof StoreDiagnosis>;

/**
 * What the doctor tries together: the store itself, the rules of its bucket, uploads in parts, the way of browsers, and large bodies on that
 * way. At each start and once a day it tries the first and the fourth, when it is asked to all.
 */
export const StoreArea = z.enum(['store', 'rules', 'parts', 'public', 'bodies']);
export type StoreArea = z.infer<typeof StoreArea>;

export const StoreExamination = z.object({
  /** Of the newest run. */
  examinedAt: Instant,
  capabilities: StoreCapabilities,
  /** Of every area, as it was found when it was last tried. */
  diagnoses: z.array(StoreDiagnosis),
  /** Every area that there is, and when it was last tried; null when it never was. */
  tried: z.array(z.object({ area: StoreArea, triedAt: z.nullable(Instant) })),
});
export type StoreExamination = z.infer<typeof StoreExamination>;

/** Requests for the browser of the person who asks, because only it knows what it can reach. Each is sent as it stands. */
export const BrowserProbePlan = z.object({
  probes: z.array(
    z.object({
      name: z.enum(['put', 'get', 'range', 'wrong_checksum', 'large']),
      method: z.enum(['PUT', 'GET']),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.nullable(z.string()),
      /** Of so many of the same byte is the body instead. */
      filler: z.nullable(z.object({ sizeBytes: SizeBytes, byte: Count })),
      expected: z.object({
        statuses: z.array(z.number()),
        /** Headers that the page must be able to read. */
        exposed: z.array(z.string()),
        body: z.nullable(z.string()),
      }),
      /** What it means when no answer can be read, when none comes in time, when the status is another, when a header is hidden, when the body differs. */
      diagnoses: z.object({
        unreachable: StoreDiagnosis,
        slow: StoreDiagnosis,
        refused: StoreDiagnosis,
        hidden: StoreDiagnosis,
        different: StoreDiagnosis,
      }),
    }),
  ),
  /** The store's clock against the page's: compare the `Date` of an answer, where it can be read, with this. */
  serverTime: Instant,
  expiresAt: Instant,
});
export type BrowserProbePlan = z.infer<typeof BrowserProbePlan>;

const Sum = z.object({ count: Count, bytes: SizeBytes });

/** The state of the store for its administrators. */
export const StorageReport = z.object({
  integrity: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  publicOrigin: z.string(),
  examination: z.nullable(StoreExamination),
  ledger: z.object({
    files: Sum,
    reserved: Sum,
    held: Sum,
    strays: Sum,
    damaged: Sum,
    unverified: Sum,
  }),
  /** Undefined price: null. Of everything that is stored, and of the part that nobody needs. */
  cost: z.nullable(
    z.object({ pricePerGibMonth: z.number(), perMonth: z.number(), wastedPerMonth: z.number() }),
  ),
  survey: z.nullable(StorageJob),
  repair: z.nullable(StorageJob),
  scrub: z.object({
    bytesPerDay: SizeBytes,
    readTodayBytes: SizeBytes,
    /** When the object was read that was not read for the longest time; null when some never were. */
    oldestAt: z.nullable(Instant),
  }),
});
export type StorageReport = z.infer<typeof StorageReport>;

const Damage = z.enum(['missing', 'different', 'checksum']);

/** A version whose bytes are not what they were, without the name of its file. */
export const DamagedVersion = z.object({
  spaceId: SpaceId,
  nodeId: NodeId,
  versionId: VersionId,
  number: Count,
  sizeBytes: SizeBytes,
  damage: Damage,
  foundAt: Instant,
  isCurrent: z.boolean(),
  /** The newest older version that is whole. */
  wholeVersionId: z.nullable(VersionId),
});
export type DamagedVersion = z.infer<typeof DamagedVersion>;
export const DamagePage = z.object({ items: z.array(DamagedVersion), total: Count });
export type DamagePage = z.infer<typeof DamagePage>;

/** A file whose current bytes are not what they were. */
export const DamagedFile = z.object({
  node: NodeView,
  /** Names of the folders from the root of the space to the file. */
  from: z.array(z.string()),
  damage: Damage,
  foundAt: Instant,
  /** The newest version that is whole: `POST /nodes/{nodeId}/versions/{versionId}/restore` brings it back. */
  whole: z.nullable(z.object({ id: VersionId, number: Count, createdAt: Instant })),
});
export type DamagedFile = z.infer<typeof DamagedFile>;
/** The newest damage first; of more than 1,000, the first 1,000. */
export const DamagedFilePage = z.object({ items: z.array(DamagedFile), total: Count });
export type DamagedFilePage = z.infer<typeof DamagedFilePage>;

/** One content of a file. */
export const VersionView = z.object({
  id: VersionId,
  number: Count,
  sizeBytes: SizeBytes,
  mediaType: z.string(),
  sha256: z.string(),
  crc64nvme: z.nullable(z.string()),
  authorId: UserId,
  createdAt: Instant,
  isCurrent: z.boolean(),
  /** When the bytes were last found to be the declared ones. */
  verifiedAt: z.nullable(Instant),
  damage: z.nullable(Damage),
  /** When the damage was found. */
  damagedAt: z.nullable(Instant),
});
export type VersionView = z.infer<typeof VersionView>;
export const VersionList = z.object({ items: z.array(VersionView) });
export type VersionList = z.infer<typeof VersionList>;

export const ReceiptQuery = z.strictObject({ versionId: z.optional(VersionId) });
export type ReceiptQuery = z.infer<typeof ReceiptQuery>;

/**
 * A signed statement of what was received: a JWS in its flattened form (RFC 7515 section 7.2.2), signed with Ed25519. The keys are at
 * `/.well-known/coffer-receipts.json`.
 */
export const Receipt = z.object({ protected: z.string(), payload: z.string(), signature: z.string() });
export type Receipt = z.infer<typeof Receipt>;

/** What stands in the payload of a receipt. */
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
  /** Base64: of the content, or `<hash of the hashes>-<parts>` of parts of `partSizeBytes`. */
  sha256: z.string(),
  partSizeBytes: SizeBytes,
  crc64nvme: z.nullable(z.string()),
  authorId: UserId,
  receivedAt: Instant,
  verifiedAt: z.nullable(Instant),
  issuedAt: Instant,
});
export type ReceiptStatement = z.infer<typeof ReceiptStatement>;
