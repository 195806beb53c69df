const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
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
 * Allows https, http on loopback, and application schemes. Refuses relative URLs, fragments (RFC 6749 §3.1.2), and
 * credentials.
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
