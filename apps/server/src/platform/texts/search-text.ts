import { nameKey } from '@coffer/contracts';

/** The column is indexed, and an index entry has at most 2,704 bytes. */
const LENGTH_MAX = 1_000;

const MARK = /^\p{M}/u;
const WORD = /^[\p{L}\p{N}\p{M}]$/u;
const IGNORED = /^[\p{Default_Ignorable_Code_Point}\u0640]$/u;
const SEPARATOR =
  /^[\p{Z}\p{Cc}\p{Pc}\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}.,:;'"\u060c\u061b\u06d4\u3001\u3002\u30fb]$/u;
/**
 * Scripts that are usually written without marks for vowels and accents. In other scripts a mark makes a different
 * letter.
 */
const MARKS_OPTIONAL =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** Scripts that are written without spaces. Each character counts as a word. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u30fc]/u;
const DIGIT = /^\p{Nd}$/u;

/** Letters that Unicode does not decompose, but that people type without the stroke or as two letters. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ى: 'ي',
  ة: 'ه',
};

/** A base character with its marks, or marks without a base. */
const CLUSTERS = /\P{M}\p{M}*|\p{M}+/gu;

/** A space, then each word followed by a space; empty without words. `sources[i]` is where `text[i]` comes from. */
export interface FoldedText {
  readonly text: string;
  readonly sources: readonly Source[];
}

/** UTF-16 offsets in the text that was folded; `end` is exclusive. */
export interface Source {
  readonly start: number;
  readonly end: number;
}

/**
 * The searchable form of a name or text: without case, optional marks and punctuation. Words are lower case; a symbol becomes
 * `X<code>Z`, because trigrams know only letters and digits.
 */
export function searchText(name: string): string {
  return foldText(name).text;
}

/** Whether the script of a folded `character` has no spaces between words. */
export function isUnspaced(character: string): boolean {
  return UNSPACED.test(character);
}

/** Stops after `lengthMax` characters of folded text. */
export function foldText(written: string, lengthMax = LENGTH_MAX): FoldedText {
  let text = ' ';
  const sources: Source[] = [{ start: 0, end: 0 }];
  for (const { 0: cluster, index: start } of written.matchAll(CLUSTERS)) {
    const source = { start, end: start + cluster.length };
    for (const character of foldCluster(cluster)) {
      if (character === ' ' && text.endsWith(' ')) continue;
      text += character;
      for (let unit = 0; unit < character.length; unit += 1) sources.push(source);
    }
    if (text.length >= lengthMax) break;
  }
  if (text === ' ') return { text: '', sources: [] };
  if (!text.endsWith(' ')) {
    text += ' ';
    sources.push({ start: written.length, end: written.length });
  }
  return { text, sources };
}

function foldCluster(cluster: string): string {
  const known = SIMPLE.get(cluster) ?? REMEMBERED.get(cluster);
  if (known !== undefined) return known;
  const folded = foldUnknown(cluster);
  if (cluster.length > REMEMBERED_LENGTH_MAX) return folded;
  if (REMEMBERED.size >= REMEMBERED_MAX) REMEMBERED.clear();
  REMEMBERED.set(cluster, folded);
  return folded;
}

/** Caches folded characters, because a text has few different ones. */
const REMEMBERED = new Map<string, string>();
const REMEMBERED_MAX = 4_000;
const REMEMBERED_LENGTH_MAX = 8;

function foldUnknown(cluster: string): string {
  if (MARK.test(cluster)) return '';
  const decomposed = nameKey(cluster.normalize('NFKD')).normalize('NFKD');
  const bare = MARKS_OPTIONAL.test(decomposed)
    ? decomposed.replaceAll(/\p{M}/gu, '')
    : decomposed.normalize('NFC');
  return Array.from(bare, foldCharacter).join('');
}

function foldCharacter(character: string): string {
  if (IGNORED.test(character)) return '';
  if (SEPARATOR.test(character)) return ' ';
  if (UNSPACED.test(character)) return ` ${character} `;
  if (DIGIT.test(character)) return digitOf(character);
  if (WORD.test(character) || MARK.test(character)) return LETTERS[character] ?? character;
  return `X${codeOf(character).toString(16).toUpperCase()}Z`;
}

/** Unicode keeps the ten digits of a script together and in order. */
function digitOf(character: string): string {
  const code = codeOf(character);
  for (let digit = 0; digit < 9; digit += 1) {
    if (!DIGIT.test(String.fromCodePoint(code - digit - 1))) return String(digit);
  }
  return '9';
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** A fast path for ASCII, because most names are ASCII and thousands are folded at once. */
const SIMPLE: ReadonlyMap<string, string> = new Map(
  Array.from({ length: 0x80 }, (_, code) => String.fromCodePoint(code)).map((character) => [
    character,
    /^[a-z0-9]$/i.test(character) ? character.toLowerCase() : foldCharacter(character),
  ]),
);
