/** The text of a page, joined from the text items of pdf.js. */
export interface PageText {
  readonly text: string;
  /** Offset of each text item in `text`. */
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
}

export interface Match {
  readonly page: number;
  readonly from: number;
  readonly to: number;
  /** Context of the match, shown in the list of matches. */
  readonly before: string;
  readonly words: string;
  readonly after: string;
}

interface TextItem {
  readonly str: string;
  readonly hasEOL: boolean;
}

const CONTEXT_LENGTH = 40;

export function pageTextOf(items: readonly TextItem[]): PageText {
  const starts: number[] = [];
  let text = '';
  for (const { str, hasEOL } of items) {
    starts.push(text.length);
    text += hasEOL ? `${str} ` : str;
  }
  return { text, starts, lengths: items.map(({ str }) => str.length) };
}

/** Finds the query, ignoring case and accents. */
export function findInPage(
  { text }: PageText,
  query: string,
  { page, max }: { readonly page: number; readonly max: number },
): readonly Match[] {
  const words = fold(query.trim().replaceAll(/\s+/g, ' '));
  const found: Match[] = [];
  if (words === '') return found;
  const haystack = fold(text);
  let from = haystack.indexOf(words);
  while (from >= 0 && found.length < max) {
    const to = from + words.length;
    found.push({
      page,
      from,
      to,
      before: text.slice(Math.max(0, from - CONTEXT_LENGTH), from),
      words: text.slice(from, to),
      after: text.slice(to, to + CONTEXT_LENGTH),
    });
    from = haystack.indexOf(words, to);
  }
  return found;
}

/** Folds case and accents without changing any offset. */
function fold(text: string): string {
  return text.replaceAll(/[\sA-Z]|\P{ASCII}/gu, (unit) => {
    if (/\s/.test(unit)) return ' '.repeat(unit.length);
    const lower = (unit.normalize('NFD')[0] ?? unit).toLocaleLowerCase('en');
    return lower.length === unit.length ? lower : unit;
  });
}

export interface ItemRange {
  readonly item: number;
  readonly from: number;
  readonly to: number;
}

/** The ranges of the text items that a match covers. */
export function itemRangesOf({ starts, lengths }: PageText, { from, to }: Match): readonly ItemRange[] {
  return starts.flatMap((start, item) => {
    const end = start + (lengths[item] ?? 0);
    const range = { item, from: Math.max(from, start) - start, to: Math.min(to, end) - start };
    return range.from < range.to ? [range] : [];
  });
}
