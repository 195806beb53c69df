import { JOIN_DOMAIN } from '@coffer/contracts';

/**
 * The domain of a typed domain or address: `@Bücher.example`, `ada@example.org`. Undefined if there is no valid
 * domain.
 */
export function domainOf(typed: string): string | undefined {
  const name = typed.trim().slice(typed.trim().lastIndexOf('@') + 1);
  // Characters of a URL that cannot be part of its host.
  if (name === '' || /[\s/?#:\\%]/.test(name)) return undefined;
  const url = URL.parse(`http://${name}`);
  return url !== null && JOIN_DOMAIN.test(url.hostname) ? url.hostname : undefined;
}
