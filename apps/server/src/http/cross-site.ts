import { CSRF_HEADER } from '@coffer/contracts';

/**
 * Whether a state-changing request comes from our own pages. Demands a header that no form can send and that a script of another origin may
 * not send without a preflight, which is never answered; and the browser's word on where the request comes from: `Sec-Fetch-Site`, or
 * `Origin` from browsers that do not send it. A request without either is refused.
 * @see https://www.w3.org/TR/fetch-metadata/ and https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html
 */
export function isFromOwnPages(headers: Headers, ownOrigin: string): boolean {
  if (headers.get(CSRF_HEADER) !== '1') return false;
  const site = headers.get('sec-fetch-site');
  return site === null ? headers.get('origin') === ownOrigin : site === 'same-origin';
}
