import type { Brand } from '@coffer/kit';

export type UserId = Brand<string, 'UserId'>;
export type SpaceId = Brand<string, 'SpaceId'>;
export type NodeId = Brand<string, 'NodeId'>;
export type VersionId = Brand<string, 'VersionId'>;
export type BlobId = Brand<string, 'BlobId'>;
export type UploadId = Brand<string, 'UploadId'>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True for a lower-case UUID as RFC 9562 writes it. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

/** For ids in an address: whether there is such a node is for the server to say. */
export function isNodeId(value: unknown): value is NodeId {
  return isUuid(value);
}

export function isSpaceId(value: unknown): value is SpaceId {
  return isUuid(value);
}
