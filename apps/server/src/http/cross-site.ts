import { CSRF_HEADER } from '@coffer/contracts';

/**
 * Checks for CSRF. Requires a header that another origin cannot send without a preflight, and `Sec-Fetch-Site`, or
 * `Origin` in older browsers.
 * @see https://www.w3.org/TR/fetch-metadata/ and
 * https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function isFromOwnPages(headers: Headers, ownOrigin: string): boolean {
  if (headers.get(CSRF_HEADER) !== '1') return false;
  const site = headers.get('sec-fetch-site');
  return site === null ? headers.get('origin') === ownOrigin : site === 'same-origin';
}
