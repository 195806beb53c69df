/**
 * `\p{DI}` includes zero-width characters, fillers, variation selectors and tags.
 * @see https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
 * @see https://www.unicode.org/reports/tr51/#EBNF_and_Regex
 */
const HIDDEN = '[\\p{Cc}\\p{DI}\\ufff9-\\ufffb]';

/** England, Scotland and Wales: the only emoji that use tags. */
const FLAG_OF_TAGS =
  '\\u{1f3f4}\\u{e0067}\\u{e0062}(?:\\u{e0065}\\u{e006e}\\u{e0067}|\\u{e0073}\\u{e0063}\\u{e0074}|\\u{e0077}\\u{e006c}\\u{e0073})\\u{e007f}';
const PICTOGRAPH = '\\p{ExtPict}(?:\\ufe0e|\\ufe0f\\u20e3?|\\p{EMod})?';
const KEYCAP = '[0-9#*]\\ufe0f\\u20e3';
const EMOJI = `${FLAG_OF_TAGS}|${KEYCAP}|${PICTOGRAPH}(?:\\u200d${PICTOGRAPH})*`;

/** Joiners select letter shapes, as in Persian. After a virama, as in Malayalam, one may also end a word. */
const JOINER =
  '(?<=[\\p{L}\\p{M}])[\\u200c\\u200d](?=[\\p{L}\\p{M}])|(?<=[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca])\\u200d';
/** One variation selector after a Han or Mongolian character. */
const VARIANT =
  '(?<=\\p{Unified_Ideograph})[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]|(?<=\\p{Script=Mongolian})[\\u180b-\\u180d\\u180f]';

const FOUND = new RegExp(`(?<allowed>${EMOJI}|${JOINER}|${VARIANT})|${HIDDEN}`, 'gu');
const VISIBLE = /[^\p{White_Space}\p{DI}\p{Cc}\u2800\ufff9-\ufffb]/u;

/** Replaces invisible characters outside allowed contexts. */
export function replaceHidden(text: string, replacementOf: (hidden: string) => string): string {
  return text.replaceAll(FOUND, (found: string, allowed: string | undefined) =>
    allowed === undefined ? replacementOf(found) : found,
  );
}

export function hiddenIn(text: string): readonly string[] {
  const hidden: string[] = [];
  replaceHidden(text, (character) => {
    hidden.push(character);
    return '';
  });
  return hidden;
}

export function isVisible(text: string): boolean {
  return VISIBLE.test(text);
}
