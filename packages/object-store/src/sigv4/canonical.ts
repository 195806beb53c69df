import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { HeaderFields } from '../http/message.ts';

/** Percent-encodes as SigV4 wants it: everything but the unreserved characters of RFC 3986, upper-case hex. */
export function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export interface CanonicalInput {
  readonly method: string;
  /** Decoded path, with its leading slash. S3 encodes it once and normalises nothing. */
  readonly path: string;
  /** Decoded pairs; `X-Amz-Signature` must have been left out. */
  readonly query: readonly (readonly [string, string])[];
  readonly headers: HeaderFields;
  /** Lower-case names, sorted. */
  readonly signedHeaders: readonly string[];
  readonly payloadHash: string;
}

/**
 * The canonical request.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
 */
export function canonicalRequest(input: CanonicalInput): string {
  const query = input.query
    .map(([name, value]) => [encodeRfc3986(name), encodeRfc3986(value)] as const)
    .toSorted(([a, x], [b, y]) => compareAscii(a, b) || compareAscii(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const headers = input.signedHeaders.map((name) => `${name}:${canonicalValue(input.headers[name] ?? '')}\n`);
  return [
    input.method,
    input.path.split('/').map(encodeRfc3986).join('/'),
    query,
    headers.join(''),
    input.signedHeaders.join(';'),
    input.payloadHash,
  ].join('\n');
}

export interface SigningScope {
  /** `20250131` */
  readonly date: string;
  readonly region: string;
}

/** `20250131/eu-central-1/s3/aws4_request` */
export function scopeText(scope: SigningScope): string {
  return `${scope.date}/${scope.region}/s3/aws4_request`;
}

/** The string to sign. `amzDate` is `20250131T120000Z`. */
export function stringToSign(amzDate: string, scope: SigningScope, canonical: string): string {
  return ['AWS4-HMAC-SHA256', amzDate, scopeText(scope), sha256Hex(canonical)].join('\n');
}

/** The signing key of one day and region. As a key object: node needs fifteen times as long for an HMAC with bare bytes. */
export function signingKey(secretAccessKey: string, scope: SigningScope): KeyObject {
  const name = `${scope.date}/${scope.region}/${secretAccessKey}`;
  const known = derivedKeys.get(name);
  if (known !== undefined) return known;
  const date = hmac(`AWS4${secretAccessKey}`, scope.date);
  const key = createSecretKey(hmac(hmac(hmac(date, scope.region), 's3'), 'aws4_request'));
  // A stranger can name any day: what grows too large begins anew.
  if (derivedKeys.size >= DERIVED_KEYS_MAX) derivedKeys.clear();
  derivedKeys.set(name, key);
  return key;
}

/** Derived once a day and key pair, instead of with four hashes for each request. */
const derivedKeys = new Map<string, KeyObject>();
const DERIVED_KEYS_MAX = 1000;

export function signatureHex(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data);
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** Headers arrive as latin1; a signer that sent UTF-8 bytes has signed the UTF-8 text. */
function canonicalValue(value: string): string {
  const trimmed = value.trim().replace(/ {2,}/g, ' ');
  if (!/[\u0080-\u00ff]/.test(trimmed)) return trimmed;
  const utf8 = Buffer.from(trimmed, 'latin1').toString('utf8');
  return utf8.includes('\ufffd') ? trimmed : utf8;
}

function compareAscii(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
