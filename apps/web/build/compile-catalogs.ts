import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';

const CATALOG = /\/messages\/[a-z-]+\.json$/;

/** Compiles one catalog: ids to ICU messages in, ids to token lists out. Throws on the first message that is not ICU. */
export function compileCatalog(source: string): string {
  const messages: unknown = JSON.parse(source);
  if (typeof messages !== 'object' || messages === null || Array.isArray(messages)) {
    throw new TypeError('A catalog is an object');
  }
  const compiled = Object.entries(messages).map(([id, message]) => {
    if (typeof message !== 'string') throw new TypeError(`The message ${id} is not a string`);
    return [id, compileMessageOrThrow(message)] as const;
  });
  return JSON.stringify(Object.fromEntries(compiled));
}

/** Compiles `messages/<locale>.json` while building, so that the browser carries no parser of ICU messages. */
export function compileCatalogs(): Plugin {
  return {
    name: 'coffer:compile-catalogs',
    enforce: 'pre',
    transform: {
      filter: { id: CATALOG },
      handler: (source) => ({ code: compileCatalog(source), map: null }),
    },
  };
}
