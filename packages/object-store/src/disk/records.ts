import { z } from 'zod';
import { CHECKSUM_ALGORITHMS, CHECKSUM_TYPES } from '../checksum/algorithms.ts';

export const FORMAT_VERSION = 1;
/** Version of the folder format: 2 added bytes in records, 3 added packs. Older data is read without conversion. */
export const FOLDER_VERSION = 3;

const id = z.string().regex(/^[0-9a-f]{32}$/);
const size = z.int().min(0);
const instant = z.iso.datetime();
const fields = z.record(z.string(), z.string());

const checksum = z.object({
  algorithm: z.enum(CHECKSUM_ALGORITHMS),
  type: z.enum(CHECKSUM_TYPES),
  value: z.string(),
});
export type StoredChecksum = z.infer<typeof checksum>;

const blobPart = z.object({
  number: z.int().min(1).max(10_000),
  blob: id,
  sizeBytes: size,
  checksum: z.string().optional(),
  /** Hash of the block sums (see block-sums.ts). Absent for old blobs. */
  sums: id.optional(),
  /** The bytes follow the record (see record-file.ts), and `blob` is only an id. */
  isInline: z.literal(true).optional(),
});
export type BlobPart = z.infer<typeof blobPart>;

const description = z.object({ headers: fields, metadata: fields });
export type ObjectDescription = z.infer<typeof description>;

const tags = z
  .array(z.object({ key: z.string(), value: z.string() }))
  .min(1)
  .max(10);
export type ObjectTags = z.infer<typeof tags>;

/** `meta/<bucket>/<hh>/<sha256(key)>`: an object. Its bytes are its parts' blobs, concatenated. */
export const objectManifestSchema = z.object({
  version: z.literal(FORMAT_VERSION),
  id,
  bucket: z.string(),
  key: z.string(),
  sizeBytes: size,
  etag: z.string(),
  modifiedAt: instant,
  description,
  tags: tags.optional(),
  checksum: checksum.optional(),
  /** Its multipart upload, so that a repeated CompleteMultipartUpload succeeds. */
  uploadId: id.optional(),
  parts: z.array(blobPart).min(1).max(10_000),
});
export type ObjectManifest = z.infer<typeof objectManifestSchema>;

/** The first line of `meta/<bucket>/<hh>/<id>.pack`: the length of each record with its bytes (see pack-file.ts). */
export const packHeadSchema = z.object({
  version: z.literal(FORMAT_VERSION),
  bucket: z.string(),
  lengths: z.array(size).min(1).max(1000),
});

/** `uploads/<id>/upload.json`: a multipart upload in progress. Removing it ends the upload. */
export const uploadRecordSchema = z.object({
  version: z.literal(FORMAT_VERSION),
  id,
  bucket: z.string(),
  key: z.string(),
  startedAt: instant,
  description,
  tags: tags.optional(),
  checksum: checksum.omit({ value: true }).optional(),
});
export type UploadRecord = z.infer<typeof uploadRecordSchema>;

export const partRecordSchema = blobPart.omit({ checksum: true }).extend({
  version: z.literal(FORMAT_VERSION),
  etag: z.string(),
  modifiedAt: instant,
  checksum: checksum.omit({ type: true }).optional(),
});
export type PartRecord = z.infer<typeof partRecordSchema>;

const corsRule = z.object({
  id: z.string().optional(),
  allowedOrigins: z.array(z.string()),
  allowedMethods: z.array(z.string()),
  allowedHeaders: z.array(z.string()),
  exposeHeaders: z.array(z.string()),
  maxAgeSeconds: z.int().min(0).optional(),
});
export type CorsRule = z.infer<typeof corsRule>;

const lifecycleRule = z.object({
  id: z.string(),
  isEnabled: z.boolean(),
  prefix: z.string(),
  /** Whether the prefix was in the rule itself, as older clients send it, and not in its filter. */
  isPrefixBare: z.boolean(),
  abortUploadsAfterDays: z.int().min(1),
});
export type LifecycleRule = z.infer<typeof lifecycleRule>;

export const bucketRecordSchema = z.object({
  version: z.literal(FORMAT_VERSION),
  name: z.string(),
  createdAt: instant,
  cors: z.array(corsRule).optional(),
  lifecycle: z.array(lifecycleRule).optional(),
});
export type BucketRecord = z.infer<typeof bucketRecordSchema>;
