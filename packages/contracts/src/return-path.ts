const LENGTH_MAX = 2_048;
/** An origin that nothing else can be resolved to. */
const NOWHERE = 'https://nowhere.invalid';

/**
 * Whether a text is a path of this application and nothing else: what a browser would resolve to another origin is refused,
 * `//host`, `/\host`, `/.//host` and control characters among it.
 */
export function isReturnPath(text: string): boolean {
  if (text.length > LENGTH_MAX || !/^\/(?![/\\])[\u0021-\u005b\u005d-\u007e]*$/.test(text)) return false;
  if (!URL.canParse(text, NOWHERE)) return false;
  // `/.//host` resolves to the path `//host`: whoever takes that for an address again would be led away.
  const { origin, pathname } = new URL(text, NOWHERE);
  return origin === NOWHERE && !pathname.startsWith('//');
}
