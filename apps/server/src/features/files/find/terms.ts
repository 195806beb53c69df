import { isUnspaced, searchText } from '../../../platform/texts/search-text.ts';

/**
 * The terms of a search; `text` is the whole search, folded by `searchText`. A term is a folded word, or the
 * space-separated characters of a script without word spaces.
 */
export interface Terms {
  readonly text: string;
  readonly terms: readonly string[];
}

const TERMS_MAX = 20;
/**
 * Shorter words are searched only at the beginning of words. Trigrams do not find them inside, and nearly every name
 * has them.
 */
const INNER_LENGTH_MIN = 3;

export function parseTerms(search: string): Terms {
  const terms = search.split(/\s+/).flatMap((part) => joinUnspaced(searchText(part).trim().split(' ')));
  const unique = [...new Set(terms.filter((term) => term !== ''))];
  return { text: searchText(search), terms: unique.slice(0, TERMS_MAX) };
}

export function joinUnspaced(words: readonly string[]): readonly string[] {
  const joined: string[] = [];
  let wasUnspaced = false;
  for (const word of words) {
    const continues = wasUnspaced && isUnspaced(word);
    if (continues) joined[joined.length - 1] += ` ${word}`;
    else joined.push(word);
    wasUnspaced = isUnspaced(word);
  }
  return joined;
}

/** Text that a name must contain. A leading space means the beginning of a word. */
export function needleOf(term: string): string {
  const isInner = !isUnspaced(term) && term.length >= INNER_LENGTH_MIN;
  return closed(isInner ? term : ` ${term}`);
}

/** Like `needleOf`, but finds terms of any length inside words. */
export function innerNeedleOf(term: string): string {
  return isUnspaced(term) ? needleOf(term) : closed(term);
}

export function wordStartOf(term: string): string {
  return closed(` ${term}`);
}

/** The prefix of names that begin with the search. */
export function prefixOf(search: Terms): string {
  return closed(search.text.trimEnd());
}

/**
 * Whether the search consists of single letters. Too many names contain them, so only names that begin with the search
 * are found.
 */
export function isPrefixOnly(search: Terms): boolean {
  return search.terms.every((term) => Array.from(term).length === 1 && !isUnspaced(term));
}

/** The trailing space gives the last character a separate trigram. */
function closed(term: string): string {
  return isUnspaced(Array.from(term).at(-1) ?? '') ? `${term} ` : term;
}
