import type { Caller } from '../deps.ts';
import type { CookieJar } from './cookies.ts';

/** A request to one of the browser's endpoints, with what every one of them looks at. */
export interface HostedRequest {
  readonly request: Request;
  readonly query: URLSearchParams;
  readonly cookies: CookieJar;
  readonly caller: Caller;
}

/** The address of a visit in another language; undefined for a form, which only its page can send again. */
export function visitIn({ request, query }: HostedRequest, lang: string): string | undefined {
  if (request.method === 'POST') return undefined;
  const parameters = new URLSearchParams(query);
  parameters.set('lang', lang);
  return `${new URL(request.url).pathname}?${parameters.toString()}`;
}
