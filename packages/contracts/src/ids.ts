import * as z from 'zod/mini';
import type * as Id from './uuid.ts';
import { isUuid } from './uuid.ts';

export type UserId = Id.UserId;
export type SpaceId = Id.SpaceId;
export type NodeId = Id.NodeId;
export type VersionId = Id.VersionId;
export type BlobId = Id.BlobId;
export type UploadId = Id.UploadId;

/** An id schema: a lower-case UUID that carries its entity in the type. */
function id<T extends string>() {
  return z.custom<T>(isUuid);
}

export const UserId = id<UserId>();
export const SpaceId = id<SpaceId>();
export const NodeId = id<NodeId>();
export const VersionId = id<VersionId>();
export const BlobId = id<BlobId>();
export const UploadId = id<UploadId>();

/** An instant in UTC, `2026-11-21T03:09:46.000Z`. */
export const Instant = z
  .string()
  .check(z.maxLength(40), z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z$/));

/** A size in bytes. Exact: every allowed size is below 2^53. */
export const SizeBytes = z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));

/** SHA-256 as base64: 32 bytes, 44 characters. */
export const Sha256 = z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/));

/** CRC-64 as base64: 8 bytes, 12 characters. */
export const Crc64 = z.string().check(z.regex(/^[A-Za-z0-9+/]{11}=$/));

/** MD5 as base64: 16 bytes, 24 characters. */
export const Md5 = z.string().check(z.regex(/^[A-Za-z0-9+/]{22}==$/));
