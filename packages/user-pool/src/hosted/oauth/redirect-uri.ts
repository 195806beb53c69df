/** Schemes that run or show what they carry: never the end of a redirect, whoever registered them. */
const FORBIDDEN_SCHEMES = new Set([
  'javascript:',
  'data:',
  'vbscript:',
  'blob:',
  'file:',
  'about:',
  'filesystem:',
]);

/**
 * Whether a redirect may go to `given`. Registered addresses are compared as text, whole (RFC 9700 §2.1): nothing is
 * decoded, folded or completed first, so there is nothing to trick. One that is registered and unsafe is refused too.
 */
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

/** The address with more parameters in its query; those it has already stay as they are written. */
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

/** What `form-action` must name for a form to end at this address. */
export function formActionSource(uri: string): string {
  const { origin, protocol } = new URL(uri);
  return origin === 'null' ? protocol : origin;
}
