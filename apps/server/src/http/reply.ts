import type { Cookies } from './cookies.ts';
import type { Reply } from '../route.ts';

export interface PendingReply {
  readonly reply: Reply;
  readonly redirectTo: () => string | undefined;
  /** Adds the headers to a response, which may be a failure. */
  decorate(headers: Headers): void;
}

export function createReply(cookies: Cookies, cookieHeader: string | null): PendingReply {
  const added: (readonly [string, string])[] = cookies
    .clearFormer(cookieHeader)
    .map((header) => ['set-cookie', header]);
  let location: string | undefined;
  return {
    reply: {
      setCookie: (name, value, maxAgeSeconds) =>
        added.push(['set-cookie', cookies.set(name, value, maxAgeSeconds)]),
      clearCookie: (name) => added.push(['set-cookie', cookies.clear(name)]),
      header: (name, value) => added.push([name, value]),
      redirect: (url) => {
        location = url;
      },
    },
    redirectTo: () => location,
    decorate: (headers) => {
      for (const [name, value] of added) {
        if (name === 'set-cookie') headers.append(name, value);
        else headers.set(name, value);
      }
    },
  };
}
