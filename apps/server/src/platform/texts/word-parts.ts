import { isUnspaced } from './search-text.ts';

/** Scripts that write words without spaces between them, but whose letters are not words either. */
const LONG_WORDS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PAIR = 2;
const TRIPLE = 3;

/** Characters of each part of the word that is indexed; undefined for words that are indexed as a whole. */
export function partLengthOf(word: string): number | undefined {
  if (isUnspaced(word)) return PAIR;
  return LONG_WORDS.test(word) ? TRIPLE : undefined;
}

/** From each character on. The last ones are shorter, so that every character begins a part. */
export function partsOf(run: string, length: number): readonly string[] {
  const characters = Array.from(run);
  return characters.map((_, at) => characters.slice(at, at + length).join(''));
}

/** The words of a folded text. Characters of scripts without spaces are joined to what is written together. */
export function* runsOf(words: readonly string[]): Generator<string> {
  let joined = '';
  for (const word of words) {
    if (isUnspaced(word)) {
      joined += word;
      continue;
    }
    if (joined !== '') yield joined;
    joined = '';
    if (word !== '') yield word;
  }
  if (joined !== '') yield joined;
}
