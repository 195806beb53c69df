import { hash } from 'node:crypto';

/** RFC 3986 section 2.3: encodes everything except unreserved characters, in upper-case hex. */
export function encodeRfc3986(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

export function encodePath(path: string): string {
  return path.split('/').map(encodeRfc3986).join('/');
}

export interface CanonicalRequest {
  readonly method: string;
  /** Percent-encoded, with a leading slash. S3 encodes a path once, other services twice. */
  readonly path: string;
  readonly query: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly payloadHash: string;
}

/** @see https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
export function canonicalRequest({ method, path, query, headers, payloadHash }: CanonicalRequest): string {
  const lines = headers.map(([name, value]) => `${name}:${value.trim().replaceAll(/ {2,}/g, ' ')}`);
  const names = headers.map(([name]) => name).join(';');
  return [method, path, query, ...lines, '', names, payloadHash].join('\n');
}

export function canonicalQuery(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs
    .map(([name, value]) => [encodeRfc3986(name), encodeRfc3986(value)] as const)
    .toSorted(([a, x], [b, y]) => compareAscii(a, b) || compareAscii(x, y))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
}

export function compareAscii(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

export function sha256Hex(data: string | Uint8Array): string {
  return hash('sha256', data);
}
