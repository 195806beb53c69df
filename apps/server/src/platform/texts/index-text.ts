import { foldText } from './search-text.ts';
import type { ReadText } from './texts.ts';
import { partLengthOf, partsOf, runsOf } from './word-parts.ts';

const PIECE_LENGTH = 500;
/** How far to look for white space. */
const PIECE_LENGTH_MAX = 550;
/** Nobody searches for longer words. */
const WORD_LENGTH_MAX = 200;
/** Positions of a word that count for its rank. */
const PLACES_MAX = 16;
const PLACE_MAX = 16_383;
/** Limit for the words in a vector. With the stems it may take up to 1 MiB. */
const VECTOR_BYTES_MAX = 380_000;
const PLACE_BYTES = 2;
const WORD_BYTES = 8;

/** Everything that is stored in the search index for a text. */
export function indexText(text: string): ReadText {
  const foldedStarts: number[] = [];
  const textStarts: number[] = [];
  let folded = ' ';
  let foldedAt = 1;
  let textAt = 0;
  for (const piece of piecesOf(text)) {
    foldedStarts.push(foldedAt);
    textStarts.push(textAt);
    const foldedPiece = foldText(piece, Number.POSITIVE_INFINITY).text.slice(1);
    folded += foldedPiece;
    foldedAt += codePoints(foldedPiece);
    textAt += codePoints(piece);
  }
  const { places, spaced } = placesOf(folded);
  return { text, folded, foldedStarts, textStarts, vector: vectorOf(places), words: byFrequency(spaced) };
}

/** A piece ends at white space if possible, and never within a character. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = at + PIECE_LENGTH;
    while (end < text.length && end < at + PIECE_LENGTH_MAX && !/\s/.test(text[end] ?? '')) end += 1;
    while (end < text.length && /[\p{M}\udc00-\udfff]/u.test(text[end] ?? '')) end += 1;
    yield text.slice(at, end);
    at = end;
  }
}

function codePoints(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) count += 1;
  return count;
}

interface Places {
  readonly places: ReadonlyMap<string, readonly number[]>;
  /** Words of scripts with spaces, and their frequencies. */
  readonly spaced: ReadonlyMap<string, number>;
}

function placesOf(folded: string): Places {
  const places = new Map<string, number[]>();
  const spaced = new Map<string, number>();
  let leftBytes = VECTOR_BYTES_MAX;
  let place = 0;
  const add = (word: string): boolean => {
    const known = places.get(word);
    if (known === undefined) {
      leftBytes -= Buffer.byteLength(word) + WORD_BYTES;
      if (leftBytes < 0) return false;
      places.set(word, [place]);
    } else if (known.length < PLACES_MAX && leftBytes > 0) {
      leftBytes -= PLACE_BYTES;
      if (known.at(-1) !== place) known.push(place);
    }
    return true;
  };
  for (const run of runsOf(folded.split(' '))) {
    place = Math.min(place + 1, PLACE_MAX);
    const length = partLengthOf(run);
    const isIndexed =
      length === undefined
        ? run.length > WORD_LENGTH_MAX || add(run)
        : partsOf(run, length).every((part) => add(part));
    if (!isIndexed) break;
    if (length === undefined) spaced.set(run, (spaced.get(run) ?? 0) + 1);
  }
  return { places, spaced };
}

/** Needs no escaping, because folded words contain neither quotes nor backslashes. */
function vectorOf(places: Places['places']): string {
  return Array.from(places, ([word, at]) => `'${word}':${at.map((place) => `${place}A`).join(',')}`).join(
    ' ',
  );
}

function byFrequency(counts: Places['spaced']): readonly string[] {
  return Array.from(counts)
    .filter(([word]) => word.length <= WORD_LENGTH_MAX)
    .toSorted(([, a], [, b]) => b - a)
    .map(([word]) => word);
}
