import type { Caller } from '../deps.ts';
import type { CookieJar } from './cookies.ts';

export interface HostedRequest {
  readonly request: Request;
  readonly query: URLSearchParams;
  readonly cookies: CookieJar;
  readonly caller: Caller;
}

/** The URL of the same page in another language. Undefined for a posted form. */
export function visitIn({ request, query }: HostedRequest, lang: string): string | undefined {
  if (request.method === 'POST') return undefined;
  const parameters = new URLSearchParams(query);
  parameters.set('lang', lang);
  return `${new URL(request.url).pathname}?${parameters.toString()}`;
}
