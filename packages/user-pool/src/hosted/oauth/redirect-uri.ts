/** Schemes that execute or display their content. Never redirect to them, even if they are registered. */
const FORBIDDEN_SCHEMES = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'about:',
  'filesystem:',
]);

/** Compares the exact text (RFC 9700 §2.1), without normalization. Also refuses unsafe URLs that are registered. */
export function mayRedirectTo(registered: readonly string[], given: string): boolean {
  return registered.includes(given) && isSafe(given);
}

function isSafe(uri: string): boolean {
  const url = URL.parse(uri);
  return (
    url !== null &&
    !FORBIDDEN_SCHEMES.has(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    !uri.includes('#') &&
    /^[\x21-\x7e]+$/.test(uri)
  );
}

export function withParameters(
  uri: string,
  parameters: Readonly<Record<string, string | undefined>>,
): string {
  const query = new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
  ).toString();
  if (query === '') return uri;
  return `${uri}${uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?'}${query}`;
}

export function formActionSource(uri: string): string {
  const { origin, protocol } = new URL(uri);
  return origin === 'null' ? protocol : origin;
}
