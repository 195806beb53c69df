import { type KeyObject, timingSafeEqual } from 'node:crypto';
import { err, ok, SECOND_MS, type Result } from '@coffer/kit';
import { refusal, type S3Error } from '../errors.ts';
import type { StoreRequest } from '../http/message.ts';
import type { Target } from '../http/target.ts';
import type { StoreLimits } from '../limits.ts';
import { canonicalRequest, scopeText, signatureHex, signingKey, stringToSign } from './canonical.ts';
import { parseClaim, type SignatureClaim } from './claim.ts';
import type { Grant } from './grant.ts';

/** A key pair, and what it may do: everything, unless it is limited. */
export interface Credential extends Grant {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** How the body is bound to the signature. */
export type PayloadBinding =
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'sha256'; readonly hex: string }
  | { readonly kind: 'chunked'; readonly hasTrailer: boolean; readonly chain?: ChunkChain };

/** What is needed to check the signature of each chunk: every one signs its predecessor's. */
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
 * Checks the SigV4 signature of a request, in the Authorization header or in the query of a presigned URL.
 * Fails with AccessDenied, InvalidAccessKeyId, SignatureDoesNotMatch, RequestTimeTooSkewed or a malformed-claim code.
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
  const credential = options.credentials.find((candidate) => candidate.accessKeyId === claim.accessKeyId);
  if (credential === undefined) return err(refusal('InvalidAccessKeyId'));

  const scope = { date: claim.scopeDate, region: claim.region };
  const key = signingKey(credential.secretAccessKey, scope);
  const canonical = canonicalRequest({
    method: request.method,
    path: target.path,
    query: target.query.pairs.filter(([name]) => name !== 'X-Amz-Signature'),
    headers: request.headers,
    signedHeaders: claim.signedHeaders,
    payloadHash: claim.payloadHash,
  });
  const expected = signatureHex(key, stringToSign(claim.amzDate, scope, canonical));
  if (!timingSafeEqual(Buffer.from(expected, 'hex'), Buffer.from(claim.signature, 'hex'))) {
    return err(refusal('SignatureDoesNotMatch'));
  }
  const chain = { key, amzDate: claim.amzDate, scope: scopeText(scope), seedSignature: claim.signature };
  const payload = bindPayload(claim.payloadHash, chain);
  if (payload === undefined) {
    return err(
      refusal('InvalidArgument', 'x-amz-content-sha256 must be a SHA-256 or one of the defined constants.'),
    );
  }
  return ok({ kind: claim.kind, payload, accessKeyId: credential.accessKeyId, grant: credential });
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
 * An `x-amz-*` header changes what a request does, so one that is not signed is refused, as Amazon does. So is, beyond what
 * Amazon does, an encoding that comes with a presigned write: browsers would decode what they read, and nobody would get the
 * bytes whose checksum was signed.
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
