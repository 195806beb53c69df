import { GetObjectCommand, PutObjectCommand, type S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { assert, type Clock, SECOND_MS } from '@coffer/kit';
import { LIMITS } from '@coffer/contracts';
import type { BlobMetadata, Blobs, IntegrityLevel, SignedRequest } from './blobs.ts';
import { contentDisposition } from './content-disposition.ts';
import { servedAs } from './served-media-type.ts';

type SignInput<M extends 'signPut' | 'signPart' | 'signGet'> = Parameters<Blobs[M]>[0];

/** Makes presigned requests for one bucket, as browsers reach it. */
export interface Signer {
  readonly client: S3Client;
  readonly bucket: string;
  readonly integrity: IntegrityLevel;
  readonly clock: Clock;
}

/** One request with the whole object: its length, checksum, type and metadata are signed and cannot be other. */
export async function signPut(signer: Signer, input: SignInput<'signPut'>): Promise<SignedRequest> {
  const metadata = { ...encodeMetadata(input.metadata), sha256: input.part.sha256 };
  const command = new PutObjectCommand({
    Bucket: signer.bucket,
    Key: input.key,
    ContentLength: input.part.sizeBytes,
    ContentType: input.mediaType,
    Metadata: metadata,
    ...checksumInput(signer.integrity, input.part),
  });
  const headers = {
    'content-type': input.mediaType,
    ...checksumHeaders(signer.integrity, input.part),
    ...Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`x-amz-meta-${name}`, value])),
  };
  return await sign(signer, {
    headers,
    lifeMs: LIMITS.partUrlLifeMs,
    presign: (options) => getSignedUrl(signer.client, command, options),
  });
}

/** One part: its length and checksum are signed. */
export async function signPart(signer: Signer, input: SignInput<'signPart'>): Promise<SignedRequest> {
  const command = new UploadPartCommand({
    Bucket: signer.bucket,
    Key: input.key,
    UploadId: input.providerUploadId,
    PartNumber: input.number,
    ContentLength: input.part.sizeBytes,
    ...checksumInput(signer.integrity, input.part),
  });
  return await sign(signer, {
    headers: checksumHeaders(signer.integrity, input.part),
    lifeMs: LIMITS.partUrlLifeMs,
    presign: (options) => getSignedUrl(signer.client, command, options),
  });
}

/** A download: name, type and cache life are signed, and no cache outlives the signature. */
export async function signGet(signer: Signer, input: SignInput<'signGet'>): Promise<SignedRequest> {
  const served = servedAs(input.mediaType, input.disposition);
  const command = new GetObjectCommand({
    Bucket: signer.bucket,
    Key: input.key,
    ResponseContentType: served.mediaType,
    ResponseContentDisposition: contentDisposition(served.disposition, input.name),
    ResponseCacheControl: `private, max-age=${Math.floor(input.lifeMs / SECOND_MS)}`,
  });
  return await sign(signer, {
    headers: {},
    lifeMs: input.lifeMs,
    presign: (options) => getSignedUrl(signer.client, command, options),
  });
}

type PresignOptions = NonNullable<Parameters<typeof getSignedUrl>[2]>;

async function sign(
  signer: Signer,
  request: {
    readonly headers: Readonly<Record<string, string>>;
    readonly lifeMs: number;
    readonly presign: (options: PresignOptions) => Promise<string>;
  },
): Promise<SignedRequest> {
  const { headers, lifeMs } = request;
  const names = Object.keys(headers);
  const signedAt = signer.clock.now();
  const url = await request.presign({
    expiresIn: Math.floor(lifeMs / SECOND_MS),
    signingDate: signedAt,
    // As headers: in the query, where the SDK would move them, stores do not look at checksums.
    unhoistableHeaders: new Set(names),
    signableHeaders: new Set([...names, 'host', 'content-length']),
  });
  const signed = new URL(url).searchParams.get('X-Amz-SignedHeaders')?.split(';') ?? [];
  assert(
    names.every((name) => signed.includes(name)),
    'every header of a presigned request is signed',
  );
  return { url, headers, expiresAt: new Date(signedAt.getTime() + lifeMs) };
}

interface Digest {
  readonly sha256: string;
  readonly md5: string | undefined;
}

function checksumInput(
  integrity: IntegrityLevel,
  digest: Digest,
): { ChecksumSHA256?: string; ContentMD5?: string } {
  if (integrity === 1) return { ChecksumSHA256: digest.sha256 };
  if (integrity === 3) return {};
  assert(digest.md5 !== undefined, 'integrity level 2 signs an MD5');
  return { ContentMD5: digest.md5 };
}

function checksumHeaders(integrity: IntegrityLevel, digest: Digest): Record<string, string> {
  const { ChecksumSHA256, ContentMD5 } = checksumInput(integrity, digest);
  return {
    ...(ChecksumSHA256 === undefined ? {} : { 'x-amz-checksum-sha256': ChecksumSHA256 }),
    ...(ContentMD5 === undefined ? {} : { 'content-md5': ContentMD5 }),
  };
}

/** Header values are ASCII: the name is percent-encoded. */
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
