const LENGTH_MAX = 2_048;
const NOWHERE = 'https://nowhere.invalid';

/**
 * Whether a text is a path of this application. Refuses everything that a browser could resolve to another origin, such
 * as `//host`, `/\host`, `/.//host` and control characters.
 */
export function isReturnPath(text: string): boolean {
  if (text.length > LENGTH_MAX || !/^\/(?![/\\])[\u0021-\u005b\u005d-\u007e]*$/.test(text)) return false;
  if (!URL.canParse(text, NOWHERE)) return false;
  // `/.//host` resolves to the path `//host`, which leads elsewhere if it is resolved again.
  const { origin, pathname } = new URL(text, NOWHERE);
  return origin === NOWHERE && !pathname.startsWith('//');
}
