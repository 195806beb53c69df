import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import type { Message } from '../src/lib/language/message.ts';

const CATALOG = /\/messages\/[a-z-]+\.json$/;

export function compileCatalog(source: string): string {
  const messages: unknown = JSON.parse(source);
  if (typeof messages !== 'object' || messages === null || Array.isArray(messages)) {
    throw new TypeError('A catalog must be an object');
  }
  const compiled = Object.entries(messages).map(([id, message]) => {
    if (typeof message !== 'string') throw new TypeError(`The message ${id} is not a string`);
    return [id, compileMessage(message)] as const;
  });
  return JSON.stringify(Object.fromEntries(compiled));
}

/** Supports only texts, values and plurals. */
export function compileMessage(source: string): Message {
  return messageOf(compileMessageOrThrow(source), source);
}

function messageOf(tokens: unknown, source: string): Message {
  if (!Array.isArray(tokens)) throw new TypeError(`Not a message: ${source}`);
  if (tokens.every((token) => typeof token === 'string' && token !== '#')) return tokens.join('');
  return tokens.map((token: unknown) => {
    if (typeof token === 'string') return token;
    if (!Array.isArray(token)) throw new TypeError(`Not a token of a message: ${source}`);
    const [name, kind, cases] = token.map((part: unknown) => part);
    if (typeof name !== 'string') throw new TypeError(`A value has no name: ${source}`);
    if (kind === undefined) return [name];
    if (kind !== 'plural' || typeof cases !== 'object' || cases === null) {
      throw new TypeError(`Only values and plurals are supported: ${source}`);
    }
    const given = Object.entries(cases).filter(([key, inner]) => key !== 'offset' || inner !== undefined);
    if (given.some(([key]) => key === 'offset'))
      throw new TypeError(`Plurals with an offset are not supported: ${source}`);
    return [name, kind, Object.fromEntries(given.map(([key, inner]) => [key, messageOf(inner, source)]))];
  });
}

/** Compiled at build time, so that the browser needs no ICU parser. */
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
