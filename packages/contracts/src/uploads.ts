import * as z from 'zod/mini';
import { Crc64, Instant, Md5, NodeId, Sha256, SizeBytes, UploadId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { NodeName } from './node-name-schema.ts';
import { NodeView } from './nodes.ts';

/** Checksums of one part, computed by the sender before the part's URL is signed. Numbers count from 1. */
export const PartChecksums = z.strictObject({
  number: z.number().check(z.int(), z.minimum(1), z.maximum(10_000)),
  sha256: Sha256,
  /** Needed where the store verifies no SHA-256 (integrity level 2). */
  md5: z.optional(Md5),
  /** CRC-64/NVME, where the sender can compute it: kept for the whole file when every part has one. */
  crc64nvme: z.optional(Crc64),
});
export type PartChecksums = z.infer<typeof PartChecksums>;

const PartList = z.array(PartChecksums).check(z.minLength(1), z.maxLength(LIMITS.partsSignedMax));

/** What happens when the name is taken: refuse with `name_taken`, number the new one, make a version, or leave it. */
export const CONFLICT_RULES = ['ask', 'rename', 'replace', 'skip'] as const;
export const ConflictRule = z.enum(CONFLICT_RULES);
export type ConflictRule = z.infer<typeof ConflictRule>;

export const CreateUploadRequest = z.strictObject({
  parentId: NodeId,
  name: NodeName,
  sizeBytes: z.number().check(z.int(), z.minimum(0), z.maximum(LIMITS.fileSizeMaxBytes)),
  mediaType: z.string().check(z.maxLength(255)),
  modifiedAt: Instant,
  conflict: z._default(ConflictRule, 'ask'),
  /** Signs the first parts in the same call. */
  parts: z.optional(PartList),
});
export type CreateUploadRequest = z.infer<typeof CreateUploadRequest>;

/**
 * One presigned request: exactly this method, these headers and this length, before it expires. A `POST` is a form (`fields` in
 * their order, the bytes last, as `file`): for it a browser asks the store no leave beforehand, so that a small file costs one
 * round trip.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html
 */
export const SignedPart = z.object({
  number: z.number(),
  sizeBytes: SizeBytes,
  method: z.enum(['PUT', 'POST']),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Present exactly with `POST`. */
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
  partCount: z.number(),
  /** 1: the store checks SHA-256 of each part; 2: it checks MD5 of each part; 3: it checks nothing. */
  integrity: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  expiresAt: Instant,
});
export type UploadView = z.infer<typeof UploadView>;

/** `skipped` when the conflict rule left the existing file as it is. */
export const CreateUploadResult = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('created'), upload: UploadView, signed: z.array(SignedPart) }),
  z.object({ outcome: z.literal('skipped'), node: NodeView }),
]);
export type CreateUploadResult = z.infer<typeof CreateUploadResult>;

/** Why one of many was refused: a code of the catalogue with its facts, as a problem document carries them. */
export const ItemFailure = z.object({
  outcome: z.literal('failed'),
  code: z.string(),
  facts: z.optional(z.record(z.string(), z.unknown())),
});
export type ItemFailure = z.infer<typeof ItemFailure>;

/** A name that no file may have is the failure of its own file here, not of the whole call. */
const OneOfMany = z.extend(CreateUploadRequest, {
  name: z.string().check(z.maxLength(LIMITS.nameAskedMax)),
});

/** Many small files in one call, of any folders. Each stands for itself: one that is refused stops no other. */
export const CreateUploadsRequest = z.strictObject({
  uploads: z.array(OneOfMany).check(z.minLength(1), z.maxLength(LIMITS.uploadBatchMax)),
  /** True when the sender can send bundles. */
  bundle: z._default(z.boolean(), false),
});
export type CreateUploadsRequest = z.infer<typeof CreateUploadsRequest>;

/**
 * One form that carries many files: `fields` in their order, then one part named `file` for each upload, in the order of
 * `uploadIds`. The store answers with a {@link StoreReceipt}, which the completion takes. Any part of it may have been stored when it
 * fails; what was is harmless.
 */
export const SignedBundle = z.object({
  url: z.string(),
  fields: z.array(z.tuple([z.string(), z.string()])),
  expiresAt: Instant,
  uploadIds: z.array(UploadId),
});
export type SignedBundle = z.infer<typeof SignedBundle>;

/** What became of each, in the order asked. An upload that is in one of the `bundles` has nothing `signed` of its own. */
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

/** Uploads of one request each, of which the store has nothing: what was declared of them is signed once more, as it was. */
export const SignUploadsRequest = z.strictObject({
  ids: z.array(UploadId).check(z.minLength(1), z.maxLength(LIMITS.uploadBatchMax)),
  /** True when the sender can send bundles. */
  bundle: z._default(z.boolean(), false),
});
export type SignUploadsRequest = z.infer<typeof SignUploadsRequest>;

/** What a store answered to a bundle, word for word: it has the files named there, and says so under its signature. */
export const StoreReceipt = z.strictObject({
  receipt: z.string().check(z.maxLength(LIMITS.storeReceiptLengthMax)),
  signature: z.string().check(z.maxLength(64)),
});
export type StoreReceipt = z.infer<typeof StoreReceipt>;

export const CompleteUploadsRequest = z.strictObject({
  ids: z.array(UploadId).check(z.minLength(1), z.maxLength(LIMITS.uploadBatchMax)),
  /** Spares the question to the store for what stands in them. One that proves nothing is as good as none. */
  receipts: z.optional(z.array(StoreReceipt).check(z.maxLength(LIMITS.storeReceiptsMax))),
});
export type CompleteUploadsRequest = z.infer<typeof CompleteUploadsRequest>;

/** What became of each, in the order asked. A repetition gets the same answer. */
export const CompleteUploadsResult = z.object({
  items: z.array(
    z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('committed'), node: NodeView }),
      ItemFailure,
    ]),
  ),
});
export type CompleteUploadsResult = z.infer<typeof CompleteUploadsResult>;

/** Uploads that a page holds: running, waiting or paused. Said of those that last, every `LIMITS.uploadHoldEveryMs`. */
export const HoldUploadsRequest = z.strictObject({
  ids: z.array(UploadId).check(z.minLength(1), z.maxLength(LIMITS.batchMax)),
});
export type HoldUploadsRequest = z.infer<typeof HoldUploadsRequest>;

/** The open uploads of the person, newest first, whichever device began them: at most `LIMITS.uploadsListed`. */
export const UploadList = z.object({
  uploads: z.array(
    z.object({
      upload: UploadView,
      /** Null where the folder is gone or may not be seen any more. */
      parentName: z.nullable(z.string()),
      modifiedAt: Instant,
      createdAt: Instant,
      /** The last time that something was asked for it, or a page said that it holds it. */
      updatedAt: Instant,
      /** Some device is at it, by the clock of the server; otherwise it was left. */
      isActive: z.boolean(),
    }),
  ),
});
export type UploadList = z.infer<typeof UploadList>;

export const SignPartsRequest = z.strictObject({ parts: PartList });
export type SignPartsRequest = z.infer<typeof SignPartsRequest>;
export const SignedParts = z.object({ signed: z.array(SignedPart) });
export type SignedParts = z.infer<typeof SignedParts>;

/** An upload with what the store already holds of it: the base of every resume. */
export const UploadStatus = z.object({
  upload: UploadView,
  stored: z.array(
    z.object({
      number: z.number(),
      sizeBytes: SizeBytes,
      /** As it was declared: with it a file that was picked again shows that it is the same one. */
      sha256: z.optional(Sha256),
    }),
  ),
});
export type UploadStatus = z.infer<typeof UploadStatus>;

export const CompletedUpload = z.object({ node: NodeView });
export type CompletedUpload = z.infer<typeof CompletedUpload>;
