import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { sha256Hex } from './canonical-request.ts';

export const ALGORITHM = 'AWS4-HMAC-SHA256';

export interface SigningScope {
  /** `20250131` */
  readonly date: string;
  readonly region: string;
  readonly service: string;
}

/** `20250131/eu-central-1/s3/aws4_request` */
export function scopeText({ date, region, service }: SigningScope): string {
  return `${date}/${region}/${service}/aws4_request`;
}

/** `20250131T120000Z`, the format of `x-amz-date`. */
export function amzDateOf(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
}

export function stringToSign(amzDate: string, scope: SigningScope, canonicalRequest: string): string {
  return [ALGORITHM, amzDate, scopeText(scope), sha256Hex(canonicalRequest)].join('\n');
}

/**
 * [Note: Signing keys are kept] Cached per day, region and service. HMAC with a key object is faster in Node.js than
 * with bytes.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-signing-elements.html
 */
export function signingKey(secretAccessKey: string, scope: SigningScope): KeyObject {
  const terms = [scope.date, scope.region, scope.service, 'aws4_request'];
  const name = [...terms, secretAccessKey].join('/');
  const known = derivedKeys.get(name);
  if (known !== undefined) return known;
  const first = createSecretKey(Buffer.from(`AWS4${secretAccessKey}`));
  const key = terms.reduce((before, term) => createSecretKey(hmac(before, term)), first);
  // Unauthenticated requests can name any day, so the cache is bounded.
  if (derivedKeys.size >= DERIVED_KEYS_MAX) derivedKeys.clear();
  derivedKeys.set(name, key);
  return key;
}

const derivedKeys = new Map<string, KeyObject>();
const DERIVED_KEYS_MAX = 1000;

export function signatureHex(key: KeyObject, text: string): string {
  return hmac(key, text).toString('hex');
}

function hmac(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
