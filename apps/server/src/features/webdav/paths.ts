import { nodeNameIssue } from '@coffer/contracts';
import { err, ok, type Result } from '@coffer/kit';

export const DAV_ROOT = '/dav';

/** The names of a path below `/dav/`, in NFC. */
export interface DavPath {
  readonly names: readonly string[];
  readonly endsWithSlash: boolean;
}

export function parsePath(pathname: string): Result<DavPath, 'wrong_path'> {
  if (pathname !== DAV_ROOT && !pathname.startsWith(`${DAV_ROOT}/`)) return err('wrong_path');
  const pieces = pathname
    .slice(DAV_ROOT.length)
    .split('/')
    .filter((piece) => piece !== '');
  const names = pieces.map(decoded);
  // PostgreSQL does not store NUL characters.
  if (names.some((name) => name === undefined || /[/\0]/.test(name))) return err('wrong_path');
  return ok({
    names: names.map((name) => (name ?? '').normalize('NFC')),
    endsWithSlash: pathname.endsWith('/'),
  });
}

function decoded(piece: string): string | undefined {
  try {
    return decodeURIComponent(piece);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

export function hrefOf(names: readonly string[], isFolder: boolean): string {
  const path = names.map((name) => `/${encodeURIComponent(name)}`).join('');
  return `${DAV_ROOT}${path}${isFolder ? '/' : ''}`;
}

/**
 * Parses the path in a `Destination` or a tagged list: absolute, or with a host of this server.
 * @see RFC 4918 section 8.3
 */
export function parseReference(text: string, hosts: readonly string[]): Result<DavPath, Wrong> {
  if (text.includes('#') || !URL.canParse(text, 'http://here.invalid')) return err('wrong_path');
  const url = new URL(text, 'http://here.invalid');
  if (url.host !== 'here.invalid' && !hosts.includes(url.host)) return err('other_host');
  return parsePath(url.pathname);
}

export type Wrong = 'wrong_path' | 'other_host';

/** Whether a new item may have this name. */
export function isAllowedName(name: string): boolean {
  return nodeNameIssue(name) === undefined;
}
