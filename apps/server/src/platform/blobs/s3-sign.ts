import { LIMITS, SERVER_LIMITS } from '@coffer/contracts';
import { assert, type Clock, SECOND_MS } from '@coffer/kit';
import { encodePath, presignUrl, signForm } from '@coffer/sigv4';
import type { BlobMetadata, Blobs, IntegrityLevel, SignedFile, SignedRequest } from './blobs.ts';
import { contentDisposition } from './content-disposition.ts';
import type { S3Access } from './s3-client.ts';
import { servedAs } from './served-media-type.ts';
import { bucketUrl } from './bucket-url.ts';

type SignInput<M extends 'signPart' | 'signGet'> = Parameters<Blobs[M]>[0];

export interface Signer {
  /** Has the endpoint that the client uses. */
  readonly access: S3Access;
  readonly bucket: string;
  readonly integrity: IntegrityLevel;
  readonly clock: Clock;
}

/** Signs length, checksum, type and metadata of the upload. */
export function signPut(signer: Signer, input: SignedFile): SignedRequest {
  const headers = {
    'content-type': input.mediaType,
    ...checksumHeaders(signer.integrity, input.part),
    ...metadataHeaders(signer, input),
  };
  return sign(signer, { method: 'PUT', ...input, headers, sizeBytes: input.part.sizeBytes });
}

/** A form upload, which needs no CORS preflight. Only for stores that verify its checksum. */
export function signPost(signer: Signer, input: SignedFile): SignedRequest {
  assert(signer.integrity === 1, 'forms need integrity level 1');
  const at = signer.clock.now();
  const expiresAt = new Date(at.getTime() + LIMITS.partUrlLifeMs);
  const fields = signForm(signer.access, {
    bucket: signer.bucket,
    fields: [
      ['key', input.key],
      ['content-type', input.mediaType],
      ...Object.entries(checksumHeaders(signer.integrity, input.part)),
      ...Object.entries(metadataHeaders(signer, input)),
      ['success_action_status', '200'],
    ],
    sizeBytes: input.part.sizeBytes,
    at,
    expiresAt,
  });
  return { url: bucketUrl(signer.access, signer.bucket), headers: {}, fields, expiresAt };
}

export function signPart(signer: Signer, input: SignInput<'signPart'>): SignedRequest {
  return sign(signer, {
    method: 'PUT',
    key: input.key,
    query: { partNumber: String(input.number), uploadId: input.providerUploadId },
    headers: checksumHeaders(signer.integrity, input.part),
    sizeBytes: input.part.sizeBytes,
  });
}

/** Caches must not keep the response longer than the signature is valid. */
export function signGet(signer: Signer, input: SignInput<'signGet'>): SignedRequest {
  const served = servedAs(input.mediaType, input.disposition);
  return sign(signer, {
    method: 'GET',
    key: input.key,
    query: {
      'response-content-type': served.mediaType,
      'response-content-disposition': contentDisposition(served.disposition, input.name),
      'response-cache-control': `private, max-age=${Math.floor(input.lifeMs / SECOND_MS)}`,
    },
    headers: {},
    lifeMs: input.lifeMs,
  });
}

/**
 * Signed as of the start of the current time window, so the URL stays the same within the window. It is valid for one
 * window longer.
 */
export function signRendition(signer: Signer, key: string, lifeMs?: number): SignedRequest {
  const windowMs = lifeMs ?? SERVER_LIMITS.thumbnailUrlWindowMs;
  const now = signer.clock.now();
  return sign(signer, {
    method: 'GET',
    key,
    query: {
      'response-content-type': 'image/webp',
      'response-content-disposition': 'inline',
      'response-cache-control': `private, max-age=${Math.floor(windowMs / SECOND_MS)}, immutable`,
    },
    headers: {},
    ...(lifeMs === undefined
      ? { at: new Date(Math.floor(now.getTime() / windowMs) * windowMs), lifeMs: 2 * windowMs }
      : { at: now, lifeMs }),
  });
}

function sign(
  signer: Signer,
  request: {
    readonly method: 'GET' | 'PUT';
    readonly key: string;
    readonly query?: Readonly<Record<string, string>>;
    readonly headers: Readonly<Record<string, string>>;
    /** The `content-length` header, which every client sends. */
    readonly sizeBytes?: number;
    readonly lifeMs?: number;
    /** Default: the current time. */
    readonly at?: Date;
  },
): SignedRequest {
  const { method, headers, sizeBytes, lifeMs = LIMITS.partUrlLifeMs, at = signer.clock.now() } = request;
  const url = presignUrl(signer.access, {
    method,
    url: `${bucketUrl(signer.access, signer.bucket)}/${encodePath(request.key)}`,
    query: request.query ?? {},
    headers: { ...headers, ...(sizeBytes === undefined ? {} : { 'content-length': String(sizeBytes) }) },
    at,
    lifeSeconds: Math.floor(lifeMs / SECOND_MS),
  });
  return { url, headers, expiresAt: new Date(at.getTime() + lifeMs) };
}

function metadataHeaders({ integrity }: Signer, input: SignedFile): Record<string, string> {
  const metadata = metadataOf(integrity, input);
  return Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value]));
}

/** Includes the SHA-256 only if the store does not keep it. */
export function metadataOf(integrity: IntegrityLevel, input: SignedFile): Record<string, string> {
  const sha256 = integrity === 1 ? {} : { sha256: input.part.sha256 };
  return { ...encodeMetadata(input.metadata), ...sha256 };
}

interface Digest {
  readonly sha256: string;
  readonly md5: string | undefined;
}

function checksumHeaders(integrity: IntegrityLevel, digest: Digest): Record<string, string> {
  if (integrity === 1) return { 'x-amz-checksum-sha256': digest.sha256 };
  if (integrity === 3) return {};
  assert(digest.md5 !== undefined, 'the upload has no MD5, which integrity level 2 requires');
  return { 'content-md5': digest.md5 };
}

/** Encodes metadata as ASCII, because header values allow nothing else. */
export function encodeMetadata(metadata: BlobMetadata): Record<string, string> {
  return {
    space: metadata.spaceId,
    node: metadata.nodeId,
    version: metadata.versionId,
    parent: metadata.parentId,
    name: encodeURIComponent(metadata.name),
    author: metadata.authorId,
    at: metadata.at.toISOString(),
  };
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Undefined for objects that Coffer did not write. */
export function decodeMetadata(stored: Readonly<Record<string, string>>): BlobMetadata | undefined {
  const {
    space: spaceId = '',
    node: nodeId = '',
    version: versionId = '',
    parent: parentId = '',
    author: authorId = '',
  } = stored;
  const at = new Date(stored['at'] ?? '');
  const name = decodeName(stored['name'] ?? '');
  const areIds = [spaceId, nodeId, versionId, parentId, authorId].every((id) => ID.test(id));
  if (!areIds || Number.isNaN(at.getTime()) || name === undefined) return undefined;
  return { spaceId, nodeId, versionId, parentId, name, authorId, at };
}

function decodeName(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
