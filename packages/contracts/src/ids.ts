import type { Brand } from '@coffer/kit';
import * as z from 'zod/mini';

export type UserId = Brand<string, 'UserId'>;
export type SpaceId = Brand<string, 'SpaceId'>;
export type NodeId = Brand<string, 'NodeId'>;
export type VersionId = Brand<string, 'VersionId'>;
export type BlobId = Brand<string, 'BlobId'>;
export type UploadId = Brand<string, 'UploadId'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** An id schema: a lower-case UUID that carries its entity in the type. */
function id<T extends string>() {
  return z.custom<T>((value) => typeof value === 'string' && UUID.test(value));
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

/** MD5 as base64: 16 bytes, 24 characters. */
export const Md5 = z.string().check(z.regex(/^[A-Za-z0-9+/]{22}==$/));
