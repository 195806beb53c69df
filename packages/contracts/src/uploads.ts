import * as z from 'zod/mini';
import { Count, Crc64, Instant, Md5, NodeId, Sha256, SizeBytes, UploadId, VersionId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { NodeName } from './names/node-name-schema.ts';
import { NodeView } from './nodes.ts';

/** Numbers start at 1. */
export const PartChecksums = z.strictObject({
  number: z.number().check(z.int(), z.minimum(1), z.maximum(10_000)),
  sha256: Sha256,
  /** Required if the store does not verify SHA-256 (integrity level 2). */
  md5: z.optional(Md5),
  /** CRC-64/NVME. Stored for the whole file if every part has one. */
  crc64nvme: z.optional(Crc64),
});
export type PartChecksums = z.infer<typeof PartChecksums>;

const PartList = z.array(PartChecksums).check(z.minLength(1), z.maxLength(LIMITS.partsSignedMax));

/** For a taken name: refuse with `name_taken`, add a number, add a version, or keep the existing file. */
export const CONFLICT_RULES = ['ask', 'rename', 'replace', 'skip'] as const;
export const ConflictRule = z.enum(CONFLICT_RULES);
export type ConflictRule = z.infer<typeof ConflictRule>;

export const CreateUploadRequest = z.strictObject({
  parentId: NodeId,
  name: NodeName,
  /** Larger files fail with `file_too_large`. */
  sizeBytes: SizeBytes,
  mediaType: z.string().check(z.maxLength(255)),
  modifiedAt: Instant,
  conflict: z._default(ConflictRule, 'ask'),
  /**
   * The file must still have this version, whatever `conflict` says. Otherwise the upload fails with
   * `revision_conflict`.
   */
  basedOn: z.optional(VersionId),
  parts: z.optional(PartList),
});
export type CreateUploadRequest = z.infer<typeof CreateUploadRequest>;

/**
 * Sent with exactly this method, these headers and this length. A `POST` is a form (`fields` in order, then `file`) and
 * needs no CORS preflight.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html
 */
export const SignedPart = z.object({
  number: Count,
  sizeBytes: SizeBytes,
  method: z.enum(['PUT', 'POST']),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Present only with `POST`. */
  fields: z.optional(z.array(z.tuple([z.string(), z.string()]))),
  expiresAt: Instant,
});
export type SignedPart = z.infer<typeof SignedPart>;

export const UPLOAD_STATES = [
  'reserved',
  'uploading',
  'completing',
  'verifying',
  'committed',
  'failed',
  'aborted',
  'expired',
] as const;
export const UploadState = z.enum(UPLOAD_STATES);
export type UploadState = z.infer<typeof UploadState>;

export const UploadView = z.object({
  id: UploadId,
  parentId: NodeId,
  name: z.string(),
  sizeBytes: SizeBytes,
  state: UploadState,
  partSizeBytes: SizeBytes,
  partCount: Count,
  /** The store verifies each part by SHA-256 (1), by MD5 (2) or not at all (3). */
  integrity: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  expiresAt: Instant,
});
export type UploadView = z.infer<typeof UploadView>;

export const CreateUploadResult = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('created'), upload: UploadView, signed: z.array(SignedPart) }),
  z.object({ outcome: z.literal('skipped'), node: NodeView }),
]);
export type CreateUploadResult = z.infer<typeof CreateUploadResult>;

/** As in a problem document. */
export const ItemFailure = z.object({
  outcome: z.literal('failed'),
  code: z.string(),
  facts: z.optional(z.record(z.string(), z.unknown())),
});
export type ItemFailure = z.infer<typeof ItemFailure>;

/** Validated per file, so that an invalid one fails only its own upload. */
const OneOfMany = z.extend(CreateUploadRequest, {
  name: z.string().check(z.maxLength(LIMITS.nameAskedMax)),
  modifiedAt: z.string().check(z.maxLength(40)),
});

/** Each upload succeeds or fails separately. */
export const CreateUploadsRequest = z.strictObject({
  uploads: z.array(OneOfMany).check(z.minLength(1), z.maxLength(LIMITS.uploadBatchMax)),
  /** Whether the sender supports bundles. */
  bundle: z._default(z.boolean(), false),
});
export type CreateUploadsRequest = z.infer<typeof CreateUploadsRequest>;

/**
 * One form for many files: `fields` in order, then one part named `file` per upload, in the order of `uploadIds`. The
 * store answers with a {@link StoreReceipt} for the completion. A failed form may have stored some files, which is
 * harmless.
 */
export const SignedBundle = z.object({
  url: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
  expiresAt: Instant,
  uploadIds: z.array(UploadId),
});
export type SignedBundle = z.infer<typeof SignedBundle>;

/** The results in request order. Uploads in `bundles` have no `signed` request. */
export const CreateUploadsResult = z.object({
  items: z.array(
    z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('created'), upload: UploadView, signed: z.array(SignedPart) }),
      z.object({ outcome: z.literal('skipped'), node: NodeView }),
      ItemFailure,
    ]),
  ),
  bundles: z.optional(z.array(SignedBundle)),
});
export type CreateUploadsResult = z.infer<typeof CreateUploadsResult>;

/** Presigns single-request uploads again with their declared values. The store must have none of their bytes. */
export const SignUploadsRequest = z.strictObject({
  ids: z.array(UploadId).check(z.minLength(1), z.maxLength(LIMITS.uploadBatchMax)),
  bundle: z._default(z.boolean(), false),
});
export type SignUploadsRequest = z.infer<typeof SignUploadsRequest>;

/** The store's unchanged response to a bundle: a signed list of the stored files. */
export const StoreReceipt = z.strictObject({
  receipt: z.string().check(z.maxLength(LIMITS.storeReceiptLengthMax)),
  signature: z.string().check(z.maxLength(64)),
});
export type StoreReceipt = z.infer<typeof StoreReceipt>;

export const CompleteUploadsRequest = z.strictObject({
  ids: z.array(UploadId).check(z.minLength(1), z.maxLength(LIMITS.uploadBatchMax)),
  /** Invalid receipts are ignored. */
  receipts: z.optional(z.array(StoreReceipt).check(z.maxLength(LIMITS.storeReceiptsMax))),
});
export type CompleteUploadsRequest = z.infer<typeof CompleteUploadsRequest>;

/** The results in request order. A repeated call gets the same response. */
export const CompleteUploadsResult = z.object({
  items: z.array(
    z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('committed'), node: NodeView }),
      ItemFailure,
    ]),
  ),
});
export type CompleteUploadsResult = z.infer<typeof CompleteUploadsResult>;

/** Heartbeat for uploads that a page is running, queueing or pausing. Sent every `LIMITS.uploadHeartbeatEveryMs`. */
export const UploadHeartbeat = z.strictObject({
  ids: z.array(UploadId).check(z.minLength(1), z.maxLength(LIMITS.batchMax)),
});
export type UploadHeartbeat = z.infer<typeof UploadHeartbeat>;

/** From all devices, newest first, at most `LIMITS.uploadsListed`. */
export const UploadList = z.object({
  uploads: z.array(
    z.object({
      upload: UploadView,
      /** Null if the folder is deleted or no longer visible. */
      parentName: z.nullable(z.string()),
      modifiedAt: Instant,
      createdAt: Instant,
      /** The last request or heartbeat. */
      updatedAt: Instant,
      /** By the server's clock. */
      isActive: z.boolean(),
    }),
  ),
});
export type UploadList = z.infer<typeof UploadList>;

export const SignPartsRequest = z.strictObject({ parts: PartList });
export type SignPartsRequest = z.infer<typeof SignPartsRequest>;
export const SignedParts = z.object({ signed: z.array(SignedPart) });
export type SignedParts = z.infer<typeof SignedParts>;

export const UploadStatus = z.object({
  upload: UploadView,
  stored: z.array(
    z.object({
      number: Count,
      sizeBytes: SizeBytes,
      /** Proves that a file that the person chose again has the same content. */
      sha256: z.optional(Sha256),
    }),
  ),
});
export type UploadStatus = z.infer<typeof UploadStatus>;

export const CompletedUpload = z.object({ node: NodeView });
export type CompletedUpload = z.infer<typeof CompletedUpload>;
