const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** What a browser would run, read or show instead of leaving. */
const NEVER = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'about:',
  'ws:',
  'wss:',
  'ftp:',
]);

/**
 * Whether a client may send people there: https, http on this very machine, or a scheme of an application. Absolute and
 * without a fragment (RFC 6749 §3.1.2); without a name and password, which belong to nobody's redirect.
 */
export function isRedirect(text: string): boolean {
  if (text.includes('#') || text.includes('\\') || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return false;
  switch (url.protocol) {
    case 'https:':
      return true;
    case 'http:':
      return LOOPBACK.has(url.hostname);
    default:
      return !NEVER.has(url.protocol) && /^[a-z][a-z0-9+.-]*:/.test(text);
  }
}
