import { assert } from '@coffer/kit';
import type { CookieName } from '../route.ts';

export interface Cookies {
  read(header: string | null, name: CookieName): string | undefined;
  wireName(name: CookieName): string;
  /** The `Set-Cookie` header for a base64url value. */
  set(name: CookieName, value: string, maxAgeSeconds: number): string;
  clear(name: CookieName): string;
  /** `Set-Cookie` headers that clear cookies with names of earlier versions. */
  clearFormer(header: string | null): readonly string[];
}

const PLAIN_NAMES = {
  session: 'coffer',
  attempt: 'coffer-attempt',
  redirect: 'coffer-redirect',
  device: 'coffer-device',
  links: 'coffer-links',
} as const satisfies Record<CookieName, string>;
const FORMER_PREFIX = '__Host-';
const VALUE_LENGTH_MAX = 1_000;

/**
 * With `__Host-Http-`, the browser enforces `Secure`, `Path=/` and this host, and scripts cannot set the cookies; older
 * browsers apply the `__Host-` rules. Without TLS the names are plain, because some browsers reject `Secure` on
 * loopback.
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-layered-cookies section 4.1.3
 */
export function createCookies(isSecure: boolean): Cookies {
  const wireName = (name: CookieName): string => `${isSecure ? '__Host-Http-' : ''}${PLAIN_NAMES[name]}`;
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  const formerNames = isSecure ? Object.values(PLAIN_NAMES).map((name) => `${FORMER_PREFIX}${name}`) : [];
  const clearing = (name: string): string => `${name}=; Max-Age=0; ${attributes}`;
  return {
    read: (header, name) => valueIn(header ?? '', wireName(name)),
    wireName,
    set: (name, value, maxAgeSeconds) => {
      assert(/^[\w.-]{1,1000}$/.test(value), 'the cookie has characters other than base64url');
      assert(
        Number.isSafeInteger(maxAgeSeconds) && maxAgeSeconds > 0,
        'the lifetime of the cookie is not a whole number of seconds',
      );
      return `${wireName(name)}=${value}; Max-Age=${maxAgeSeconds}; ${attributes}`;
    },
    clear: (name) => clearing(wireName(name)),
    clearFormer: (header) =>
      formerNames.filter((name) => valueIn(header ?? '', name) !== undefined).map(clearing),
  };
}

function valueIn(header: string, wireName: string): string | undefined {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at < 0 || pair.slice(0, at).trim() !== wireName) continue;
    const value = pair.slice(at + 1).trim();
    return value === '' || value.length > VALUE_LENGTH_MAX ? undefined : value;
  }
  return undefined;
}
