import { JOIN_DOMAIN } from '@coffer/contracts';

/** The domain of a typed domain or address: `@Bücher.example`, `ada@example.org`. Undefined if there is none. */
export function domainOf(typed: string): string | undefined {
  const name = typed.trim().slice(typed.trim().lastIndexOf('@') + 1);
  // Parts of a page address besides its host.
  if (name === '' || /[\s/?#:\\%]/.test(name)) return undefined;
  const url = URL.parse(`http://${name}`);
  return url !== null && JOIN_DOMAIN.test(url.hostname) ? url.hostname : undefined;
}
