const LENGTH_MAX = 2_048;
/** An origin that nothing else can be resolved to. */
const NOWHERE = 'https://nowhere.invalid';

/**
 * Whether a text is a path of this application and nothing else: what a browser would resolve to another origin is refused,
 * `//host`, `/\host` and control characters among it.
 */
export function isReturnPath(text: string): boolean {
  if (text.length > LENGTH_MAX || !/^\/(?![/\\])[\u0021-\u005b\u005d-\u007e]*$/.test(text)) return false;
  return URL.canParse(text, NOWHERE) && new URL(text, NOWHERE).origin === NOWHERE;
}
