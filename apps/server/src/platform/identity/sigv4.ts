import { createHash } from 'node:crypto';
import {
  ALGORITHM,
  claimOf,
  encodeRfc3986,
  type SigningKeys,
  type SigningScope,
  tidyHeader,
} from '../signature-v4.ts';

/** What is signed. `headers` does not hold `host`: it follows from the URL. */
export interface SignableRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The headers of `request` with `x-amz-date` and `authorization`, as AWS Signature Version 4 wants them. The path is signed as it
 * stands in the URL, query parameters are sorted.
 * @see https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html
 */
export function signRequest(
  request: SignableRequest,
  keys: SigningKeys,
  scope: SigningScope,
): Record<string, string> {
  const claim = claimOf(keys, scope);
  const signed = new Map<string, string>([
    ['host', request.url.host],
    ['x-amz-date', claim.stamp],
  ]);
  for (const [name, value] of Object.entries(request.headers))
    signed.set(name.toLowerCase(), tidyHeader(value));
  const names = [...signed.keys()].toSorted();
  const canonical = [
    request.method,
    request.url.pathname,
    canonicalQuery(request.url.searchParams),
    ...names.map((name) => `${name}:${signed.get(name) ?? ''}`),
    '',
    names.join(';'),
    sha256(request.body),
  ].join('\n');
  const signature = claim.sign([ALGORITHM, claim.stamp, claim.scope, sha256(canonical)].join('\n'));
  return {
    ...request.headers,
    'x-amz-date': claim.stamp,
    authorization: `${ALGORITHM} Credential=${claim.credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

function canonicalQuery(parameters: URLSearchParams): string {
  return [...parameters]
    .map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
    .toSorted()
    .join('&');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
