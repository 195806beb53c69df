import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { ALGORITHM, type Claim, claimOf, encodeRfc3986, tidyHeader } from '../signature-v4.ts';
import type { S3Access } from './s3-client.ts';

/** Whoever signs: the parts of an {@link S3Access} that a signature is made of. */
export type Signing = Pick<S3Access, 'accessKeyId' | 'secretAccessKey' | 'region'>;

/** Of a presigned request nobody knows the body yet; what is signed of it are its length and checksum. */
const UNSIGNED = 'UNSIGNED-PAYLOAD';

/**
 * Signs a request into its address (Signature Version 4). The headers, with `host`, can then be sent exactly so and no others that begin
 * with `x-amz-`. The SDK takes several times as long for the same, and judges this in tests.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html
 */
export function presignUrl(
  signing: Signing,
  request: {
    readonly method: 'GET' | 'HEAD' | 'PUT';
    /** Origin and path, already encoded. */
    readonly url: string;
    readonly query: Readonly<Record<string, string>>;
    /** By lower-case name. */
    readonly headers: Readonly<Record<string, string>>;
    readonly at: Date;
    readonly lifeSeconds: number;
  },
): string {
  const { host, origin, pathname } = new URL(request.url);
  const headers = Object.entries({ ...request.headers, host }).toSorted(byName);
  const signedHeaders = headers.map(([name]) => name).join(';');
  const { credential, scope, sign, stamp } = claim(signing, request.at);
  const query = Object.entries({
    ...request.query,
    'X-Amz-Algorithm': ALGORITHM,
    'X-Amz-Credential': credential,
    'X-Amz-Date': stamp,
    'X-Amz-Expires': String(request.lifeSeconds),
    'X-Amz-SignedHeaders': signedHeaders,
  })
    .map(([name, value]) => [encodeRfc3986(name), encodeRfc3986(value)] as const)
    .toSorted(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const canonical = [
    request.method,
    pathname,
    query,
    ...headers.map(([name, value]) => `${name}:${tidyHeader(value)}`),
    '',
    signedHeaders,
    UNSIGNED,
  ].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const signature = sign([ALGORITHM, stamp, scope, digest].join('\n'));
  return `${origin}${pathname}?${query}&X-Amz-Signature=${signature}`;
}

/**
 * Signs a form: it can be sent with exactly these fields and a file of exactly this size.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-HTTPPOSTConstructPolicy.html
 */
export function signForm(
  signing: Signing,
  form: {
    readonly bucket: string;
    readonly fields: readonly (readonly [string, string])[];
    readonly sizeBytes: number;
    readonly at: Date;
    readonly expiresAt: Date;
  },
): readonly (readonly [string, string])[] {
  return signPolicy(signing, form, {
    conditions: [['content-length-range', form.sizeBytes, form.sizeBytes]],
  });
}

/** Signs a form: it can be sent with exactly these fields and what else the policy says. */
export function signPolicy(
  signing: Signing,
  form: {
    readonly bucket: string;
    readonly fields: readonly (readonly [string, string])[];
    readonly at: Date;
    readonly expiresAt: Date;
  },
  { conditions, ...members }: { readonly conditions: readonly unknown[] } & Readonly<Record<string, unknown>>,
): readonly (readonly [string, string])[] {
  const { credential, sign, stamp } = claim(signing, form.at);
  const fields = [
    ...form.fields,
    ['x-amz-algorithm', ALGORITHM],
    ['x-amz-credential', credential],
    ['x-amz-date', stamp],
  ] as const;
  const document = {
    expiration: form.expiresAt.toISOString(),
    conditions: [
      { bucket: form.bucket },
      ...fields.map(([name, value]) => ({ [name]: value })),
      ...conditions,
    ],
    ...members,
  };
  const policy = Buffer.from(JSON.stringify(document)).toString('base64');
  return [...fields, ['policy', policy], ['x-amz-signature', sign(policy)]];
}

/**
 * The address of a bucket without a slash at its end: `https://bucket.host` where that is wanted and possible, else `https://host/bucket`.
 * A name with dots is on no wildcard certificate, and an address of numbers has no names below it.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html
 */
export function bucketUrl(access: Pick<S3Access, 'endpoint' | 'forcePathStyle'>, bucket: string): string {
  const { protocol, host, hostname, origin } = new URL(access.endpoint);
  const isHosted =
    !access.forcePathStyle && !bucket.includes('.') && isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
  return isHosted ? `${protocol}//${bucket}.${host}` : `${origin}/${bucket}`;
}

/** A key as a path: everything but the unreserved characters of RFC 3986 and the slash is percent-encoded. */
export function encodeKey(key: string): string {
  return key.split('/').map(encodeRfc3986).join('/');
}

export function claim(signing: Signing, at: Date): Claim {
  return claimOf(signing, { region: signing.region, service: 's3', at });
}

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
