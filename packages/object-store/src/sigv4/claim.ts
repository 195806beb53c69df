import { err, ok, type Result } from '@coffer/kit';
import { ALGORITHM } from '@coffer/sigv4';
import { refusal, type S3Error } from '../errors.ts';
import type { StoreRequest } from '../http/message.ts';
import type { Query } from '../http/target.ts';

/** The signature fields of a request, not verified yet. */
export interface SignatureClaim extends Signer {
  readonly kind: 'header' | 'presigned';
  /** 0 for a signature in the header. */
  readonly expiresSeconds: number;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly payloadHash: string;
}

export interface Signer {
  readonly accessKeyId: string;
  readonly scopeDate: string;
  readonly region: string;
  readonly amzDate: string;
  readonly signedAtMs: number;
}

/** Exactly one of Authorization header and query must contain a signature. */
export function parseClaim(request: StoreRequest, query: Query): Result<SignatureClaim, S3Error> {
  const authorization = request.headers['authorization'];
  const presigned = query.has('X-Amz-Signature') || query.has('X-Amz-Algorithm');
  if (authorization !== undefined && presigned) {
    return err(refusal('InvalidArgument', 'Only one auth mechanism allowed.'));
  }
  if (authorization !== undefined) return parseHeaderClaim(request, authorization);
  if (presigned) return parseQueryClaim(request, query);
  return err(refusal('AccessDenied'));
}

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-auth-using-authorization-header.html */
function parseHeaderClaim(request: StoreRequest, authorization: string): Result<SignatureClaim, S3Error> {
  if (!authorization.startsWith(`${ALGORITHM} `)) {
    return err(
      refusal('InvalidRequest', `The authorization mechanism is not supported. Please use ${ALGORITHM}.`),
    );
  }
  const fields = new Map(
    authorization
      .slice(ALGORITHM.length + 1)
      .split(',')
      .map((piece) => splitOnce(piece.trim(), '=')),
  );
  const payloadHash = request.headers['x-amz-content-sha256'];
  if (payloadHash === undefined) {
    return err(refusal('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256'));
  }
  const amzDate = request.headers['x-amz-date'] ?? httpDateToAmz(request.headers['date']);
  const claim = claimFrom({
    kind: 'header',
    credential: fields.get('Credential'),
    signedHeaders: fields.get('SignedHeaders'),
    signature: fields.get('Signature'),
    amzDate,
    expiresSeconds: 0,
    payloadHash,
  });
  return claim === undefined ? err(refusal('AuthorizationHeaderMalformed')) : ok(claim);
}

/** @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
function parseQueryClaim(request: StoreRequest, query: Query): Result<SignatureClaim, S3Error> {
  const expires = query.get('X-Amz-Expires') ?? '';
  if (query.get('X-Amz-Algorithm') !== ALGORITHM || !/^\d{1,7}$/.test(expires)) {
    return err(refusal('AuthorizationQueryParametersError'));
  }
  const signedHeaders = query.get('X-Amz-SignedHeaders');
  const isHashSigned = signedHeaders?.split(';').includes('x-amz-content-sha256') ?? false;
  const claim = claimFrom({
    kind: 'presigned',
    credential: query.get('X-Amz-Credential'),
    signedHeaders,
    signature: query.get('X-Amz-Signature'),
    amzDate: query.get('X-Amz-Date'),
    expiresSeconds: Number(expires),
    payloadHash:
      (isHashSigned ? request.headers['x-amz-content-sha256'] : query.get('X-Amz-Content-Sha256')) ??
      'UNSIGNED-PAYLOAD',
  });
  return claim === undefined ? err(refusal('AuthorizationQueryParametersError')) : ok(claim);
}

interface RawClaim {
  readonly kind: SignatureClaim['kind'];
  readonly credential: string | undefined;
  readonly signedHeaders: string | undefined;
  readonly signature: string | undefined;
  readonly amzDate: string | undefined;
  readonly expiresSeconds: number;
  readonly payloadHash: string;
}

function claimFrom(raw: RawClaim): SignatureClaim | undefined {
  const { credential, signedHeaders, signature, amzDate } = raw;
  if (credential === undefined || signedHeaders === undefined) return undefined;
  if (signature === undefined || amzDate === undefined) return undefined;
  const names = signedHeaders.split(';');
  const isSorted = names.every((name, i) => i === 0 || (names[i - 1] ?? '') < name);
  const signer = parseSigner(credential, amzDate);
  if (signer === undefined || !isSorted || !names.includes('host')) return undefined;
  if (!/^[0-9a-f]{64}$/.test(signature)) return undefined;
  return {
    ...signer,
    kind: raw.kind,
    expiresSeconds: raw.expiresSeconds,
    signedHeaders: names,
    signature,
    payloadHash: raw.payloadHash,
  };
}

/** Undefined unless both arguments name the same day. */
export function parseSigner(credential: string, amzDate: string): Signer | undefined {
  // An access key id may contain slashes; the last four parts are the scope.
  const scope = /^(.{1,256})\/(\d{8})\/([A-Za-z0-9-]{1,64})\/s3\/aws4_request$/.exec(credential);
  const signedAtMs = parseAmzDate(amzDate);
  if (scope === null || signedAtMs === undefined) return undefined;
  const [, accessKeyId = '', scopeDate = '', region = ''] = scope;
  if (scopeDate !== amzDate.slice(0, 8)) return undefined;
  return { accessKeyId, scopeDate, region, amzDate, signedAtMs };
}

function parseAmzDate(text: string): number | undefined {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second] = match;
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(ms) ? undefined : ms;
}

function httpDateToAmz(date: string | undefined): string | undefined {
  const ms = Date.parse(date ?? '');
  return Number.isNaN(ms) ? undefined : `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
