const NAME = 'to';
const LENGTH_MAX = 2_000;

/** `path` if it is a place of this application, else `/`. Drops other origins, `//host`, backslashes and control signs. */
export function localPath(path: string | null | undefined): string {
  if (path === null || path === undefined || path.length > LENGTH_MAX) return '/';
  if (!path.startsWith('/') || path.startsWith('//') || /[\\\p{Cc}]/u.test(path)) return '/';
  const base = 'https://coffer.invalid';
  // `URL.parse` would be shorter, and wants Safari 18.
  if (!URL.canParse(path, base)) return '/';
  const address = new URL(path, base);
  if (address.origin !== base) return '/';
  // `/.//host` is a path here, and cleaned it would be the address of another host.
  return address.pathname.startsWith('//') ? '/' : address.pathname + address.search;
}

const OUTSIDE = ['/sign-in', '/sign-up', '/reset', '/auth', '/signed-out', '/welcome'];

/** The address of the sign-in page that leads back to `from` afterwards. */
export function signInPath(from: string): string {
  const target = localPath(from);
  const isOutside = OUTSIDE.some((path) => target === path || target.startsWith(`${path}/`));
  return target === '/' || isOutside
    ? '/sign-in'
    : `/sign-in?${new URLSearchParams({ [NAME]: target }).toString()}`;
}

/** Where a sign-in page with this query leads afterwards. */
export function returnPathOf(search: string): string {
  return localPath(new URLSearchParams(search).get(NAME));
}
