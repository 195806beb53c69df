import { type Clock, err, MINUTE_MS, ok, type Result } from '@coffer/kit';
import {
  ALGORITHM,
  canonicalQuery,
  canonicalRequest,
  encodePath,
  sha256Hex,
  signatureHex,
  signingKey,
  stringToSign,
} from '@coffer/sigv4';
import { equalInConstantTime } from '../crypto/ids.ts';
import { errors, type PoolError } from '../errors.ts';

export interface AdminCredential {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Limits the key pair to these pools and forbids creating pools. Undefined: all. */
  readonly pools?: readonly string[] | undefined;
}

const SERVICE = 'cognito-idp';
const CLOCK_SKEW_MAX_MS = 5 * MINUTE_MS;
/** These headers must be signed, otherwise a captured signature would be valid for another request. */
const SIGNED_ALWAYS = ['host', 'x-amz-date', 'x-amz-target'];
const HEADERS_MAX = 64;
const MISMATCH =
  'The request signature we calculated does not match the signature you provided. ' +
  'Check your AWS Secret Access Key and signing method. Consult the service documentation for details.';

/**
 * Verifies AWS Signature Version 4 in headers.
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
  const key = signingKey(credential.secretAccessKey, claim);
  const canonical = canonicalOf(request, claim.signedHeaders, body);
  const amzDate = request.headers.get('x-amz-date') ?? '';
  const expected = signatureHex(key, stringToSign(amzDate, claim, canonical));
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

function canonicalOf(request: Request, signedHeaders: readonly string[], body: Uint8Array): string {
  const url = new URL(request.url);
  return canonicalRequest({
    method: request.method,
    // Services other than S3 encode the path twice.
    path: encodePath(url.pathname),
    query: canonicalQuery([...url.searchParams]),
    headers: signedHeaders.map((name) => {
      const value = request.headers.get(name) ?? (name === 'host' ? url.host : '');
      return [name, value.replaceAll(/\s+/g, ' ')] as const;
    }),
    payloadHash: sha256Hex(body),
  });
}
