import type { Brand } from '@coffer/kit';

export type UserId = Brand<string, 'UserId'>;
export type GroupId = Brand<string, 'GroupId'>;
export type SpaceId = Brand<string, 'SpaceId'>;
export type NodeId = Brand<string, 'NodeId'>;
export type VersionId = Brand<string, 'VersionId'>;
export type BlobId = Brand<string, 'BlobId'>;
export type LinkId = Brand<string, 'LinkId'>;
export type UploadId = Brand<string, 'UploadId'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A lower-case UUID (RFC 9562). */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** Checks only the syntax. */
export function isUserId(value: unknown): value is UserId {
  return isUuid(value);
}

/** Checks only the syntax. */
export function isNodeId(value: unknown): value is NodeId {
  return isUuid(value);
}

export function isGroupId(value: unknown): value is GroupId {
  return isUuid(value);
}

export function isSpaceId(value: unknown): value is SpaceId {
  return isUuid(value);
}

export function isVersionId(value: unknown): value is VersionId {
  return isUuid(value);
}
