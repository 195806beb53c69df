import { ERROR_STATUS, LIMITS } from '@coffer/contracts';
import { SECOND_MS } from '@coffer/kit';
import type { Failure } from '../operation.ts';

/**
 * The `application/problem+json` response of a failure. Facts cannot overwrite standard members.
 * @see RFC 9457, RFC 9110 section 10.2.3 (Retry-After)
 */
export function problemResponse(failure: Failure, requestId: string): Response {
  const status = ERROR_STATUS[failure.code];
  const headers = new Headers({ 'content-type': 'application/problem+json' });
  const wait = status === 429 || status === 503 ? { retry_after: retryAfterSeconds(failure) } : {};
  const challenge = challengeOf(failure);
  if (challenge !== undefined) headers.set('www-authenticate', challenge);
  if (wait.retry_after !== undefined) headers.set('retry-after', String(wait.retry_after));
  const body = JSON.stringify({
    ...wait,
    ...failure.facts,
    type: `urn:coffer:problem:${failure.code}`,
    title: failure.code.replaceAll('_', ' '),
    status,
    code: failure.code,
    requestId,
    ...(failure.issues === undefined ? {} : { issues: failure.issues }),
  });
  return jsonResponse(body, status, headers);
}

export function jsonResponse(text: string, status: number, headers: Headers): Response {
  headers.set('content-length', String(Buffer.byteLength(text)));
  return new Response(text, { status, headers });
}

/**
 * The `WWW-Authenticate` challenge of a failure, if it needs one.
 * @see RFC 6750 section 3
 */
function challengeOf({ code, facts }: Failure): string | undefined {
  const realm = 'Bearer realm="Coffer"';
  if (code === 'not_signed_in') return realm;
  if (code === 'token_refused') return `${realm}, error="invalid_token"`;
  if (code !== 'scope_missing') return undefined;
  return `${realm}, error="insufficient_scope", scope="${String(facts?.['scope'])}"`;
}

function retryAfterSeconds(failure: Failure): number {
  const seconds = failure.facts?.['retry_after'];
  return typeof seconds === 'number' ? Math.max(1, Math.ceil(seconds)) : LIMITS.retryAfterMs / SECOND_MS;
}
