const NAME = 'to';
const LENGTH_MAX = 2_000;

/**
 * Normalizes a local path and drops its fragment; returns `/` for anything else, such as other origins, `//host`,
 * backslashes and control characters.
 */
export function localPath(path: string | null | undefined): string {
  if (path === null || path === undefined || path.length > LENGTH_MAX) return '/';
  if (!path.startsWith('/') || path.startsWith('//') || /[\\\p{Cc}]/u.test(path)) return '/';
  const base = 'https://coffer.invalid';
  // Not `URL.parse`, which needs Safari 18.
  if (!URL.canParse(path, base)) return '/';
  const address = new URL(path, base);
  if (address.origin !== base) return '/';
  // `/.//host` normalizes to `//host`, another origin.
  return address.pathname.startsWith('//') ? '/' : address.pathname + address.search;
}

const OUTSIDE = [
  '/sign-in',
  '/sign-up',
  '/join',
  '/new-password',
  '/reset',
  '/auth',
  '/signed-out',
  '/welcome',
];

export function signInPath(from: string): string {
  const target = localPath(from);
  const isOutside = OUTSIDE.some((path) => target === path || target.startsWith(`${path}/`));
  return target === '/' || isOutside
    ? '/sign-in'
    : `/sign-in?${new URLSearchParams({ [NAME]: target }).toString()}`;
}

export function returnPathOf(search: string): string {
  return localPath(new URLSearchParams(search).get(NAME));
}
