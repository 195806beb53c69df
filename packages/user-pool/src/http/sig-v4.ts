import { createHash, createHmac } from 'node:crypto';
import { type Clock, err, MINUTE_MS, ok, type Result } from '@coffer/kit';
import { equalInConstantTime } from '../crypto/ids.ts';
import { errors, type PoolError } from '../errors.ts';

export interface AdminCredential {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** The only pools that it opens; left out: all of them, and the making of new ones. */
  readonly pools?: readonly string[] | undefined;
}

const SERVICE = 'cognito-idp';
const ALGORITHM = 'AWS4-HMAC-SHA256';
const CLOCK_SKEW_MAX_MS = 5 * MINUTE_MS;
/** Without these under the signature, a captured one could be put on another request. */
const SIGNED_ALWAYS = ['host', 'x-amz-date', 'x-amz-target'];
const HEADERS_MAX = 64;
const MISMATCH =
  'The request signature we calculated does not match the signature you provided. ' +
  'Check your AWS Secret Access Key and signing method. Consult the service documentation for details.';

/**
 * Verifies AWS Signature Version 4 of a request in headers.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html
 */
export function verifySignature(
  deps: {
    readonly clock: Clock;
    readonly adminCredentials: readonly AdminCredential[];
    readonly region: string;
  },
  request: Request,
  body: Uint8Array,
): Result<AdminCredential, PoolError> {
  const header = request.headers.get('authorization');
  if (header === null) return err(errors.authenticationMissing);
  const parsed = parseAuthorization(header);
  if (!parsed.ok) return parsed;
  const claim = parsed.value;
  const credential = deps.adminCredentials.find(({ accessKeyId }) => accessKeyId === claim.accessKeyId);
  if (credential === undefined || request.headers.has('x-amz-security-token'))
    return err(errors.accessKeyUnknown);

  const fault = findFault(deps, claim, request);
  if (fault !== undefined) return err(errors.signatureInvalid(fault));
  const canonical = canonicalRequest(request, claim.signedHeaders, body);
  const scope = [claim.date, claim.region, claim.service, 'aws4_request'].join('/');
  const text = [ALGORITHM, request.headers.get('x-amz-date'), scope, sha256Hex(canonical)].join('\n');
  const key = [claim.date, claim.region, claim.service, 'aws4_request'].reduce(
    (derived: string | Buffer, part) => createHmac('sha256', derived).update(part).digest(),
    `AWS4${credential.secretAccessKey}`,
  );
  const expected = createHmac('sha256', key).update(text).digest('hex');
  return equalInConstantTime(Buffer.from(expected), Buffer.from(claim.signature))
    ? ok(credential)
    : err(errors.signatureInvalid(MISMATCH));
}

interface SignatureClaim {
  readonly accessKeyId: string;
  readonly date: string;
  readonly region: string;
  readonly service: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
}

function parseAuthorization(header: string): Result<SignatureClaim, PoolError> {
  const [algorithm = '', ...rest] = header.trim().split(/\s+/);
  if (algorithm !== ALGORITHM)
    return err(errors.signatureIncomplete(`Unsupported authorization scheme: ${ALGORITHM} is expected.`));
  const fields = new Map(
    rest
      .join('')
      .split(',')
      .map((field): [string, string] => {
        const at = field.indexOf('=');
        return [field.slice(0, at), field.slice(at + 1)];
      }),
  );
  const missing = ['Credential', 'Signature', 'SignedHeaders'].find((name) => !fields.get(name));
  if (missing !== undefined)
    return err(errors.signatureIncomplete(`Authorization header requires '${missing}' parameter.`));
  const scope = (fields.get('Credential') ?? '').split('/');
  const [accessKeyId, date, region, service, terminator] = scope;
  const isWhole =
    scope.length === 5 &&
    accessKeyId !== undefined &&
    date !== undefined &&
    region !== undefined &&
    service !== undefined &&
    terminator === 'aws4_request';
  if (!isWhole)
    return err(errors.signatureIncomplete('Credential must have exactly 5 slash-delimited elements.'));
  const signedHeaders = (fields.get('SignedHeaders') ?? '').split(';');
  if (signedHeaders.length > HEADERS_MAX) return err(errors.signatureIncomplete('Too many signed headers.'));
  return ok({
    accessKeyId,
    date,
    region,
    service,
    signedHeaders,
    signature: fields.get('Signature') ?? '',
  });
}

function findFault(
  deps: { readonly clock: Clock; readonly region: string },
  claim: SignatureClaim,
  request: Request,
): string | undefined {
  const now = deps.clock.now();
  if (claim.region !== deps.region)
    return `Credential should be scoped to a valid region, not '${printable(claim.region)}'.`;
  if (claim.service !== SERVICE) return `Credential should be scoped to correct service: '${SERVICE}'.`;
  const missing = SIGNED_ALWAYS.find((name) => !claim.signedHeaders.includes(name));
  if (missing !== undefined) return `'${missing}' must be a signed header.`;
  const time = request.headers.get('x-amz-date') ?? '';
  const at = parseAmzDate(time);
  if (at === undefined) return 'Date must be in ISO-8601 basic format.';
  if (!time.startsWith(claim.date)) return 'Date in Credential scope does not match YYYYMMDD of x-amz-date.';
  const ageMs = now.getTime() - at.getTime();
  if (ageMs > CLOCK_SKEW_MAX_MS) return 'Signature expired.';
  return ageMs < -CLOCK_SKEW_MAX_MS ? 'Signature not yet current.' : undefined;
}

function printable(text: string): string {
  return text.replaceAll(/[^\w-]/g, '?').slice(0, 32);
}

function parseAmzDate(text: string): Date | undefined {
  const found = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, second] = found;
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

function canonicalRequest(request: Request, signedHeaders: readonly string[], body: Uint8Array): string {
  const url = new URL(request.url);
  const query = [...url.searchParams]
    .map(([name, value]): [string, string] => [encodeStrictly(name), encodeStrictly(value)])
    .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  // Services other than S3 encode the path, as sent, once more.
  const path = url.pathname.split('/').map(encodeStrictly).join('/');
  const headers = signedHeaders.map((name) => {
    const value = request.headers.get(name) ?? (name === 'host' ? url.host : '');
    return `${name}:${value.trim().replaceAll(/\s+/g, ' ')}\n`;
  });
  return [request.method, path, query, headers.join(''), signedHeaders.join(';'), sha256Hex(body)].join('\n');
}

function encodeStrictly(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function sha256Hex(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
