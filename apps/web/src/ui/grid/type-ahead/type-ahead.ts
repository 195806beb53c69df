export interface TypedPrefix {
  readonly text: string;
  readonly typedAtMs: number;
}

const PAUSE_MS = 700;
const LENGTH_MAX = 100;
const ROWS_MAX = 20_000;

export const NOTHING_TYPED: TypedPrefix = { text: '', typedAtMs: Number.NEGATIVE_INFINITY };

export function isTyping(typed: TypedPrefix, nowMs: number): boolean {
  return typed.text !== '' && nowMs - typed.typedAtMs < PAUSE_MS;
}

export function typeCharacter(typed: TypedPrefix, character: string, nowMs: number): TypedPrefix {
  const before = isTyping(typed, nowMs) ? typed.text : '';
  return { text: (before + character).slice(0, LENGTH_MAX), typedAtMs: nowMs };
}

export interface TypeAheadSearch {
  readonly text: string;
  readonly from: number;
  readonly rowCount: number;
  readonly nameAt: (index: number) => string | undefined;
  readonly locale?: string;
}

/**
 * Ignores case and accents, and continues at the start of the list. A repeated letter cycles through the matches; a
 * longer prefix may stay on the current row.
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
