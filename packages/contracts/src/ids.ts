import * as z from 'zod/mini';
import type * as Id from './uuid.ts';
import { isUuid } from './uuid.ts';

export type UserId = Id.UserId;
export type GroupId = Id.GroupId;
/** Id of a person or a group. */
export type HolderId = UserId | GroupId;
export type SpaceId = Id.SpaceId;
export type NodeId = Id.NodeId;
export type VersionId = Id.VersionId;
export type BlobId = Id.BlobId;
export type LinkId = Id.LinkId;
export type UploadId = Id.UploadId;

function id<T extends string>() {
  return z.custom<T>(isUuid);
}

export const UserId = id<UserId>();
export const GroupId = id<GroupId>();
export const HolderId = id<HolderId>();
export const SpaceId = id<SpaceId>();
export const NodeId = id<NodeId>();
export const VersionId = id<VersionId>();
export const BlobId = id<BlobId>();
export const LinkId = id<LinkId>();
export const UploadId = id<UploadId>();
export const JobId = z.custom<string>(isUuid);
/** Changes with the picture, and is known only from responses that name the person. */
export const PictureId = z.custom<string>(isUuid);
export const TagId = z.custom<string>(isUuid);

/** A valid UTC instant, `2026-11-21T03:09:46.000Z`: years 1 to 9999, at most microseconds. */
export const Instant = z.iso.datetime().check(z.regex(/^(?!0000).{16}:\d\d(\.\d{1,6})?Z$/));

export const Count = z.number().check(z.int(), z.minimum(0));

/** Exact, because every allowed size is below 2^53. */
export const SizeBytes = z.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER));

/** A whole number in a query string: `17`. */
export const digitsUpTo = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(z.transform(Number), z.number().check(z.int(), z.minimum(0), z.maximum(max))),
  );

/** Base64, 32 bytes. */
export const Sha256 = z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/));

/** Base64, 8 bytes. */
export const Crc64 = z.string().check(z.regex(/^[A-Za-z0-9+/]{11}=$/));

/** Base64, 16 bytes. */
export const Md5 = z.string().check(z.regex(/^[A-Za-z0-9+/]{22}==$/));
