import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** A key pair of a provider. */
export interface SigningKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Where and when a signature is valid: a region, a service, and an instant. */
export interface SigningScope {
  readonly region: string;
  readonly service: string;
  readonly at: Date;
}

export const ALGORITHM = 'AWS4-HMAC-SHA256';

/** What a signature says of itself, and the signing. */
export interface Claim {
  /** The instant, as `x-amz-date` has it. */
  readonly stamp: string;
  /** `<date>/<region>/<service>/aws4_request` */
  readonly scope: string;
  /** The scope behind the id of the key. */
  readonly credential: string;
  /** The signature of a text, in hex. */
  readonly sign: (text: string) => string;
}

/**
 * The common part of all forms of AWS Signature Version 4.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-signing-elements.html
 */
export function claimOf(keys: SigningKeys, { region, service, at }: SigningScope): Claim {
  const stamp = at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const terms = [stamp.slice(0, 8), region, service, 'aws4_request'];
  const scope = terms.join('/');
  const key = signingKey(keys.secretAccessKey, terms);
  return {
    stamp,
    scope,
    credential: `${keys.accessKeyId}/${scope}`,
    sign: (text) => hmac(key, text).toString('hex'),
  };
}

/**
 * [Note: Signing keys are kept] Derived once a day for each key pair, region and service, instead of with four hashes for every address; and as
 * a key object, because node needs fifteen times as long for an HMAC with bare bytes.
 */
const signingKeys = new Map<string, KeyObject>();
const SIGNING_KEYS_MAX = 100;

function signingKey(secret: string, terms: readonly string[]): KeyObject {
  const name = [...terms, secret].join('/');
  const known = signingKeys.get(name);
  if (known !== undefined) return known;
  const first = createSecretKey(Buffer.from(`AWS4${secret}`));
  const key = terms.reduce((before, term) => createSecretKey(hmac(before, term)), first);
  if (signingKeys.size >= SIGNING_KEYS_MAX) signingKeys.clear();
  signingKeys.set(name, key);
  return key;
}

function hmac(key: KeyObject, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** RFC 3986 section 2.3: everything but the unreserved characters is percent-encoded. */
export function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The value of a header as it is signed. */
export function tidyHeader(value: string): string {
  return value.trim().replaceAll(/ +/g, ' ');
}
