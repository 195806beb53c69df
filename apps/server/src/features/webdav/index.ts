import type { DavServices } from './dav-call.ts';
import type { DavSignIn, WebDav } from './webdav.ts';

export { sweepDavLocks } from './sweep-locks.ts';

/** WebDAV is loaded by the first request, because many installations never use it. */
export function createWebDav(services: DavServices, signIn: DavSignIn): WebDav {
  let loaded: Promise<WebDav> | undefined;
  return async (asked) => {
    loaded ??= import('./webdav.ts').then((module) => module.createWebDav(services, signIn));
    return await (await loaded)(asked);
  };
}
