import { z } from 'zod';
import { CHECKSUM_ALGORITHMS, CHECKSUM_TYPES } from '../checksum/algorithms.ts';

/** The JSON files of the store, as they lie on disk. Each names its version; an unknown one is never guessed at. */
export const FORMAT_VERSION = 1;
/** Of the folder as a whole: 1 knew no bytes in records, 2 no packs. What an older one wrote is read as it is. */
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
  /** Base64, of the object's algorithm. */
  checksum: z.string().optional(),
  /** Of the sums behind the bytes (see block-sums.ts). Older blobs have none. */
  sums: id.optional(),
  /** True when the bytes lie behind the record itself (see record-file.ts), and `blob` is no file but a name for them. */
  isInline: z.literal(true).optional(),
});
export type BlobPart = z.infer<typeof blobPart>;

/** What the client said about the object, given back with it. */
const description = z.object({ headers: fields, metadata: fields });
export type ObjectDescription = z.infer<typeof description>;

const tags = z
  .array(z.object({ key: z.string(), value: z.string() }))
  .min(1)
  .max(10);
/** The tags of an object, in the order they were given; absent when there are none. */
export type ObjectTags = z.infer<typeof tags>;

/** `meta/<bucket>/<hh>/<sha256(key)>`: an object. Its bytes are its parts' blobs, one after the other. */
export const objectManifestSchema = z.object({
  version: z.literal(FORMAT_VERSION),
  /** Drawn anew by every write. */
  id,
  bucket: z.string(),
  key: z.string(),
  sizeBytes: size,
  etag: z.string(),
  modifiedAt: instant,
  description,
  tags: tags.optional(),
  checksum: checksum.optional(),
  /** The multipart upload it came from: a repeated Complete finds itself here. */
  uploadId: id.optional(),
  parts: z.array(blobPart).min(1).max(10_000),
});
export type ObjectManifest = z.infer<typeof objectManifestSchema>;

/** The first line of `meta/<bucket>/<hh>/<id>.pack`: how long each record in it is, with its bytes (see pack-file.ts). */
export const packHeadSchema = z.object({
  version: z.literal(FORMAT_VERSION),
  bucket: z.string(),
  lengths: z.array(size).min(1).max(1000),
});

/** `uploads/<id>/upload.json`: a multipart upload in progress. Its removal ends the upload. */
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

/** `uploads/<id>/<number>.json`: a part that was received and verified. */
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
  /** The rule holds for keys that begin so. */
  prefix: z.string(),
  /** True when the prefix stood in the rule itself, as older clients write it, and not in a filter. */
  isPrefixBare: z.boolean(),
  /** Multipart uploads are aborted so many days after they were started. */
  abortUploadsAfterDays: z.int().min(1),
});
export type LifecycleRule = z.infer<typeof lifecycleRule>;

/** `buckets/<name>.json`: a bucket and its settings. */
export const bucketRecordSchema = z.object({
  version: z.literal(FORMAT_VERSION),
  name: z.string(),
  createdAt: instant,
  cors: z.array(corsRule).optional(),
  lifecycle: z.array(lifecycleRule).optional(),
});
export type BucketRecord = z.infer<typeof bucketRecordSchema>;
