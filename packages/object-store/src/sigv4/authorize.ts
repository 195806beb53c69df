import { type KeyObject, timingSafeEqual } from 'node:crypto';
import { err, ok, SECOND_MS, type Result } from '@coffer/kit';
import {
  canonicalQuery,
  canonicalRequest,
  encodePath,
  scopeText,
  signatureHex,
  signingKey,
  stringToSign,
} from '@coffer/sigv4';
import { refusal, type S3Error } from '../errors.ts';
import type { StoreRequest } from '../http/message.ts';
import type { Target } from '../http/target.ts';
import type { StoreLimits } from '../limits.ts';
import { parseClaim, type SignatureClaim } from './claim.ts';
import { type Credential, findCredential } from './credential.ts';
import type { Grant } from './grant.ts';

export type PayloadBinding =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'sha256'; readonly hex: string }
  | { readonly kind: 'chunked'; readonly hasTrailer: boolean; readonly chain?: ChunkChain };

/** State for chunk signatures, each of which includes the previous one. */
export interface ChunkChain {
  readonly key: KeyObject;
  readonly amzDate: string;
  readonly scope: string;
  readonly seedSignature: string;
}

export interface Authorization {
  readonly kind: SignatureClaim['kind'] | 'form';
  readonly payload: PayloadBinding;
  readonly accessKeyId: string;
  readonly grant: Grant;
}

export interface AuthorizeOptions {
  readonly credentials: readonly Credential[];
  readonly region: string;
  readonly limits: StoreLimits;
  readonly nowMs: number;
}

/**
 * Checks SigV4 in the Authorization header or a presigned URL. Fails with AccessDenied, InvalidAccessKeyId,
 * SignatureDoesNotMatch, RequestTimeTooSkewed or a code for a malformed claim.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 */
export function authorize(
  request: StoreRequest,
  target: Target,
  options: AuthorizeOptions,
): Result<Authorization, S3Error> {
  const parsed = parseClaim(request, target.query);
  if (!parsed.ok) return parsed;
  const claim = parsed.value;
  const time = checkTime(claim, options);
  if (time !== undefined) return err(time);
  if (claim.region !== options.region) return err(wrongRegion(claim, options.region));
  const unsigned = unsignedHeader(request, claim);
  if (unsigned !== undefined) {
    return err(
      refusal('AccessDenied', `There were headers present in the request which were not signed: ${unsigned}`),
    );
  }
  const { credential, isKnown } = findCredential(options.credentials, claim.accessKeyId);
  const scope = { date: claim.scopeDate, region: claim.region, service: 's3' };
  const key = signingKey(credential.secretAccessKey, scope);
  const canonical = canonicalRequest({
    method: request.method,
    path: encodePath(target.path),
    query: canonicalQuery(target.query.pairs.filter(([name]) => name !== 'X-Amz-Signature')),
    headers: claim.signedHeaders.map((name) => [name, signedText(request.headers[name] ?? '')] as const),
    payloadHash: claim.payloadHash,
  });
  const expected = signatureHex(key, stringToSign(claim.amzDate, scope, canonical));
  const isSigned = timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(claim.signature, 'hex'));
  if (!isKnown) return err(refusal('InvalidAccessKeyId'));
  if (!isSigned) return err(refusal('SignatureDoesNotMatch'));
  const chain = { key, amzDate: claim.amzDate, scope: scopeText(scope), seedSignature: claim.signature };
  const payload = bindPayload(claim.payloadHash, chain);
  if (payload === undefined) {
    return err(
      refusal('InvalidArgument', 'x-amz-content-sha256 must be a SHA-256 or one of the defined constants.'),
    );
  }
  return ok({ kind: claim.kind, payload, accessKeyId: credential.accessKeyId, grant: credential });
}

/** Headers arrive as latin1; a client that sends UTF-8 has signed the UTF-8 text. */
function signedText(value: string): string {
  if (!/[\u0080-\u00ff]/.test(value)) return value;
  const utf8 = Buffer.from(value, 'latin1').toString('utf8');
  return utf8.includes('\ufffd') ? value : utf8;
}

function checkTime(claim: SignatureClaim, { limits, nowMs }: AuthorizeOptions): S3Error | undefined {
  if (claim.kind === 'header') {
    return Math.abs(nowMs - claim.signedAtMs) > limits.clockSkewMs
      ? refusal('RequestTimeTooSkewed', undefined, [
          ['RequestTime', claim.amzDate],
          ['ServerTime', serverTime(nowMs)],
          ['MaxAllowedSkewMilliseconds', String(limits.clockSkewMs)],
        ])
      : undefined;
  }
  if (claim.expiresSeconds < 1 || claim.expiresSeconds > limits.presignSecondsMax) {
    return refusal(
      'AuthorizationQueryParametersError',
      'X-Amz-Expires must be between 1 second and one week.',
    );
  }
  if (claim.signedAtMs - nowMs > limits.clockSkewMs)
    return refusal('AccessDenied', 'Request is not yet valid');
  const expiresAtMs = claim.signedAtMs + claim.expiresSeconds * SECOND_MS;
  if (nowMs > expiresAtMs) {
    return refusal('AccessDenied', 'Request has expired', [
      ['X-Amz-Expires', String(claim.expiresSeconds)],
      ['Expires', serverTime(expiresAtMs)],
      ['ServerTime', serverTime(nowMs)],
    ]);
  }
  return undefined;
}

function serverTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

function wrongRegion(claim: SignatureClaim, region: string): S3Error {
  const code = claim.kind === 'header' ? 'AuthorizationHeaderMalformed' : 'AuthorizationQueryParametersError';
  return refusal(code, `The credential's region is wrong; expecting '${region}'`, [['Region', region]]);
}

/**
 * Like S3, refuses an unsigned `x-amz-*` header. Unlike S3, also refuses an unsigned Content-Encoding of a presigned
 * write: browsers would decode the object, so its bytes would not match the signed checksum.
 */
function unsignedHeader(request: StoreRequest, claim: SignatureClaim): string | undefined {
  const isPresignedWrite = claim.kind === 'presigned' && !['GET', 'HEAD'].includes(request.method);
  return Object.keys(request.headers).find(
    (name) =>
      (name.startsWith('x-amz-') || (isPresignedWrite && name === 'content-encoding')) &&
      !claim.signedHeaders.includes(name),
  );
}

function bindPayload(payloadHash: string, chain: ChunkChain): PayloadBinding | undefined {
  switch (payloadHash) {
    case 'UNSIGNED-PAYLOAD':
      return { kind: 'unsigned' };
    case 'STREAMING-UNSIGNED-PAYLOAD-TRAILER':
      return { kind: 'chunked', hasTrailer: true };
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD':
      return { kind: 'chunked', hasTrailer: false, chain };
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER':
      return { kind: 'chunked', hasTrailer: true, chain };
  }
  return /^[0-9a-f]{64}$/.test(payloadHash) ? { kind: 'sha256', hex: payloadHash } : undefined;
}
