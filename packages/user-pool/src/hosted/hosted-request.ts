import type { Caller } from '../deps.ts';
import type { CookieJar } from './cookies.ts';

/** A request to one of the browser's endpoints, with what every one of them looks at. */
export interface HostedRequest {
  readonly request: Request;
  readonly query: URLSearchParams;
  readonly cookies: CookieJar;
  readonly caller: Caller;
}
