import { type FoldedText, foldText } from '../../../platform/texts/search-text.ts';
import { isNear } from './similar.ts';
import { needleOf, type Terms, wordStartOf } from './terms.ts';

export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Parts of the name that match, as UTF-16 offsets, ordered and without overlap. */
export function highlight(name: string, search: Terms): readonly Range[] {
  const folded = foldText(name);
  return merged(search.terms.flatMap((term) => placesOf(folded, term)));
}

/** Like `highlight`, for folded texts that are found as they are. Spaces at their ends are not part of the match. */
export function highlightTexts(text: string, needles: readonly string[]): readonly Range[] {
  const folded = foldText(text, Number.POSITIVE_INFINITY);
  return merged(needles.flatMap((needle) => occurrences(folded, needle)));
}

function placesOf(folded: FoldedText, term: string): readonly Range[] {
  const atStart = occurrences(folded, wordStartOf(term));
  const found = atStart.length > 0 ? atStart : occurrences(folded, needleOf(term));
  return found.length > 0 ? found : nearWords(folded, term);
}

function occurrences(folded: FoldedText, needle: string): readonly Range[] {
  const places: Range[] = [];
  const offset = needle.startsWith(' ') ? 1 : 0;
  for (let at = folded.text.indexOf(needle); at >= 0; at = folded.text.indexOf(needle, at + 1)) {
    places.push(rangeOf(folded, at + offset, at + needle.trimEnd().length));
  }
  return places;
}

function nearWords(folded: FoldedText, term: string): readonly Range[] {
  return Array.from(folded.text.matchAll(/[^ ]+/g)).flatMap(({ 0: word, index }) =>
    isNear(term, word) ? [rangeOf(folded, index, index + word.length)] : [],
  );
}

function rangeOf({ sources }: FoldedText, from: number, to: number): Range {
  return { start: sources[from]?.start ?? 0, end: sources[to - 1]?.end ?? 0 };
}

function merged(ranges: readonly Range[]): readonly Range[] {
  const result: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    const last = result.at(-1);
    if (last !== undefined && range.start <= last.end) {
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else if (range.end > range.start) result.push(range);
  }
  return result;
}
