import { createHandle } from '../crypto/ids.ts';

const HANDLE = /^[A-Za-z0-9_-]{43}$/;
const HANDLE_SIZE_BYTES = 32;
export const SESSION_COOKIE_SECONDS = 3600;

/** Hidden from scripts and, over TLS, from sibling hosts (`__Host-`, RFC 6265bis §4.1.3.2). */
export interface CookieJar {
  readonly browser: string | undefined;
  session(poolId: string): string | undefined;
}

export function createBrowserHandle(): string {
  return createHandle(HANDLE_SIZE_BYTES);
}

export function readCookies(publicUrl: string, header: string | null): CookieJar {
  const values = new Map<string, string>();
  for (const pair of (header ?? '').split(';').slice(0, 100)) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(at, 0)).trim();
    const value = pair.slice(at + 1).trim();
    // A second cookie with the same name comes from another host or path, so both are ignored.
    if (values.has(name)) values.set(name, '');
    else values.set(name, value);
  }
  const read = (name: string) => {
    const value = values.get(name);
    return value !== undefined && HANDLE.test(value) ? value : undefined;
  };
  return {
    browser: read(browserName(publicUrl)),
    session: (poolId) => read(sessionName(publicUrl, poolId)),
  };
}

export function browserCookie(publicUrl: string, handle: string): string {
  return `${browserName(publicUrl)}=${handle}; ${attributes(publicUrl)}`;
}

export function sessionCookie(publicUrl: string, poolId: string, handle: string): string {
  return `${sessionName(publicUrl, poolId)}=${handle}; Max-Age=${SESSION_COOKIE_SECONDS}; ${attributes(publicUrl)}`;
}

export function expiredSessionCookie(publicUrl: string, poolId: string): string {
  return `${sessionName(publicUrl, poolId)}=; Max-Age=0; ${attributes(publicUrl)}`;
}

/**
 * Lax, not Strict: the redirects of an external issuer and the links of applications come from another site.
 */
function attributes(publicUrl: string): string {
  return `Path=/; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? '; Secure' : ''}`;
}

function browserName(publicUrl: string): string {
  return `${isSecure(publicUrl) ? '__Host-' : ''}pool-browser`;
}

function sessionName(publicUrl: string, poolId: string): string {
  return `${isSecure(publicUrl) ? '__Host-' : ''}pool-session-${poolId.replaceAll(/[^\w-]/g, '')}`;
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https://');
}
