import { isUnspaced } from './search-text.ts';

/** Scripts without spaces between words whose single letters are not words either. */
const LONG_WORDS = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const PAIR = 2;
const TRIPLE = 3;

/** Length of the indexed parts of a word, in characters. Undefined for words that are indexed as a whole. */
export function partLengthOf(word: string): number | undefined {
  if (isUnspaced(word)) return PAIR;
  return LONG_WORDS.test(word) ? TRIPLE : undefined;
}

/** The part that begins at each character. The last parts are shorter, so that every character begins one. */
export function partsOf(run: string, length: number): readonly string[] {
  const characters = Array.from(run);
  return characters.map((_, at) => characters.slice(at, at + length).join(''));
}

/** The words of a folded text. Consecutive characters of scripts without spaces are joined. */
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
