import type { CorsRule } from '../disk/records.ts';
import type { HeaderFields } from './message.ts';

export const CORS_METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'] as const;

/** Allows browser uploads and downloads with presigned URLs and forms. */
export function corsRuleForOrigins(origins: readonly string[]): CorsRule {
  return {
    allowedOrigins: [...origins],
    allowedMethods: ['GET', 'HEAD', 'PUT', 'POST'],
    allowedHeaders: ['*'],
    exposeHeaders: [
      'ETag',
      'Content-Length',
      'Content-Range',
      'Accept-Ranges',
      'x-amz-request-id',
      'x-amz-checksum-sha256',
      'x-amz-checksum-sha1',
      'x-amz-checksum-crc32',
      'x-amz-checksum-crc32c',
      'x-amz-checksum-crc64nvme',
      'x-amz-checksum-type',
    ],
    maxAgeSeconds: 3000,
  };
}

/**
 * Undefined when no rule allows the preflight.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/API/RESTOPTIONSobject.html
 */
export function preflightHeaders(
  rules: readonly CorsRule[],
  headers: HeaderFields,
): Readonly<Record<string, string>> | undefined {
  const origin = headers['origin'];
  const method = headers['access-control-request-method'];
  if (origin === undefined || method === undefined) return undefined;
  const requestedHeaders = (headers['access-control-request-headers'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const rule = rules.find(
    (candidate) =>
      allowsRequest(candidate, origin, method) &&
      requestedHeaders.every((name) =>
        candidate.allowedHeaders.some((pattern) => matches(pattern.toLowerCase(), name)),
      ),
  );
  if (rule === undefined) return undefined;
  return {
    ...originHeaders(rule, origin),
    ...(requestedHeaders.length === 0 ? {} : { 'access-control-allow-headers': requestedHeaders.join(', ') }),
    ...(rule.maxAgeSeconds === undefined ? {} : { 'access-control-max-age': String(rule.maxAgeSeconds) }),
  };
}

/** Returns only `vary` if no rule matches. */
export function corsHeaders(
  rules: readonly CorsRule[],
  request: { readonly method: string; readonly headers: HeaderFields },
): Readonly<Record<string, string>> {
  if (rules.length === 0) return {};
  const vary = { vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method' };
  const origin = request.headers['origin'];
  if (origin === undefined) return vary;
  const rule = rules.find((candidate) => allowsRequest(candidate, origin, request.method));
  return rule === undefined ? vary : { ...vary, ...originHeaders(rule, origin) };
}

function allowsRequest(rule: CorsRule, origin: string, method: string): boolean {
  return (
    rule.allowedMethods.includes(method) && rule.allowedOrigins.some((pattern) => matches(pattern, origin))
  );
}

function originHeaders(rule: CorsRule, origin: string): Readonly<Record<string, string>> {
  return {
    'access-control-allow-origin': rule.allowedOrigins.includes('*') ? '*' : origin,
    'access-control-allow-methods': rule.allowedMethods.join(', '),
    ...(rule.exposeHeaders.length === 0
      ? {}
      : { 'access-control-expose-headers': rule.exposeHeaders.join(', ') }),
    vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
  };
}

function matches(pattern: string, text: string): boolean {
  const star = pattern.indexOf('*');
  if (star === -1) return pattern === text;
  const head = pattern.slice(0, star);
  const tail = pattern.slice(star + 1);
  return text.length >= head.length + tail.length && text.startsWith(head) && text.endsWith(tail);
}
