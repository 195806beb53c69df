import { JOIN_DOMAIN } from '@coffer/contracts';

/** Of a domain or an address as people type it: `@Bücher.example`, `ada@example.org`. Undefined when it is none. */
export function domainOf(typed: string): string | undefined {
  const name = typed.trim().slice(typed.trim().lastIndexOf('@') + 1);
  // What the address of a page may hold besides its host.
  if (name === '' || /[\s/?#:\\%]/.test(name)) return undefined;
  const url = URL.parse(`http://${name}`);
  return url !== null && JOIN_DOMAIN.test(url.hostname) ? url.hostname : undefined;
}
