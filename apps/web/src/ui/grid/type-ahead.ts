/** Characters typed one soon after the other. */
export interface TypedPrefix {
  readonly text: string;
  /** Of the last character, in milliseconds of any clock that runs forward. */
  readonly typedAtMs: number;
}

const PAUSE_MS = 700;
const LENGTH_MAX = 100;
/** How many rows are looked at for one key at most: a bound on the time, not a promise. */
const ROWS_MAX = 20_000;

export const NOTHING_TYPED: TypedPrefix = { text: '', typedAtMs: Number.NEGATIVE_INFINITY };

/** Whether a character typed now goes on with the word, so that it is no shortcut. */
export function isTyping(typed: TypedPrefix, nowMs: number): boolean {
  return typed.text !== '' && nowMs - typed.typedAtMs < PAUSE_MS;
}

export function typeCharacter(typed: TypedPrefix, character: string, nowMs: number): TypedPrefix {
  const before = isTyping(typed, nowMs) ? typed.text : '';
  return { text: (before + character).slice(0, LENGTH_MAX), typedAtMs: nowMs };
}

export interface TypeAheadSearch {
  readonly text: string;
  /** The focused row. */
  readonly from: number;
  readonly rowCount: number;
  /** The name of a row; undefined when the row is not there yet. */
  readonly nameAt: (index: number) => string | undefined;
  readonly locale?: string;
}

/**
 * The next row whose name begins with the text, case and accents aside, going round at the end. One letter again
 * and again goes from match to match; a longer text may stay on the row where it is.
 */
export function findTyped(search: TypeAheadSearch): number | undefined {
  const { from, rowCount, nameAt } = search;
  const { prefix, isRepeated } = wanted(search.text);
  const matches = prefixMatcher(prefix, search.locale);
  const start = isRepeated ? from + 1 : from;
  for (let step = 0; step < Math.min(rowCount, ROWS_MAX); step++) {
    const index = (start + step) % rowCount;
    const name = nameAt(index);
    if (name !== undefined && matches(name)) return index;
  }
  return undefined;
}

/** What to look for: the text, or its letter when it is one letter repeated. */
export function wanted(text: string): { readonly prefix: string; readonly isRepeated: boolean } {
  const [letter = ''] = text;
  const isRepeated = text === letter.repeat(text.length / Math.max(1, letter.length));
  return { prefix: isRepeated ? letter : text, isRepeated };
}

function prefixMatcher(prefix: string, locale?: string): (name: string) => boolean {
  const collator = new Intl.Collator(locale, { usage: 'search', sensitivity: 'base' });
  const composed = prefix.normalize('NFC');
  return (name) =>
    collator.compare(
      name
        .slice(0, composed.length * 2)
        .normalize('NFC')
        .slice(0, composed.length),
      composed,
    ) === 0;
}
