import { isUnspaced, searchText } from '../../../platform/texts/search-text.ts';

/**
 * The search terms. `text` is the whole search as `searchText` gives it. A term is a folded word, or the
 * space-separated characters of a script without word spaces.
 */
export interface Terms {
  readonly text: string;
  readonly terms: readonly string[];
}

const TERMS_MAX = 20;
/** Shorter words are in nearly every name, and trigrams do not find them inside a word. */
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

/** Anywhere in a word, of any length. */
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

/** One letter is in too many names, so it finds only names that begin with it. */
export function isPrefixOnly(search: Terms): boolean {
  return search.terms.every((term) => Array.from(term).length === 1 && !isUnspaced(term));
}

/** The trailing space gives the last character a trigram of its own. */
function closed(term: string): string {
  return isUnspaced(Array.from(term).at(-1) ?? '') ? `${term} ` : term;
}
