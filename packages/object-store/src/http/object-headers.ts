import { err, ok, type Result } from '@coffer/kit';
import type { ObjectDescription, ObjectManifest } from '../disk/records.ts';
import { notImplemented, refusal, type S3Error } from '../errors.ts';
import type { StoreLimits } from '../limits.ts';
import type { StoreRequest } from './message.ts';
import type { Query } from './target.ts';

const STORED_HEADERS = [
  'content-type',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
] as const;

const OVERRIDES: Readonly<Record<string, string>> = {
  'response-content-type': 'content-type',
  'response-cache-control': 'cache-control',
  'response-content-disposition': 'content-disposition',
  'response-content-encoding': 'content-encoding',
  'response-content-language': 'content-language',
  'response-expires': 'expires',
};

/** Types that may be shown inline. None can run scripts in the store's origin. */
const INLINE_TYPES =
  /^(?:image\/(?:avif|bmp|gif|jpeg|png|webp|x-icon)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/pdf|text\/plain)(?:\s*;.*)?$/i;

const META = 'x-amz-meta-';
const OWNER_ACLS = ['private', 'bucket-owner-read', 'bucket-owner-full-control'];

/**
 * Parses headers and user metadata of an object. Refuses headers that the store would otherwise ignore silently.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html#API_PutObject_RequestSyntax
 */
export function parseDescription(
  request: StoreRequest,
  limits: StoreLimits,
): Result<ObjectDescription, S3Error> {
  const refused = refusedHeader(request);
  if (refused !== undefined) return err(refused);
  const headers: Record<string, string> = {};
  for (const name of STORED_HEADERS) {
    const value = name === 'content-encoding' ? contentEncoding(request) : request.headers[name];
    if (value !== undefined && value !== '') headers[name] = value;
  }
  const metadata: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(request.headers)) {
    if (name.startsWith(META)) metadata[name.slice(META.length)] = value;
  }
  const pairs = Object.entries(metadata);
  const size = pairs.reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name) + Buffer.byteLength(value),
    0,
  );
  if (size > limits.metadataBytesMax) return err(refusal('MetadataTooLarge'));
  if (pairs.some(([name, value]) => !/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) || !isFieldValue(value))) {
    return err(refusal('InvalidArgument', 'A metadata field cannot be sent as a header.'));
  }
  return ok({ headers, metadata });
}

export function presentObject(
  manifest: ObjectManifest,
  query: Query,
): Result<Record<string, string>, S3Error> {
  const headers: Record<string, string> = {
    'content-type': 'binary/octet-stream',
    ...manifest.description.headers,
  };
  if (!isAttachment(headers['content-disposition'])) headers['content-disposition'] = 'attachment';
  for (const [name, value] of query.pairs) {
    const header = OVERRIDES[name];
    if (header === undefined) continue;
    if (!isFieldValue(value)) return err(refusal('InvalidArgument', `${name} cannot be sent as a header.`));
    headers[header] = value;
  }
  // The uploader chooses the stored type, so even a signed "inline" applies to harmless types only.
  if (!isAttachment(headers['content-disposition']) && !INLINE_TYPES.test(headers['content-type'] ?? '')) {
    headers['content-disposition'] = 'attachment';
  }
  for (const [name, value] of Object.entries(manifest.description.metadata))
    headers[`${META}${name}`] = value;
  headers['etag'] = `"${manifest.etag}"`;
  headers['last-modified'] = new Date(manifest.modifiedAt).toUTCString();
  headers['accept-ranges'] = 'bytes';
  return ok(headers);
}

export function refusedHeader(request: StoreRequest): S3Error | undefined {
  for (const [name, value = ''] of Object.entries(request.headers)) {
    const isLock = name === 'x-amz-bucket-object-lock-enabled' && value.toLowerCase() !== 'false';
    const isOwnership = name === 'x-amz-object-ownership' && value !== 'BucketOwnerEnforced';
    if (isLock || isOwnership) return notImplemented('Header', name);
    if (name === 'x-amz-acl' && !OWNER_ACLS.includes(value)) return notImplemented('Header', name);
    if (name === 'x-amz-storage-class' && value !== 'STANDARD') return refusal('InvalidStorageClass');
  }
  return undefined;
}

/** `aws-chunked` describes the transfer, not the object. */
function contentEncoding(request: StoreRequest): string {
  return (request.headers['content-encoding'] ?? '')
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '' && piece.toLowerCase() !== 'aws-chunked')
    .join(',');
}

function isAttachment(disposition: string | undefined): boolean {
  return /^\s*attachment\s*(?:;|$)/i.test(disposition ?? '');
}

export function isFieldValue(value: string): boolean {
  return /^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value);
}
