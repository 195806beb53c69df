import type { TooMany } from '../errors.ts';
import type { PageBody } from './pages/layout.ts';

const JSON_HEADERS = {
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
  'X-Content-Type-Options': 'nosniff',
};

export function respondJson(
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...JSON_HEADERS, 'Content-Type': 'application/json;charset=UTF-8', ...headers },
  });
}

/** The error code is from RFC 6749 §4.1.2.1, because §5.2 has none. Omits an unknown wait time. */
export function respondTooMany({ retryAfterSeconds }: Pick<TooMany, 'retryAfterSeconds'>): Response {
  const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return respondJson(429, { error: 'temporarily_unavailable' }, headers);
}

export function respondEmpty(status: number): Response {
  return new Response(null, { status, headers: JSON_HEADERS });
}

export interface PageOptions {
  readonly status?: number;
  readonly cookies?: readonly string[];
  readonly formTargets?: readonly string[];
  readonly hasScript?: boolean;
  readonly isSecure: boolean;
}

/** A page with only its own stylesheet and forms: no frames, no caching. */
export async function respondPage(page: PageBody, options: PageOptions): Promise<Response> {
  const headers = new Headers({ ...guard(options), 'Content-Type': 'text/html; charset=utf-8' });
  for (const cookie of options.cookies ?? []) headers.append('Set-Cookie', cookie);
  return new Response(String(await page), { status: options.status ?? 200, headers });
}

export interface RedirectOptions {
  /** 303 after a form, so that a reload does not resend it. */
  readonly status?: 302 | 303;
  readonly cookies?: readonly string[];
  readonly isSecure: boolean;
}

export function redirect(location: string, options: RedirectOptions): Response {
  const headers = new Headers({ ...guard(options), Location: location });
  for (const cookie of options.cookies ?? []) headers.append('Set-Cookie', cookie);
  return new Response(null, { status: options.status ?? 302, headers });
}

export function respondAsset(body: string, type: string): Response {
  return new Response(body, {
    headers: {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

function guard(options: Pick<PageOptions, 'formTargets' | 'hasScript' | 'isSecure'>): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ...(options.hasScript === true ? ["script-src 'self'"] : []),
    `form-action ${["'self'", ...(options.formTargets ?? [])].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    ...(options.hasScript === true ? [] : ["require-trusted-types-for 'script'"]),
  ].join('; ');
  return {
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy':
      'camera=(), geolocation=(), microphone=(), publickey-credentials-create=(), publickey-credentials-get=(self)',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    ...(options.isSecure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}
