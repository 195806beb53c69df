import { partLengthOf, partsOf } from '../../../platform/texts/word-parts.ts';
import { searchText } from '../../../platform/texts/search-text.ts';
import { innerNeedleOf, joinUnspaced, wordStartOf } from './terms.ts';

/** Words that a text must contain, or must not contain. */
export interface ContentTerm {
  /**
   * Folded words, in the order in which the text must have them. Text in a script without spaces is one word, with
   * spaces between its characters.
   */
  readonly words: readonly string[];
  readonly isExcluded: boolean;
  /** Whether the last word may be the beginning of a longer one. */
  readonly isPrefix: boolean;
}

const TERMS_MAX = 20;
/** Shorter prefixes would match nearly every text. */
const PREFIX_LENGTH_MIN = 3;
const PARTS = /(-?)"([^"]*)"?|(\S+)/g;

/** Parses `"words in this order"`, `-excluded` and single words. */
export function parseContentTerms(search: string): readonly ContentTerm[] {
  const terms: ContentTerm[] = [];
  for (const { 0: whole, 1: minus, 2: phrase, 3: word, index } of search.matchAll(PARTS)) {
    const isExcluded = minus === '-' || word?.startsWith('-') === true;
    const words = joinUnspaced(
      searchText(phrase ?? word ?? '')
        .trim()
        .split(' '),
    ).filter((each) => each !== '');
    const isLast = index + whole.length === search.length;
    const isPrefix = isLast && phrase === undefined && !isExcluded;
    if (words.length > 0) terms.push({ words, isExcluded, isPrefix });
  }
  return terms.slice(0, TERMS_MAX);
}

/** The searched words that have stems, which excludes scripts without spaces. */
export function stemmedWordsOf(terms: readonly ContentTerm[]): readonly string[] {
  return [
    ...new Set(terms.flatMap(({ words }) => words.filter((word) => partLengthOf(solid(word)) === undefined))),
  ];
}

type Stems = ReadonlyMap<string, readonly string[]>;

/** Queries in the text form of `tsquery`. Prefixes are only matched, so that whole words rank first. */
export interface ContentQuery {
  readonly matched: string;
  readonly ranked: string;
  /** Undefined if the index excludes nothing. */
  readonly unwanted: string | undefined;
}

/** Undefined if the search has no words, or only excluded ones. */
export function contentQueryOf(terms: readonly ContentTerm[], stems: Stems): ContentQuery | undefined {
  if (terms.every(({ isExcluded }) => isExcluded)) return undefined;
  const wanted = terms.filter(({ isExcluded }) => !isExcluded);
  const unwanted = terms.filter((term) => term.isExcluded && !needsOrder(term));
  const each = (some: readonly ContentTerm[], opens: boolean): readonly string[] =>
    some.map((term) => termQuery(term, isSingle(term) ? stems : NONE, opens));
  return {
    matched: each(wanted, true).join(' & '),
    ranked: each(wanted, false).join(' & '),
    unwanted: unwanted.length === 0 ? undefined : each(unwanted, false).join(' | '),
  };
}

function termQuery(term: ContentTerm, stems: Stems, opens: boolean): string {
  return `(${term.words.map((word, at) => wordQuery(word, opens && isOpen(term, at), stems)).join(' & ')})`;
}

const NONE: Stems = new Map();

function isSingle({ words }: ContentTerm): boolean {
  return words.length === 1;
}

function isOpen({ words, isPrefix }: ContentTerm, at: number): boolean {
  return isPrefix && at === words.length - 1;
}

function wordQuery(word: string, isOpenEnded: boolean, stems: Stems): string {
  const run = solid(word);
  const length = partLengthOf(run);
  if (length === undefined) {
    const isBeginning = isOpenEnded && Array.from(run).length >= PREFIX_LENGTH_MIN;
    const written = [
      `'${run}'${isBeginning ? ':*' : ''}`,
      ...(stems.get(run) ?? []).map((stem) => `'${stem}'`),
    ];
    return `(${written.join(' | ')})`;
  }
  const whole = partsOf(run, length).filter((part) => Array.from(part).length === length);
  return whole.length === 0 ? `'${run}':*` : whole.map((part) => `'${part}'`).join(' & ');
}

/**
 * Folded phrases that a match must contain in this order. They are compared with the text, because the index knows no
 * order.
 */
export function orderedTextsOf(terms: readonly ContentTerm[]): readonly string[] {
  return terms.filter((term) => !term.isExcluded && needsOrder(term)).map(textOf);
}

/** Folded phrases of which a match must contain none. */
export function excludedTextsOf(terms: readonly ContentTerm[]): readonly string[] {
  return terms.filter((term) => term.isExcluded && needsOrder(term)).map(textOf);
}

function needsOrder({ words }: ContentTerm): boolean {
  const [first = ''] = words;
  const length = partLengthOf(solid(first));
  return words.length > 1 || (length !== undefined && Array.from(solid(first)).length > length);
}

function textOf(term: ContentTerm): string {
  const [first = '', ...further] = term.words;
  const isWithin = partLengthOf(solid(first)) !== undefined && solid(first) === first;
  const text = `${isWithin ? '' : ' '}${[first, ...further].join(' ')}`;
  const [last = ''] = term.words.slice(-1);
  const endsWithin = term.isPrefix || (partLengthOf(solid(last)) !== undefined && solid(last) === last);
  return endsWithin ? text : `${text} `;
}

/** Folded texts to find and mark in a match, the most specific first. */
export function shownTextsOf(terms: readonly ContentTerm[], stems: Stems): readonly string[] {
  const wanted = terms.filter(({ isExcluded }) => !isExcluded);
  const whole = wanted.filter(needsOrder).map(textOf);
  const single = wanted.filter((term) => !needsOrder(term));
  const written = single.flatMap(({ words }) => words.map((word) => ` ${word} `));
  const begun = single.flatMap(({ words }) =>
    words.map((word) => (partLengthOf(solid(word)) === undefined ? wordStartOf(word) : innerNeedleOf(word))),
  );
  const stemmed = single.flatMap(({ words }) =>
    words.flatMap((word) => (stems.get(word) ?? []).map((stem) => ` ${stem.replace(/^-\w+-/, '')}`)),
  );
  return [...new Set([...whole, ...written, ...begun, ...stemmed])];
}

function solid(word: string): string {
  return word.replaceAll(' ', '');
}
