import { createHash, createHmac } from 'node:crypto';

/** A key pair of the provider, for the calls that need one. */
export interface SigningKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** What is signed. `headers` does not hold `host`: it follows from the URL. */
export interface SignableRequest {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Where and when the signature is valid: a region, a service, and an instant (the provider allows 5 min of skew). */
export interface SigningScope {
  readonly region: string;
  readonly service: string;
  readonly at: Date;
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
  const stamp = scope.at.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const date = stamp.slice(0, 8);
  const signed = new Map<string, string>([
    ['host', request.url.host],
    ['x-amz-date', stamp],
  ]);
  for (const [name, value] of Object.entries(request.headers)) signed.set(name.toLowerCase(), tidy(value));
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
  const credential = `${date}/${scope.region}/${scope.service}/aws4_request`;
  const signature = hmac(
    signingKey(keys.secretAccessKey, date, scope),
    ['AWS4-HMAC-SHA256', stamp, credential, sha256(canonical)].join('\n'),
  ).toString('hex');
  return {
    ...request.headers,
    'x-amz-date': stamp,
    authorization: `AWS4-HMAC-SHA256 Credential=${keys.accessKeyId}/${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

function signingKey(secret: string, date: string, scope: SigningScope): Buffer {
  return hmac(hmac(hmac(hmac(`AWS4${secret}`, date), scope.region), scope.service), 'aws4_request');
}

function canonicalQuery(parameters: URLSearchParams): string {
  return [...parameters]
    .map(([name, value]) => `${percent(name)}=${percent(value)}`)
    .toSorted()
    .join('&');
}

/** RFC 3986 section 2.3: everything but the unreserved characters is percent-encoded. */
function percent(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function tidy(value: string): string {
  return value.trim().replaceAll(/ +/g, ' ');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
